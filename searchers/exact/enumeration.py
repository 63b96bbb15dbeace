"""Bottom-up enumeration of regular expressions by cost, each language once as far as the examples can tell.

Cost is `expression.size`. Entries of cost up to c - 2 suffice to find every answer of cost c: a concatenation or
a union has parts of at most that cost, and the body of a repeat, of cost c - 1, is made anew, tried and dropped. That
spares the two levels that would take the most memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, count
from typing import Final

import numpy as np

from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import EPSILON, Chars, Expression, concat, repeat, union
from searchers.exact.infixes import WORD_BITS, Indices, InfixClosure, pack
from searchers.exact.kernels.bank import (
    CONCAT,
    LEAF,
    UNION,
    Bank,
    Goal,
    Hits,
    add_leaf,
    concatenations,
    move,
    repetitions,
    unions,
)
from searchers.exact.kernels.goals import (
    CLEAN,
    ENDS,
    STARTS,
    describe,
    match_concatenations,
    match_entries,
    match_unions,
)

BLOCK_PAIRS: Final = 1 << 18  # pairs of entries, and steps of the inner loops, between two looks at the clock
BLOCK_WORK: Final = 1 << 24
MAX_BYTES: Final = 1 << 30
HIT_ROWS: Final = 2_000
FIRST_CAPACITY: Final = 1 << 12
LOADED_COST: Final = 5  # up to which every kernel has been run

Counts = tuple[tuple[int, int | None], ...]


class Enumeration:
    """The bank over one set of examples, filled level by level.

    `store(c)` needs the levels below c, `match(c)` needs the levels up to c - 2. Both yield after every block of
    work, so that the caller can stop at any moment.
    """

    def __init__(
        self, positives: Sequence[str], negatives: Sequence[str], leaves: Sequence[CharSet], counts: Counts
    ) -> None:
        self.infixes = InfixClosure([*positives, *negatives])
        self.only_empty = not any(positives)  # the one task whose answer is ε, which helps in nothing larger
        self.leaves = leaves
        self.counts = counts
        self.levels: list[Indices] = [np.empty(0, np.int32)]
        self.count = 0
        width = self.infixes.width
        wholes = [text for text in positives if text]
        wholes.sort(key=len)  # short examples rule out the most
        examples = sorted([*positives, *negatives], key=len)
        self.goal = Goal(
            self.infixes.sequence(positives),
            self.infixes.sequence(negatives),
            np.array([self.infixes.sequence(_prefixes(text)) for text in wholes], np.uint64).reshape(-1, width),
            np.array([self.infixes.sequence(_suffixes(text)) for text in wholes], np.uint64).reshape(-1, width),
            np.array([len(text) for text in examples], np.int32),
            np.array([text in positives for text in examples], np.bool_),
            np.array([self.infixes.numbers[infix] for text in examples for infix in _cuts(text)], np.int32),
            np.array(
                [[_pieces(low, high) for low, high in counts], [_pieces(0, high) for _, high in counts]], np.uint64
            ),
        )
        columns = {self.infixes.numbers[text]: column for column, text in enumerate([*positives, *negatives])}
        self.wanted = pack(range(len(positives)), (len(columns) + 63) // 64)
        everywhere = {number: number for number in range(len(self.infixes))}
        self.by_right = self.infixes.splits(everywhere, by_right=True)
        self.by_left = self.infixes.splits(everywhere, by_right=False)
        self.columns_by_right = self.infixes.splits(columns, by_right=True)
        self.columns_by_left = self.infixes.splits(columns, by_right=False)
        self.hits = Hits(np.empty((HIT_ROWS, 4), np.int32), np.zeros(1, np.int64))
        self.roles = np.empty(0, np.uint8)
        self.bank = self._empty_bank(FIRST_CAPACITY)

    def run(self) -> Iterator[tuple[int, list[Expression] | None]]:
        """Every cost with its consistent expressions, None after each block. Raises LimitError over MAX_BYTES."""
        for cost in count(1):
            work: Iterator[None]
            if cost <= 2:
                work = chain(self.store(cost), self.match(cost))
            elif cost <= 4:
                work = self.match(cost)
            else:
                work = chain(self.store(cost - 2), self.match(cost))
            for _ in work:
                yield cost, None
            yield cost, [EPSILON] if cost == 1 and self.only_empty else self.answers()
            if not any(len(level) for level in self.levels[(cost - 2) // 2 :]):
                return

    def store(self, cost: int) -> Iterator[None]:
        """Store the languages of expressions of one cost that no cheaper expression has."""
        first = self.count
        if cost == 1:
            for number, leaf in enumerate(self.leaves):
                sequence = self.infixes.sequence(c for c in leaf if c in self.infixes.numbers)
                self.count = add_leaf(self.bank, self.count, sequence, number)
        else:
            yield from self._generate(cost, storing=True)
        self.levels.append(np.arange(first, self.count, dtype=np.int32))
        roles = np.empty(self.count - first, np.uint8)
        for start in range(0, len(roles), BLOCK_PAIRS):
            describe(self.bank, first + start, self.goal, roles[start : start + BLOCK_PAIRS])
            yield
        self.roles = np.concatenate([self.roles, roles])

    def match(self, cost: int) -> Iterator[None]:
        """Find consistent expressions of one cost; `answers()` then has them. The first two levels must be stored."""
        self.hits.found[0] = 0
        if cost <= 2:
            match_entries(self.bank, self.levels[cost], self.goal, self.hits)
            return
        for low in range(1, cost - 1):
            heads, tails = self._heads(low, STARTS), self._entries(cost - 1 - low, ENDS)
            left_is_fixed = len(heads) <= len(tails)
            splits = self.columns_by_right if left_is_fixed else self.columns_by_left
            for fixed, free in self._blocks(*sorted((heads, tails), key=len)):
                match_concatenations(self.bank, fixed, free, left_is_fixed, splits, self.wanted, self.hits)
                yield
            if 2 * low <= cost - 1:
                parts = self._entries(low, CLEAN), self._entries(cost - 1 - low, CLEAN)
                for lefts, rights in self._blocks(self._without(parts[0], UNION), parts[1]):
                    match_unions(self.bank, lefts, rights, self.goal, self.hits)
                    yield
        yield from self._generate(cost - 1, storing=False)

    def _generate(self, cost: int, *, storing: bool) -> Iterator[None]:
        """Make every expression of one cost from the bank: store it, or match its repeats."""
        context = (self.goal, self.hits, storing)
        bodies = self.levels[cost - 1]
        size = max(1, BLOCK_WORK // (len(self.by_right.others) * (len(self.counts) + 4)))
        for start in range(0, len(bodies), size):
            block = bodies[start : start + size]
            if storing:
                yield from self._reserve(len(block) * len(self.counts))
            self.count = repetitions(self.bank, self.count, block, self.by_right, *context)
            yield
        for low in range(1, cost - 1):
            heads = self._heads(low, 0 if storing else STARTS)
            tails = self._entries(cost - 1 - low, 0 if storing else ENDS)
            left_is_fixed = len(heads) <= len(tails)
            splits = self.by_right if left_is_fixed else self.by_left
            for fixed, free in self._blocks(*sorted((heads, tails), key=len)):
                if storing:
                    yield from self._reserve(len(fixed) * len(free))
                self.count = concatenations(self.bank, self.count, fixed, free, left_is_fixed, splits, *context)
                yield
            if 2 * low <= cost - 1:
                lefts = self._without(self.levels[low], UNION)
                for some, rights in self._blocks(lefts, self.levels[cost - 1 - low]):
                    if storing:
                        yield from self._reserve(len(some) * len(rights))
                    self.count = unions(self.bank, self.count, some, rights, *context)
                    yield

    def _entries(self, cost: int, role: int) -> Indices:
        entries = self.levels[cost]
        chosen: Indices = entries[self.roles[entries] & role == role]
        return chosen

    def _heads(self, cost: int, role: int) -> Indices:
        # (ab)c -> a(bc): what is a concatenation itself need not stand on the left
        return self._without(self._entries(cost, role), CONCAT)

    def _without(self, entries: Indices, kind: int) -> Indices:
        others: Indices = entries[self.bank.kinds[entries] != kind]
        return others

    def _blocks(self, outer: Indices, inner: Indices) -> Iterator[tuple[Indices, Indices]]:
        """All pairs in blocks of bounded work."""
        if len(outer) == 0 or len(inner) == 0:
            return
        pairs = max(1, min(BLOCK_PAIRS, BLOCK_WORK // ((len(self.infixes) + 7) // 8 * self.infixes.width)))
        step = max(1, pairs // len(inner))
        for start in range(0, len(outer), step):
            for begin in range(0, len(inner), pairs):
                yield outer[start : start + step], inner[begin : begin + pairs]

    def _reserve(self, entries: int) -> Iterator[None]:
        """Make room for so many more entries, and for as many again as there are."""
        needed = self.count + entries
        if needed <= len(self.bank.kinds):
            return
        larger = self._empty_bank(max(needed, 2 * len(self.bank.kinds)))
        step = BLOCK_PAIRS // self.infixes.width
        for start in range(0, self.count, step):
            move(self.bank, larger, start, min(start + step, self.count))
            yield
        self.bank = larger

    def _empty_bank(self, capacity: int) -> Bank:
        width = self.infixes.width
        slots = 1 << (2 * capacity - 1).bit_length()
        if capacity * (8 * width + 9) + 4 * slots > MAX_BYTES:
            raise LimitError(
                f"the enumeration needs more than {MAX_BYTES >> 20:,} MB", hint="give fewer examples, or use the beam"
            )
        sequences = np.empty((capacity, width), np.uint64)
        return Bank(
            sequences,
            sequences.view(np.uint8),
            np.empty(capacity, np.int8),
            np.empty(capacity, np.int32),
            np.empty(capacity, np.int32),
            np.zeros(slots, np.int32),
        )

    def answers(self) -> list[Expression]:
        """The expressions of the last match, in the order in which they were found, at most HIT_ROWS of them."""
        found: dict[Expression, None] = {}
        for kind, left, right, times in self.hits.rows[: self.hits.found[0]].tolist():
            expression = self._build(kind, left, right)
            found[expression if times < 0 else repeat(expression, *self.counts[times])] = None
        return list(found)

    def expression(self, entry: int) -> Expression:
        """What an entry of the bank stands for."""
        bank = self.bank
        return self._build(int(bank.kinds[entry]), int(bank.lefts[entry]), int(bank.rights[entry]))

    def _build(self, kind: int, left: int, right: int) -> Expression:
        if kind == LEAF:
            return Chars(self.leaves[left])
        if kind == CONCAT:
            return concat(self.expression(left), self.expression(right))
        if kind == UNION:
            return union(self.expression(left), self.expression(right))
        return repeat(self.expression(left), *self.counts[right])


def _prefixes(text: str) -> list[str]:
    return [text[:end] for end in range(1, len(text) + 1)]


def _suffixes(text: str) -> list[str]:
    return [text[start:] for start in range(len(text))]


def _pieces(low: int, high: int | None) -> int:
    # at least `low`, at most `high` pieces; empty ones of a body that has the empty word make up any number
    return sum(1 << count for count in range(low, WORD_BITS if high is None else high + 1))


def _cuts(text: str) -> list[str]:
    return [text[start:end] for end in range(1, len(text) + 1) for start in range(end)]


@cache
def load_kernels() -> None:
    """Compile what an enumeration runs, or load it, so that this takes no time from a short search."""
    small = Enumeration(["ab", "abb"], ["", "a", "b", "ba"], [CharSet.of("a"), CharSet.of("b")], ((0, None), (2, 2)))
    for cost, _ in small.run():
        if cost > LOADED_COST:
            return
