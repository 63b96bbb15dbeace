"""Exact Levenshtein distance from strings to regular languages, by dsl.kernels.levels (docs/design.md, "Distance")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dsl.automata.bit_sets import bits
from dsl.automata.positions import PositionAutomaton
from dsl.errors import LimitError
from dsl.expressions.expression import Empty, Expression
from dsl.expressions.programs import ClassTable, Program, decode, encode
from dsl.kernels.batch import Batch
from dsl.kernels.compilation.interruptible import interruptible
from dsl.kernels.packing import Programs, pack, unpack

NO_CUTOFF: Final = 1 << 30
MAX_ARCS: Final = 20_000_000
MAX_STEPS: Final = 10_000_000_000  # arcs times characters: some ten seconds


def distances(expression: Expression, strings: Iterable[str]) -> NDArray[np.int32]:
    """The distance of each string, int32 (strings,). Raises LimitError on ∅ and beyond 20,000 positions."""
    if isinstance(expression, Empty):
        raise LimitError("no string has a distance to the empty language", hint="give a pattern that matches")
    classes = ClassTable()
    program = encode(expression, classes)
    batch = Batch(strings, classes)
    found: NDArray[np.int32] = distance_table(pack([program]), batch)[0, batch.inverse]
    return found


def distance_table(programs: Programs, batch: Batch, cutoff: int = NO_CUTOFF) -> NDArray[np.int32]:
    """All distances, int32 (programs, distinct strings of the batch); those beyond `cutoff` are cutoff + 1."""
    return _score(programs, batch, cutoff, median_only=False)[1]


def median_distances(programs: Programs, batch: Batch, cutoff: int = NO_CUTOFF) -> NDArray[np.int32]:
    """The weighted lower median of the distances to each program, int32 (programs,); cutoff + 1 beyond `cutoff`."""
    return _score(programs, batch, cutoff, median_only=True)[0]


def possibly_accepted(programs: Programs, batch: Batch) -> NDArray[np.bool_]:
    """Which strings may be in the languages, bool (programs, distinct strings): exact up to 63 positions, else all."""
    from dsl.kernels.acceptance import accept
    from dsl.kernels.automaton import AUTOMATON
    from dsl.kernels.compilation.background import await_compiler

    await_compiler()
    possible = np.empty((programs.count, len(batch)), dtype=np.bool_)
    members = batch.blocks.member_starts, batch.blocks.member_symbols
    memory = np.empty(1, AUTOMATON)
    accept(
        programs.tokens,
        programs.offsets,
        batch.symbols,
        batch.offsets,
        *members,
        batch.blocks.symbol_count,
        memory,
        possible,
    )
    return possible


def _score(
    programs: Programs, batch: Batch, cutoff: int, *, median_only: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    from dsl.kernels.levels import MAX_LEVELS, TOO_LARGE

    if cutoff < 0:
        raise ValueError(f"not a distance: {cutoff}")
    limit = min(cutoff, MAX_LEVELS)
    medians, table = _scan(programs, batch, limit, median_only=median_only)
    left = medians == TOO_LARGE
    if limit < cutoff:
        left |= medians > limit if median_only else (table > limit).any(axis=1)
    if left.any():
        every = list(unpack(programs))
        for index in np.flatnonzero(left):
            row = np.minimum(_relaxed_distances(every[index], batch), cutoff + 1)
            medians[index] = lower_median(row, batch.weights)
            if not median_only:
                table[index] = row
    return medians, table


def _scan(
    programs: Programs, batch: Batch, limit: int, *, median_only: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Medians, TOO_LARGE for programs of too many positions, whose rows are undefined; and the table, if asked for."""
    from dsl.kernels.automaton import AUTOMATON
    from dsl.kernels.levels import score

    medians = np.zeros(programs.count, dtype=np.int32)
    table = np.empty((1 if median_only else programs.count, len(batch)), dtype=np.int32)
    memory = np.empty(1, AUTOMATON)
    score(programs.tokens, programs.offsets, batch.blocks, limit, memory, median_only, medians, table)
    return medians, table


def _relaxed_distances(program: Program, batch: Batch) -> NDArray[np.int32]:
    """The distances of all strings of the batch to a program of any number of positions."""
    automaton = PositionAutomaton(decode(program, batch.classes))
    texts = [batch.symbols[start:end] for start, end in pairwise(batch.offsets.tolist())]
    return _relaxed(automaton, batch.specimens, texts)


def far_distance(automaton: PositionAutomaton, text: str) -> int:
    """The distance of a text that is long, or far from the language. Raises LimitError where it would take too long."""
    characters = sorted(set(text))
    numbers = {character: number for number, character in enumerate(characters)}
    # as in batches: the kernel is compiled for these
    kind: type[np.unsignedinteger[Any]] = np.uint16 if len(characters) <= 1 << 16 else np.uint32
    symbols = np.array([numbers[character] for character in text], dtype=kind)
    return int(_relaxed(automaton, characters, [symbols])[0])


def _relaxed(
    automaton: PositionAutomaton, characters: Sequence[str], texts: Sequence[NDArray[Any]]
) -> NDArray[np.int32]:
    """The distances of texts, whose symbols are the numbers of `characters`."""
    from dsl.kernels.levels import relax

    successors = [automaton.first, *automaton.follow]
    starts = np.zeros(len(successors) + 1, dtype=np.int64)
    np.cumsum([following.bit_count() for following in successors], out=starts[1:])
    longest = max(map(len, texts), default=0)
    if starts[-1] > MAX_ARCS or starts[-1] * longest > MAX_STEPS:
        raise LimitError(
            f"a string of {longest:,} characters is too far from a pattern of {len(automaton):,} positions to measure",
            hint="give shorter strings, or a smaller pattern",
        )
    targets = np.array([position + 1 for following in successors for position in bits(following)], dtype=np.int64)
    ends = np.array(list(bits(automaton.accepting)), dtype=np.int64)
    # decoding joins classes, [a]|[b] -> [ab], so the sets of the positions need a membership of their own
    sets = ClassTable(automaton.sets)
    rows = [[character in charset for character in characters] for charset in sets.sets]
    membership = np.array(rows, dtype=np.bool_).reshape(len(sets), len(characters))  # ε has no set
    numbers = np.array([0, *map(sets.number, automaton.sets)], dtype=np.int64)
    costs, next_costs = np.empty((2, len(successors)), dtype=np.int32)
    task = membership, numbers, starts, targets, ends, costs, next_costs
    found = [interruptible(relax, symbols, *task, work=len(symbols) * len(targets)) for symbols in texts]
    return np.array(found, dtype=np.int32)


def lower_median(values: NDArray[np.int32], weights: NDArray[np.int64]) -> int:
    """The weighted median; of an even number the lower of the two in the middle."""
    order = np.argsort(values, kind="stable")
    reached = 2 * np.cumsum(weights[order]) >= weights.sum()
    return int(values[order[np.argmax(reached)]]) if len(values) else 0
