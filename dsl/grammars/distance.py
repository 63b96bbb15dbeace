"""Exact Levenshtein distance to context-free languages, by two kernels (docs/design.md, "Distance")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from dsl.automata.sampling import presentable
from dsl.charset import ALPHANUMERIC, LOWER, CharSet
from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.grammars.binarised import Binarised
from dsl.grammars.recognition import Chart, lowest
from dsl.grammars.symbols import MAX_LENGTH, Texts
from dsl.kernels.compilation.interruptible import LONG, interruptible

if TYPE_CHECKING:
    from dsl.kernels.inside import Plan

MAX_BYTES: Final = 1 << 28  # of a chart: some seconds of work
NO_CUTOFF: Final = 1 << 30


def grammar_distances(grammar: Grammar, strings: Iterable[str] | Texts, cutoff: int = NO_CUTOFF) -> NDArray[np.int64]:
    """The distance of each string, int64 (strings,), at most cutoff + 1. Raises LimitError on a huge table."""
    texts = strings if isinstance(strings, Texts) else Texts(strings)
    if grammar.flat is not None and texts.chart_work > LONG:
        from dsl.automata.distance import distances

        return np.minimum(distances(grammar.flat, texts.strings).astype(np.int64), cutoff + 1)
    return _measure(grammar.binarised, texts, cutoff, median_only=False)[1]


def grammar_median_distance(grammar: Grammar, texts: Texts, cutoff: int = NO_CUTOFF) -> int:
    """The weighted lower median, at most cutoff + 1: much cheaper than all distances. Raises as `grammar_distances`."""
    return _measure(grammar.binarised, texts, cutoff, median_only=True)[0]


@dataclass(frozen=True, slots=True)
class Edit:
    """At `position` of the text, `old` becomes `new`: nothing into a character, a character into another or nothing."""

    position: int
    old: str
    new: str


def edits(grammar: Grammar, text: str) -> list[Edit]:
    """A shortest list of edits, from left to right, into the language. Raises LimitError as `grammar_distances`."""
    binarised = grammar.binarised
    distance = int(grammar_distances(grammar, [text])[0])
    _check_memory(binarised, len(text), distance)
    chart = Chart(binarised, text, distance)
    end = min(range(len(text) + 1), key=lambda end: chart.cost(0, 0, end) + len(text) - end)
    root = (0, 0, end)
    chosen = lowest(chart.forest(root))
    sets = dict(zip(binarised.productions.terminals.tolist(), binarised.sets, strict=True))
    found: list[Edit] = []
    pending = [root]
    while pending:
        fact = pending.pop()
        pending.extend(reversed(chosen[fact]))
        if fact[0] in sets:
            found.extend(_terminal_edits(text, fact[1], fact[2], sets[fact[0]]))
    return found + [Edit(position, text[position], "") for position in range(end, len(text))]


def _terminal_edits(text: str, start: int, end: int, charset: CharSet) -> Iterator[Edit]:
    """A terminal reads the last character of its part, drops those before, and writes one where there is none."""
    for position in range(start, end - 1):
        yield Edit(position, text[position], "")
    if start == end:
        yield Edit(start, "", _example(charset))
    elif text[end - 1] not in charset:
        yield Edit(end - 1, text[end - 1], _example(charset))


def _example(charset: CharSet) -> str:
    return next((common for kind in (LOWER, ALPHANUMERIC) if (common := charset & kind)), presentable(charset)).first()


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits that come from left to right."""
    pieces, place = [], 0
    for edit in edits:
        pieces += [text[place : edit.position], edit.new]
        place = edit.position + len(edit.old)
    return "".join([*pieces, text[place:]])


def _measure(binarised: Binarised, texts: Texts, cutoff: int, *, median_only: bool) -> tuple[int, NDArray[np.int64]]:
    from dsl.automata.distance import lower_median
    from dsl.kernels.inside import MOST, Blocks, measure

    if cutoff < 0:
        raise ValueError(f"not a distance: {cutoff}")
    readable = texts.membership(binarised.sets)
    lengths = np.diff(texts.offsets)
    found = np.full(len(texts), MOST + 1, dtype=np.int64)
    limit = min(cutoff, MOST)
    median_only = median_only and lengths.max(initial=0) <= MAX_LENGTH
    task = plan(binarised), readable, Blocks(*texts.blocks, lengths, texts.weights), limit, median_only, found
    median = interruptible(measure, *task, work=texts.chart_work * binarised.productions.size)
    if median_only and (median <= MOST or cutoff <= MOST):
        return int(median), found
    found[lengths > MAX_LENGTH] = MOST + 1
    for index in np.flatnonzero(found > min(cutoff, MOST) if cutoff > MOST else lengths > MAX_LENGTH):
        found[index] = _far_distance(binarised, readable, texts.of(int(index)), cutoff)
    return lower_median(found.astype(np.int32), texts.weights), found


def _far_distance(binarised: Binarised, readable: NDArray[np.bool_], symbols: NDArray[np.int32], cutoff: int) -> int:
    """The distance of one string of any length, with more and more errors allowed; at most cutoff + 1."""
    from dsl.kernels.inside import shortest_lengths
    from dsl.kernels.recogniser import measure

    found = np.empty(1, dtype=np.int64)
    offsets = np.array([0, len(symbols)], dtype=np.int64)
    inserted = int(shortest_lengths(binarised.productions)[0]) - len(symbols)  # at least
    if inserted > cutoff:
        return cutoff + 1
    limit = min(cutoff, max(inserted, 1))
    while True:
        _check_memory(binarised, len(symbols), limit)
        task = binarised.productions, readable, symbols, offsets, limit, found
        interruptible(measure, *task, work=(limit + 1) * len(symbols) ** 2 * binarised.productions.size)
        if found[0] <= limit or limit == cutoff:
            return int(found[0])
        limit = min(cutoff, 3 * limit)


def _check_memory(binarised: Binarised, length: int, limit: int) -> None:
    if (limit + 1) * (length + 1) * binarised.productions.size * (length + 64) // 8 > MAX_BYTES:
        raise LimitError(
            f"a string of {length:,} characters is more than {limit // 3} edits away from the language",
            hint="give a cutoff, shorter strings, or a grammar that is closer to them",
        )


@lru_cache(maxsize=64)
def plan(binarised: Binarised) -> Plan:
    """The grammar as the kernel reads it: symbols in an order in which most arcs lead upwards, rules by parent."""
    from dsl.kernels.inside import MOST, Plan, shortest_lengths, upwards

    productions = binarised.productions
    size = productions.size
    lengths = np.minimum(shortest_lengths(productions), MOST + 1)
    parents, lefts, rights = productions.binary.T.astype(np.int64)
    units = productions.units.T.astype(np.int64)
    arcs = np.hstack(
        [
            np.vstack([units, np.zeros_like(units[:1])]),
            np.vstack([parents, lefts, lengths[rights]]),
            np.vstack([parents, rights, lengths[lefts]]),
        ]
    )
    arcs = arcs[:, arcs[2] <= MOST]
    order = upwards(*_by_parent(size, arcs[0], arcs[1])[::-1])
    rank = np.empty(size, dtype=np.int64)
    rank[order] = np.arange(size)
    arcs = np.vstack([rank[arcs[:2]], arcs[2:]]).T
    is_upward = arcs[:, 1] < arcs[:, 0]
    parents, lefts, rights = rank[parents], rank[lefts], rank[rights]
    terminals = len(productions.terminals)
    reads = np.full(size, -1)
    reads[rank[productions.terminals]] = np.arange(terminals)
    is_before = reads[lefts] >= 0
    is_behind = ~is_before & (reads[rights] >= 0)
    is_split = ~is_before & ~is_behind
    split_lefts, left_numbers = np.unique(lefts[is_split], return_inverse=True)
    split_rights, right_numbers = np.unique(rights[is_split], return_inverse=True)
    return Plan(
        size,
        int(rank[0]),
        lengths[order].astype(np.uint8),
        reads,
        terminals,
        *_by_parent(size, arcs[is_upward, 0], arcs[is_upward, 1:]),
        np.ascontiguousarray(arcs[~is_upward]),
        *_by_parent(size, parents[is_before], np.column_stack([reads[lefts], rights])[is_before]),
        *_by_parent(size, parents[is_behind], np.column_stack([reads[rights], lefts])[is_behind]),
        *_by_parent(size, parents[is_split], np.column_stack([left_numbers, right_numbers])),
        split_lefts,
        split_rights,
    )


def _by_parent(
    size: int, parents: NDArray[np.int64], rows: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows sorted by parent, and where those of each parent start."""
    order = np.argsort(parents, kind="stable")
    return np.ascontiguousarray(rows[order]), np.searchsorted(parents[order], np.arange(size + 1))
