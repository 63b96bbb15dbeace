"""A causal model of `transformers` as decoders use it: a batch at a time, with its cache."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dsl.errors import ConfigurationError, MissingExtraError
from synth.decoding.masks.vocabulary import Vocabulary
from synth.decoding.model import LogProbs, Prefix

try:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, PreTrainedModel, PreTrainedTokenizerBase
    from transformers.utils import logging
except ImportError:
    raise MissingExtraError("decoding with transformers", "decoders") from None


class TransformersModel:
    """p(v | prompt, prefix) of a causal model; `prompt` are token numbers, at least one.

    What is asked for next mostly goes on by one token from what was asked for last: then only that token is read, and
    the cache follows rows that are kept, dropped and doubled. Of several end tokens the first stands for all.

    Raises ConfigurationError on an empty prompt, and when the tokenizer, of so many `tokens`, has more than the model.
    """

    def __init__(
        self, model: PreTrainedModel, prompt: Sequence[int], end_tokens: Collection[int], tokens: int = 0
    ) -> None:
        self.model = model
        self.prompt = list(prompt)
        self.vocabulary_size = int(model.get_output_embeddings().weight.shape[0])
        self.end, *self._other_ends = sorted(end_tokens)
        self._rows: dict[Prefix, int] = {}
        self._cache: Any = None
        if not self.prompt:
            raise ConfigurationError("the prompt has no token", hint="give a prompt, or the token that begins a text")
        known = max(tokens, 1 + max(*end_tokens, *self.prompt))
        if known > self.vocabulary_size:
            message = f"the tokenizer has {known:,} tokens, the model {self.vocabulary_size:,}"
            raise ConfigurationError(message, hint="use the tokenizer that the model was trained with")

    def log_probs(self, prefixes: Sequence[Prefix]) -> LogProbs:
        rows: LogProbs = np.empty((len(prefixes), self.vocabulary_size))
        lengths = {len(prefix) for prefix in prefixes}
        for length in lengths:
            places = [place for place, prefix in enumerate(prefixes) if len(prefix) == length]
            rows[places] = self._read([prefixes[place] for place in places])
        if self._other_ends:
            ends = [self.end, *self._other_ends]
            rows[:, self.end] = np.logaddexp.reduce(rows[:, ends], axis=1)
            rows[:, self._other_ends] = -np.inf
        return rows

    def _read(self, prefixes: Sequence[Prefix]) -> LogProbs:
        """The rows of prefixes of one length."""
        before = [self._rows.get(prefix[:-1]) for prefix in prefixes]
        if prefixes[0] and None not in before:
            if before != list(range(len(self._rows))):
                self._cache.batch_select_indices(torch.tensor(before))
            new = [[prefix[-1]] for prefix in prefixes]
        else:
            self._cache = None
            new = [[*self.prompt, *prefix] for prefix in prefixes]
        with torch.inference_mode():
            output = self.model(
                input_ids=torch.tensor(new, device=self.model.device), past_key_values=self._cache, use_cache=True
            )
            logits = output.logits[:, -1].double().log_softmax(-1).cpu().numpy()  # (B, V)
        self._cache = output.past_key_values
        self._rows = {prefix: row for row, prefix in enumerate(prefixes)}
        found: LogProbs = logits
        return found


def load(name: str, prompt: str = "") -> tuple[TransformersModel, Vocabulary]:
    """The model in a directory or .gguf file, behind a prompt, and its vocabulary. Raises ConfigurationError."""
    path = Path(name)
    folder, file = (str(path.parent), {"gguf_file": path.name}) if path.suffix == ".gguf" else (name, {})
    options = {"trust_remote_code": False, **file}  # else a terminal is asked whether to run the code of a model
    if not path.exists():
        raise ConfigurationError(f"no such model: {name}", hint="name a directory, or one of: tiny, ngram")
    logging.disable_progress_bar()
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, **options)
        model = AutoModelForCausalLM.from_pretrained(folder, dtype="float32", **options).eval()
    except (OSError, ValueError, ImportError) as error:
        reason = str(error).partition("\n")[0]
        raise ConfigurationError(f"cannot load the model {name}: {reason}", hint="check the directory") from None
    return prompted(model, tokenizer, prompt)


def prompted(
    model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, prompt: str = ""
) -> tuple[TransformersModel, Vocabulary]:
    """A model going on from a prompt, and the vocabulary of its tokenizer."""
    vocabulary = Vocabulary.of(tokenizer)
    begins = tokenizer.bos_token_id
    tokens = tokenizer.encode(prompt) or [vocabulary.end_tokens[0] if begins is None else begins]
    return TransformersModel(model, tokens, vocabulary.end_tokens, len(vocabulary)), vocabulary
