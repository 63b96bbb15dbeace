"""Edits of one program made at once: what is better here and what is better there are mostly better together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np

from dsl.expressions.programs import REPEAT, Program

_Unit: TypeAlias = tuple[int, ...]  # a token, with its counts


class _Edit(NamedTuple):
    """Units start:end of a program become others."""

    start: int
    end: int
    units: list[_Unit]


def combined(program: Program, neighbours: Iterable[Program]) -> Program:
    """`program` with the edits that made its neighbours of it, without those that touch one of an earlier neighbour."""
    # ab·c·, neighbours ab?·c· and ab·d· -> ab?·d·
    units = _units(program)
    edits: list[_Edit] = []
    for neighbour in neighbours:
        edit = _edit(units, _units(neighbour))
        if all(edit.end < other.start or other.end < edit.start for other in edits):
            edits.append(edit)
    for start, end, others in sorted(edits, reverse=True):
        units[start:end] = others
    return np.array([token for unit in units for token in unit], dtype=np.int16)


def _units(program: Program) -> list[_Unit]:
    units: list[_Unit] = []
    tokens = iter(program.tolist())
    for token in tokens:
        units.append((token, next(tokens), next(tokens)) if token == REPEAT else (token,))
    return units


def _edit(units: list[_Unit], others: list[_Unit]) -> _Edit:
    """The shortest edit that makes `others` of `units`."""
    shorter = min(len(units), len(others))
    start = next((place for place in range(shorter) if units[place] != others[place]), shorter)
    rest = shorter - start
    behind = next((place for place in range(rest) if units[-1 - place] != others[-1 - place]), rest)
    return _Edit(start, len(units) - behind, others[start : len(others) - behind])
