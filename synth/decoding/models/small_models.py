"""Models of bytes for where none is installed: learned in seconds from the notebook that comes with synth."""

from __future__ import annotations

import random
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from dsl.errors import MissingExtraError
from synth.decoding.models.ngram import NGram

if TYPE_CHECKING:
    from synth.decoding.models.transformer import CachedTransformer


def notebook() -> list[bytes]:
    """The texts of datasets/notebook."""
    return (files("synth.decoding.models") / "notebook.txt").read_bytes().splitlines()


def ngram(prompt: bytes = b"") -> NGram:
    """An n-gram model of the notebook, going on from `prompt`."""
    return _counted().behind(prompt)


@cache
def _counted() -> NGram:
    return NGram(notebook())


def tiny(prompt: bytes = b"", *, seed: int = 0) -> CachedTransformer:
    """A transformer trained on the notebook, going on from `prompt`. Raises MissingExtraError without torch."""
    try:
        import torch
    except ImportError:
        raise MissingExtraError("the tiny transformer", "torch") from None
    from differentiable.transformer.configuration import Configuration
    from differentiable.transformer.model import TransformerLM
    from synth.decoding.models.transformer import CachedTransformer
    from synth.training.language.corpus import END, Corpus
    from synth.training.language.training import LanguageTraining, Schedule

    texts = notebook()
    random.Random(seed).shuffle(texts)
    stream = torch.tensor([token for text in texts for token in (END, *text)] + [END], dtype=torch.int32)  # (all,)
    shape = Configuration(END + 1, width=64, blocks=2, heads=4, context=64, positions="learned")
    schedule = Schedule(steps=300, batch=16, length=shape.context, rate=5e-3, warmup=90, decay=0.01, seed=seed)
    with torch.random.fork_rng(devices=[]):
        training = LanguageTraining(TransformerLM(shape, seed=seed), Corpus(stream, stream, END + 1, END), schedule)
        while training.step < schedule.steps:
            training.advance()
    return CachedTransformer(training.model, END, prompt)
