"""A model for a cell: embedding and head begin alike under every encoder."""

from __future__ import annotations

from itertools import chain

import torch

from synth.evaluation.cell import Cell
from synth.evaluation.example import Splits
from synth.evaluation.heads.head import Material
from synth.evaluation.model import Model
from synth.evaluation.task import Settings, Task
from synth.evaluation.vocabulary import Vocabulary, WordEmbedding


def build(task: Task, cell: Cell, splits: Splits, settings: Settings) -> Model:
    """The untrained model of a cell. Raises ConfigurationError where the encoder cannot be what the task needs."""
    train = splits.train.examples
    others = chain.from_iterable(part.examples for part in (*splits.tests.values(), splits.valid))
    vocabulary = Vocabulary(
        train, others, most=settings.words, least=settings.least, lower=task.lower, words=splits.words
    )
    torch.manual_seed(cell.seed)
    embedding = WordEmbedding(vocabulary, settings.size, settings.dropout)
    material = Material(train, vocabulary, embedding, cell.seed)
    head = task.head(settings.width, material)
    torch.manual_seed(cell.seed)
    encoder = task.encoder(cell.encoder, settings.width, material)
    if cell.mode not in encoder.modes:
        encoder.mode = cell.mode  # says which modes there are
    encoder.mode = "removed" if cell.mode == "removed" else "soft"
    model = Model(vocabulary, encoder, head, settings.dropout)
    task.prepare(cell.encoder, model, material)
    return model
