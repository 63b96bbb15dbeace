"""Corrupted strings are one edit away, by symbols that are allowed, and every kind of edit comes up."""

import torch
from rapidfuzz.distance import Levenshtein

from differentiable.automata.corruptions import corrupt

ALLOWED = [0, 2, 3]
TEXTS = [[], [2], [3, 3], [0, 2, 3, 0], [2, 2, 2, 2, 2]]


def test_each_string_is_one_edit_away():
    lengths = torch.tensor([len(text) for text in TEXTS] * 200)
    symbols = torch.tensor([text + [0] * (5 - len(text)) for text in TEXTS] * 200)
    edited, others = corrupt(symbols, lengths, torch.tensor(ALLOWED), torch.Generator().manual_seed(0))
    assert edited.shape == (1000, 6)
    kinds = {text: set() for text in range(len(TEXTS))}
    for row, (found, length) in enumerate(zip(edited.tolist(), others.tolist(), strict=True)):
        before, after = TEXTS[row % 5], found[:length]
        assert Levenshtein.distance(before, after) == 1
        assert set(after) <= set(ALLOWED)
        kinds[row % 5].add(len(after) - len(before))
    assert kinds == {0: {1}} | {text: {-1, 0, 1} for text in range(1, 5)}


def test_every_place_is_edited():
    rows = 300
    edited, lengths = corrupt(
        torch.zeros(rows, 4, dtype=torch.int64), torch.full((rows,), 4), torch.tensor([0, 1]), torch.Generator()
    )
    places = {row[:length].index(1) for row, length in zip(edited.tolist(), lengths.tolist(), strict=True) if 1 in row}
    assert places == {0, 1, 2, 3, 4}
