"""The examples as the policy sees them: characters by slots and kinds, so that it does not matter which they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import torch
from torch import Tensor

from dsl.charset import DIGITS, LOWER, UPPER, WORD
from dsl.expressions.named import WHITESPACE
from searchers.policy import tokens as t
from searchers.problem import Problem

POSITIVES: Final = 24  # that the policy looks at
NEGATIVES: Final = 16
LENGTH: Final = 20  # characters of each
SLOTS: Final = t.CHARACTER_SLOTS + 2  # none, each slot, and any other character
KINDS: Final = 7
_KINDS: Final = (DIGITS, LOWER, UPPER, WORD, WHITESPACE)


class Examples(NamedTuple):
    """One or more sets of examples; 0 is no character, and a string of weight 0 no string."""

    slots: Tensor  # (sets, strings, characters)
    kinds: Tensor  # (sets, strings, characters)
    negative: Tensor  # (sets, strings), 0 or 1
    weights: Tensor  # (sets, strings), each set's sum to 1


def look(problem: Problem, characters: Sequence[str]) -> Examples:
    """A few strings of a problem, evenly chosen by length, as one set; `characters` are those with slots."""
    slots = {character: 1 + index for index, character in enumerate(characters)}
    few = problem.sample(POSITIVES)
    texts = [*few.positives, *problem.negatives[:NEGATIVES]]
    shape = (1, POSITIVES + NEGATIVES, LENGTH)
    slot, kind = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    for row, text in enumerate(texts):
        for column, character in enumerate(text[:LENGTH]):
            slot[0, row, column] = slots.get(character, SLOTS - 1)
            kind[0, row, column] = 1 + _kind_of(character)
    negative, weights = np.zeros(shape[:2], dtype=np.int64), np.zeros(shape[:2], dtype=np.float32)
    negative[0, len(few.positives) : len(texts)] = 1
    weights[0, : len(texts)] = 1 / len(texts)
    return Examples(*map(torch.from_numpy, (slot, kind, negative, weights)))


def together(sets: Sequence[Examples]) -> Examples:
    """Several sets as one batch."""
    return Examples(*map(torch.cat, zip(*sets, strict=True)))


def _kind_of(character: str) -> int:
    return next((number for number, charset in enumerate(_KINDS) if character in charset), len(_KINDS))
