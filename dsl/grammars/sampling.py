"""Strings of a grammar: uniform over derivations by length, or by walking the rules."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from math import inf
from typing import Final

from dsl.automata.sampling import MAX_LENGTH, presentable, turns
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Concat, Empty, Expression, Ref, Repeat, Union
from dsl.grammar import Grammar
from dsl.grammars.notation import alternatives
from dsl.grammars.rules import deriving, users_of
from dsl.language import START

_USUAL_LENGTH: Final = 60
_LONGEST: Final = 300
_DEPTHS: Final = (0, 1, 2, 3, 4, 6, 8, 12, 16)
_MOST_STEPS: Final = 30_000
_MOST_SHORT_STEPS: Final = 2_000_000
_NONE: Final = (MAX_LENGTH + 1, 1 << 60)  # no string is known yet
_MOST_WORK: Final = 20_000_000  # pairs of a rule and a place to split at

Weights = Mapping[str, Sequence[float]]


class DerivationSampler:
    """Draws derivations of a length uniformly, by exact counting. Raises LimitError where they are infinitely many."""

    def __init__(self, grammar: Grammar) -> None:
        binarised = grammar.binarised
        productions = binarised.productions
        self.sets = dict(zip(productions.terminals.tolist(), binarised.sets, strict=True))
        self.empty = set(productions.empty.tolist())
        self.rules: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
        for parent, *parts in [*productions.units.tolist(), *productions.binary.tolist()]:
            self.rules[parent].append(tuple(parts))
        self._symbols = range(productions.size)
        self._order = self._without_loops()
        self._counts: list[list[int]] = []

    def count(self, length: int) -> int:
        """How many derivations make strings of `length` characters."""
        return self._count(0, length) if length >= 0 else 0

    def of_length(self, length: int, rng: random.Random) -> str:
        """The string of a derivation, each with the same probability. Raises LimitError when there is none."""
        if not self.count(length):
            raise LimitError(f"the language has no string of {length} characters", hint="choose another length")
        letters: list[str] = []
        pending = [(0, length)]
        while pending:
            symbol, left = pending.pop()
            if symbol in self.sets:
                letters.append(self.sets[symbol].draw(rng))
            else:
                pending.extend(reversed(self._draw(symbol, left, rng)))
        return "".join(letters)

    def _draw(self, symbol: int, length: int, rng: random.Random) -> list[tuple[int, int]]:
        point = rng.randrange(self._count(symbol, length))
        for ways, parts in self._ways(symbol, length):
            if point < ways:
                return parts
            point -= ways
        raise AssertionError("the point lies below the sum")

    def _ways(self, symbol: int, length: int) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        if length == 0 and symbol in self.empty:
            yield 1, []
        for parts in self.rules[symbol]:
            if len(parts) == 1:
                yield self._count(parts[0], length), [(parts[0], length)]
                continue
            left, right = parts
            for first in range(length + 1):
                # the cheaper factor guards the other: what is 0 has no other part to count
                if ways := self._count(left, first):
                    yield ways * self._count(right, length - first), [(left, first), (right, length - first)]

    def _count(self, symbol: int, length: int) -> int:
        if len(self._counts) <= length:
            self._check_work(length)
        while len(self._counts) <= length:
            self._append_row()
        return self._counts[length][symbol]

    def _check_work(self, length: int) -> None:
        rules = sum(map(len, self.rules.values()))
        if rules * length * length // 2 > _MOST_WORK:
            raise LimitError(
                f"the derivations of {length:,} characters are too many to count", hint="choose a smaller length"
            )

    def _append_row(self) -> None:
        length, row = len(self._counts), [0] * len(self._symbols)
        self._counts.append(row)
        for symbol in self._order:
            if symbol in self.sets:
                row[symbol] = len(self.sets[symbol]) if length == 1 else 0
            else:
                row[symbol] = sum(ways for ways, _ in self._ways(symbol, length))

    def _without_loops(self) -> list[int]:
        """An order in which what may make the whole of a symbol's string comes before the symbol."""
        users: defaultdict[int, list[tuple[int, tuple[int, ...]]]] = defaultdict(list)
        for parent, rules in self.rules.items():
            for parts in rules:
                for part in parts:
                    users[part].append((parent, parts))
        nullable = set(self.empty)
        pending = list(nullable)
        while pending:
            for parent, parts in users[pending.pop()]:
                if parent not in nullable and nullable.issuperset(parts):
                    nullable.add(parent)
                    pending.append(parent)
        graph: dict[int, set[int]] = {symbol: set() for symbol in self._symbols}
        for parent, rules in self.rules.items():
            for parts in rules:
                graph[parent].update(part for part, other in zip(parts, parts[::-1], strict=True) if other in nullable)
                graph[parent].update(parts[:1] if len(parts) == 1 else ())
        try:
            return list(TopologicalSorter(graph).static_order())
        except CycleError:
            raise LimitError(
                "some string has infinitely many derivations",
                hint="a rule leads back to itself without reading anything",
            ) from None


class Walker:
    """The generative model of a grammar: rules are followed from `start`, choices made at random.

    The alternatives of a rule, as they print, are equally likely, or in proportion to `weights[rule]`. Repeats, classes
    and inner unions are drawn as dsl.automata.sampling.generate draws them.
    """

    def __init__(self, grammar: Grammar, weights: Weights | None = None) -> None:
        self._alternatives = {name: alternatives(body) for name, body in grammar.rules.items()}
        self._weights = weights or {}
        self._rules = grammar.rules
        self._ends: dict[str, Expression] = {}
        self._heights = deriving(grammar.rules, lambda leaf: not isinstance(leaf, Empty))

    def draw(self, rng: random.Random, depth: int, longest: float = inf) -> str | None:
        """A string, or None beyond `longest`; below `depth` rules in each other choices are those that end soonest."""
        letters: list[str] = []
        pending: list[tuple[Expression, int]] = [(Ref(START), depth)]
        steps = 0
        while pending:
            steps += 1
            if len(letters) > longest or steps > _MOST_STEPS:
                return None
            node, left = pending.pop()
            match node:
                case Chars(charset):
                    letters.append(presentable(charset).draw(rng))
                case Ref(name):
                    parts = self._alternatives[name]
                    free = rng.choices(parts, self._weights.get(name))[0] if left > 0 else self._soonest_of(name)
                    pending.append((free, left - 1))
                case Concat(parts):
                    pending.extend((part, left) for part in reversed(parts))
                case Union(parts):
                    pending.append((rng.choice(parts) if left >= 0 else self._soonest(parts), left))
                case Repeat(body, low, high):
                    count = turns(low, high, rng) if left >= 0 else low
                    if count > _MOST_STEPS:
                        return None
                    pending.extend([(body, left)] * count)
        return "".join(letters) if len(letters) <= longest else None

    def draw_short(self, rng: random.Random) -> str:
        """A string of the least length. Raises LimitError where that is over 100,000 characters, or takes too long."""
        letters: list[str] = []
        pending: list[Expression] = [Ref(START)]
        steps = 0
        if _least(pending[0], self._shortest)[0] > MAX_LENGTH:
            raise LimitError(f"every string has more than {MAX_LENGTH:,} characters", hint="use smaller counts")
        while pending:
            node = pending.pop()
            steps += 1
            if steps > _MOST_SHORT_STEPS:
                raise LimitError("a string takes too many rules to draw", hint="use smaller counts, or fewer rules")
            match node:
                case Chars(charset):
                    letters.append(presentable(charset).draw(rng))
                case Ref(name):
                    pending.append(self._rules[name])
                case Concat(parts):
                    pending.extend(reversed(parts))
                case Union(parts):
                    pending.append(min(parts, key=lambda part: _least(part, self._shortest)))
                case Repeat(body, low, _) if low and _least(body, self._shortest)[0]:
                    pending.extend([body] * low)
        return "".join(letters)

    @cached_property
    def _shortest(self) -> Mapping[str, tuple[int, int]]:
        return _shortest(self._rules)

    def _soonest_of(self, name: str) -> Expression:
        found = self._ends.get(name)
        if found is None:
            found = self._ends[name] = self._soonest(self._alternatives[name])
        return found

    def _soonest(self, parts: Sequence[Expression]) -> Expression:
        return min(parts, key=lambda part: _height(part, self._heights))


def _shortest(rules: Mapping[str, Expression]) -> dict[str, tuple[int, int]]:
    """The length of the shortest string of each rule, and how many rules lie one within the other in making it.

    Lengths over MAX_LENGTH are not told apart.
    """
    users = users_of(rules)
    found: dict[str, tuple[int, int]] = {}
    pending: Iterable[str] = rules
    while pending:
        new = {}
        for name in pending:
            length, height = _least(rules[name], found)
            if (length, height + 1) < found.get(name, _NONE):
                new[name] = length, height + 1
        found |= new
        pending = dict.fromkeys(user for name in new for user in users[name])
    return found


def _least(node: Expression, rules: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
    match node:
        case Chars():
            return 1, 0
        case Ref(name):
            return rules.get(name, _NONE)
        case Concat(parts):
            found = [_least(part, rules) for part in parts]
            return min(sum(length for length, _ in found), MAX_LENGTH + 1), max(height for _, height in found)
        case Union(parts):
            return min(_least(part, rules) for part in parts)
        case Repeat(body, low, _) if low:
            length, height = _least(body, rules)
            return min(low * length, MAX_LENGTH + 1), height
        case _:
            return 0, 0


def _height(node: Expression, heights: Mapping[str, float]) -> float:
    match node:
        case Ref(name):
            return heights[name]
        case Concat(parts):
            return max(_height(part, heights) for part in parts)
        case Union(parts):
            return min(_height(part, heights) for part in parts)
        case Repeat(body, low, _):
            return _height(body, heights) if low else 0
        case _:
            return 0


def show(grammar: Grammar, n: int, rng: random.Random) -> list[str]:
    """`n` strings, none over 300 characters where there are shorter ones: of lengths of the grammar, if it has some, or
    varied, most up to 60."""
    walker = Walker(grammar)
    return [_near(walker, _length(grammar.lengths, rng), rng) for _ in range(n)]


def _length(usual: Sequence[int], rng: random.Random) -> int:
    return rng.choice(usual) if usual else rng.randrange(_USUAL_LENGTH if rng.random() < 0.9 else _LONGEST)


def _near(walker: Walker, length: int, rng: random.Random) -> str:
    walks = [walker.draw(rng, depth, _LONGEST) for depth in _DEPTHS]
    found = [text for text in walks if text is not None] or [walker.draw_short(rng)]
    return min(found, key=lambda text: abs(len(text) - length))
