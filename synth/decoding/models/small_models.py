"""Models of bytes for where none is installed: learned in seconds from the notebook that comes with synth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from dsl.errors import MissingExtraError
from synth.decoding.model import LogProbs, Prefix
from synth.decoding.models.ngram import NGram

if TYPE_CHECKING:
    from differentiable.byte_transformer import ByteTransformer


def notebook() -> list[bytes]:
    """The texts of datasets/notebook."""
    return (files("synth.decoding.models") / "notebook.txt").read_bytes().splitlines()


def ngram(prompt: bytes = b"") -> NGram:
    """An n-gram model of the notebook, going on from `prompt`."""
    return _counted().behind(prompt)


@cache
def _counted() -> NGram:
    return NGram(notebook())


def tiny(prompt: bytes = b"", *, seed: int = 0) -> ByteModel:
    """A transformer trained on the notebook, going on from `prompt`. Raises MissingExtraError without torch."""
    try:
        from differentiable.byte_transformer import ByteTransformer
    except ImportError:
        raise MissingExtraError("the tiny transformer", "torch") from None
    return ByteModel(ByteTransformer.trained(notebook(), seed=seed), prompt)


class ByteModel:
    """A byte transformer behind a prompt as a language model; it reads the last tokens that fit into its context."""

    def __init__(self, transformer: ByteTransformer, prompt: bytes = b"") -> None:
        from differentiable.byte_transformer import END, VOCABULARY_SIZE

        self.transformer = transformer
        self.vocabulary_size, self.end = VOCABULARY_SIZE, END
        self.prompt = (END, *prompt)

    def log_probs(self, prefixes: Sequence[Prefix]) -> LogProbs:
        import torch

        rows = np.empty((len(prefixes), self.vocabulary_size))
        texts = [(*self.prompt, *prefix)[-self.transformer.context :] for prefix in prefixes]
        with torch.inference_mode():
            for length in set(map(len, texts)):
                places = [place for place, text in enumerate(texts) if len(text) == length]
                logits = self.transformer(torch.tensor([texts[place] for place in places]))[:, -1]  # (places, 257)
                rows[places] = logits.double().log_softmax(-1).numpy()
        return rows
