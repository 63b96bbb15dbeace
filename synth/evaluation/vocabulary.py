"""Tokens as numbers: each distinct token as it is written is one, and the words behind them share vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

import torch
from torch import Tensor, nn
from torch.nn import functional

from synth.evaluation.example import Example

PADDING, UNKNOWN = 0, 1  # rows of the vectors
STD = 0.1  # of the numbers of a vector at the beginning


class Vocabulary:
    """The tokens of all splits, and the words that have vectors: `words`, or those that are frequent where is learned.

    A token keeps its number however rare it is, so that encoders of characters see what it is made of; its vector is
    that of its word, lower-cased where `lower`, or the one of all rare words.

    tokens    as they are written, by number; number 0 pads
    tags      the given class of each, if there are any
    words     by row of the vectors
    """

    def __init__(
        self, train: Sequence[Example], others: Iterable[Example] = (), *, most: int = 10_000, least: int = 2,
        lower: bool = True, words: Sequence[str] | None = None,
    ) -> None:  # fmt: skip
        self.lower = lower
        surfaces: dict[tuple[str, str], int] = {("", ""): 0}
        for example in chain(train, others):
            for surface in _tokens(example):
                surfaces.setdefault(surface, len(surfaces))
        kept = frequent(train, most=most, least=least, lower=lower) if words is None else words
        self.words = ["", "<unk>", *(word for word in kept if word not in ("", "<unk>"))]
        self.tokens = [token for token, _ in surfaces]
        self.tags = [tag for _, tag in surfaces]
        self._surfaces = surfaces
        self._places = {word: place for place, word in enumerate(self.words)}
        self.rows = [PADDING, *self.words_of(self.tokens[1:])]

    def ids(self, tokens: Sequence[str], tags: Sequence[str] = ()) -> list[int]:
        """The number of each token of a text of these splits."""
        return [self._surfaces[surface] for surface in zip(tokens, tags or [""] * len(tokens), strict=True)]

    def words_of(self, tokens: Sequence[str]) -> list[int]:
        """The row of each token's word."""
        return [self._places.get(_word(token, lower=self.lower), UNKNOWN) for token in tokens]

    def __len__(self) -> int:
        return len(self.tokens)


class WordEmbedding(nn.Embedding):
    """Vectors of the tokens of a vocabulary, shared by all encoders: that of the word and that of the given class.

    `weight` (words, size) holds the words, small since softmaxes may be tied to it; what is read of it is larger, of
    variance 1. `num_embeddings` counts tokens, which is what encoders are asked about.
    """

    row: Tensor  # (tokens,)
    tag: Tensor  # (tokens,)

    def __init__(self, vocabulary: Vocabulary, size: int, dropout: float) -> None:
        super().__init__(len(vocabulary.words), size, padding_idx=PADDING)
        nn.init.normal_(self.weight, std=STD)
        with torch.no_grad():
            self.weight[PADDING] = 0
        self.num_embeddings = len(vocabulary)
        self.dropout = dropout
        classes = sorted(set(vocabulary.tags))
        self.tags = nn.Parameter(STD * torch.randn(len(classes), size)) if len(classes) > 1 else None
        self.register_buffer("row", torch.tensor(vocabulary.rows))
        self.register_buffer("tag", torch.tensor([classes.index(tag) for tag in vocabulary.tags]))

    def forward(self, ids: Tensor) -> Tensor:
        """The vectors of tokens, with dropout in training, (…, size)."""
        vectors = functional.embedding(self.row[ids], self.weight, PADDING)
        if self.tags is not None:
            vectors = vectors + self.tags[self.tag[ids]]
        return functional.dropout(vectors / STD, self.dropout, self.training)


def frequent(examples: Iterable[Example], *, most: int, least: int, lower: bool) -> list[str]:
    """The words that occur at least so often, the most frequent first and no more than `most`."""
    counts = Counter(_word(token, lower=lower) for example in examples for token, _ in _tokens(example))
    return [word for word, count in counts.most_common(most) if count >= least]


def _word(token: str, *, lower: bool) -> str:
    return token.lower() if lower else token


def _tokens(example: Example) -> Iterable[tuple[str, str]]:
    yield from zip(example.tokens, example.tags or [""] * len(example.tokens), strict=True)
    for token in example.second or ():
        yield token, ""
