"""What tasks share that tag words: a BiLSTM that reads how words are spelled, by patterns, beside their vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable import encoders
from differentiable.bank import RegexBank
from differentiable.encoders import Encoder
from synth.evaluation.heads.head import Material
from synth.evaluation.task import Task
from synth.evaluation.tasks.tagging.spelling import CASE, ORTHOGRAPHY, induced_patterns
from synth.evaluation.vocabulary import WordEmbedding

WORDS = 1_000  # at a time


class WordTagging(Task):
    """A tag for each word. Encoders of its own are the BiLSTM with patterns:

    case       four patterns of capitals
    shapes     patterns that a user would write
    patterns   those, and as many induced from the training words of each tag
    """

    own: ClassVar = ("case", "shapes", "patterns")

    def encoder(self, name: str, width: int, material: Material) -> Encoder:
        if name not in self.own:
            return super().encoder(name, width, material)
        patterns: tuple[str, ...] = CASE if name == "case" else ORTHOGRAPHY
        if name == "patterns":
            patterns = (*ORTHOGRAPHY, *induced_patterns(material.train))
        embedding = SpelledEmbedding(material.embedding, material.vocabulary.tokens, patterns)
        return encoders.make("lstm", vocabulary=len(material.vocabulary), width=width, embedding=embedding)


class SpelledEmbedding(nn.Embedding):
    """Vectors of words and, added to them, a layer over which patterns match the word as it is written."""

    features: Tensor  # (tokens, D), 0 or 1

    def __init__(self, words: WordEmbedding, tokens: Sequence[str], patterns: Sequence[str]) -> None:
        super().__init__(1, words.embedding_dim)
        self.num_embeddings = words.num_embeddings
        self.words = words
        self.weight = words.weight
        self.patterns = tuple(patterns)
        self.layer = nn.Linear(len(patterns), words.embedding_dim)
        bank = RegexBank.from_patterns(patterns, max_length=max(map(len, tokens))).hard()
        parts = [bank(list(tokens[first : first + WORDS])) for first in range(0, len(tokens), WORDS)]
        self.register_buffer("features", torch.cat(parts).float())

    def forward(self, ids: Tensor) -> Tensor:
        """The vectors of tokens, (…, size)."""
        read = functional.dropout(self.layer(self.features[ids]), self.words.dropout, self.training)
        found: Tensor = self.words(ids) + read
        return found
