"""What every head is.

Names that tasks use, a file each: classification.Classification, pair.PairClassification, language.LanguageModel,
pointer.Pointer, tagging.Tagging, spans.Spans, biaffine.Biaffine, chart.Chart, sequence.SequenceToSequence.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from torch import Tensor, nn

from synth.evaluation.example import Example
from synth.evaluation.vocabulary import Vocabulary, WordEmbedding


class Material(NamedTuple):
    """What a head or a structured encoder may know before it is trained: nothing of what it will be asked.

    The tokens of `vocabulary` are those of all splits, as they are written; `train` is what is learned from.
    """

    train: Sequence[Example]
    vocabulary: Vocabulary
    embedding: WordEmbedding
    seed: int


class Second(NamedTuple):
    """The other texts of pairs, read by the same encoder."""

    states: Tensor  # (B, L2, H)
    pooled: Tensor  # (B, H)
    lengths: Tensor  # (B,)


@dataclass
class Batch:
    """Examples as tensors. `targets` are what `Head.target` made of each example, once."""

    examples: list[Example]
    targets: list[Any]
    ids: Tensor  # (B, L), 0 behind the end of a text
    lengths: Tensor  # (B,)
    second: Second | None = None


class Head(nn.Module):
    """From what an encoder made of a batch to a loss, and to answers; made from the width and the material alone.

    All encoders of a run get a head with the same parameters. `width` is that of states and pooled, H.
    """

    def __init__(self, width: int, material: Material) -> None:
        super().__init__()
        self.width = width

    def target(self, example: Example) -> Any:  # noqa: ANN401 (of each head its own)
        """What `loss` needs of an example, made once: numbers in place of labels. Asked of training examples alone."""
        return example.target

    def extent(self, example: Example) -> tuple[int, ...]:
        """How long an example is, what counts most first: batches are of similar ones, so that little is padded."""
        return (len(example.tokens),)

    @abstractmethod
    def loss(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        """The loss (), a mean over the examples or tokens of the batch. States (B, L, H), pooled (B, H)."""

    @abstractmethod
    def predict(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> list[Any]:
        """The answer to each example, as the metric takes it."""

    def flops(self, lengths: Sequence[int]) -> int:
        """Floating-point operations of the loss over texts of these lengths, by formula; 0 where it is not known."""
        return 0
