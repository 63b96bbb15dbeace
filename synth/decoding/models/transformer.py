"""A transformer of one's own as a language model, which reads each token once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch

from differentiable.transformer.cache import Cache
from differentiable.transformer.model import TransformerLM
from synth.decoding.model import LogProbs, Prefix


class CachedTransformer:
    """p(v | prompt, prefix); what a batch of prefixes left in the cache serves those that are one token longer.

    Where positions are learned, texts longer than the context are read anew, their last tokens alone.
    """

    def __init__(self, model: TransformerLM, end: int, prompt: Sequence[int] = ()) -> None:
        self.model = model.eval()
        self.vocabulary_size = model.configuration.vocabulary
        self.end = end
        self.prompt: Prefix = (end, *prompt)
        self._cache: Cache | None = None
        self._rows: dict[Prefix, int] = {}

    def log_probs(self, prefixes: Sequence[Prefix]) -> LogProbs:
        """The log-probabilities of the tokens after each prefix, (B, V)."""
        with torch.inference_mode():
            rows = [self._rows.get(prefix[:-1], -1) if prefix else -1 for prefix in prefixes]
            goes_on = self._cache is not None and min(rows) >= 0 and self._has_room(self._cache.length + 1)
            logits = self._next(prefixes, rows) if goes_on else self._begun(prefixes)
            found: LogProbs = logits.double().log_softmax(-1).cpu().numpy()
        return found

    def _has_room(self, length: int) -> bool:
        configuration = self.model.configuration
        return configuration.positions != "learned" or length <= configuration.context

    def _next(self, prefixes: Sequence[Prefix], rows: list[int]) -> torch.Tensor:
        assert self._cache is not None
        if rows != list(range(len(self._rows))):
            self._cache = self._cache.reorder(torch.tensor(rows, device=self._cache.starts.device))
        newest = torch.tensor([prefix[-1:] for prefix in prefixes], device=self._cache.starts.device)
        self._rows = {prefix: row for row, prefix in enumerate(prefixes)}
        logits: torch.Tensor = self.model(newest, cache=self._cache)[:, -1]
        return logits

    def _begun(self, prefixes: Sequence[Prefix]) -> torch.Tensor:
        texts = [(*self.prompt, *prefix) for prefix in prefixes]
        if not self._has_room(max(map(len, texts))):
            texts = [text[-self.model.configuration.context :] for text in texts]
        longest = max(map(len, texts))
        device = self.model.tokens.weight.device
        padded = torch.tensor([(0,) * (longest - len(text)) + text for text in texts], device=device)
        starts = torch.tensor([longest - len(text) for text in texts], device=device)
        self._cache = self.model.cache(len(texts), starts=starts)
        self._rows = {prefix: row for row, prefix in enumerate(prefixes)}
        logits: torch.Tensor = self.model(padded, cache=self._cache)[:, -1]
        return logits


def load_run(path: Path, prompt: str) -> tuple[CachedTransformer, object]:
    """The model that `synth train lm` left in a directory, behind a prompt, and its tokenizer.

    Raises ConfigurationError when there is none yet.
    """
    from synth.training.language.corpus import END, load_tokenizer
    from synth.training.language.run import TOKENIZER, WEIGHTS

    model = TransformerLM.load(path / WEIGHTS)
    if not (path / TOKENIZER).exists():
        return CachedTransformer(model, END, tuple(prompt.encode())), "bytes"
    from synth.decoding.masks.vocabulary import Vocabulary

    tokenizer = load_tokenizer(str(path / TOKENIZER))
    end = min(Vocabulary.of(tokenizer).end_tokens)
    return CachedTransformer(model, end, tokenizer.encode(prompt, add_special_tokens=False).ids), tokenizer
