"""Whether strings belong to the language of a grammar, and how: recognition, parse trees, number of parses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from math import prod

import numpy as np
from numpy.typing import NDArray

from dsl.automata.bit_sets import bits
from dsl.automata.positions import PositionAutomaton
from dsl.errors import ExampleError, LimitError
from dsl.grammar import Grammar
from dsl.grammars.binarised import Binarised
from dsl.grammars.symbols import Texts
from dsl.kernels.compilation.interruptible import LONG, interruptible

Fact = tuple[int, int, int]  # symbol, start, end
Forest = dict[Fact, list[tuple[Fact, ...]]]  # all ways to make a fact out of others


@dataclass(frozen=True, slots=True)
class Tree:
    """A rule, the part of the text that it covers, and the rules inside, from left to right."""

    rule: str
    start: int
    end: int
    children: tuple[Tree, ...]

    def walk(self) -> Iterator[Tree]:
        """The tree and everything below it, parents first."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))


def accepts_all(grammar: Grammar, strings: Iterable[str] | Texts) -> NDArray[np.bool_]:
    """Whether the grammar accepts each string, bool (strings,). Whoever asks often makes Texts once."""
    from dsl.kernels.recogniser import measure

    texts = strings if isinstance(strings, Texts) else Texts(strings)
    if grammar.flat is not None and texts.chart_work > LONG:  # a chart would take the square of what this takes
        automaton = PositionAutomaton(grammar.flat)
        return np.array([automaton.accepts(text) for text in texts.strings], dtype=np.bool_)
    binarised = grammar.binarised
    found = np.empty(len(texts), dtype=np.int64)
    readable = texts.membership(binarised.sets)
    task = binarised.productions, readable, texts.symbols, texts.offsets, 0, found
    interruptible(measure, *task, work=texts.chart_work * binarised.productions.size)
    accepted: NDArray[np.bool_] = found == 0
    return accepted


def parse_tree(grammar: Grammar, text: str) -> Tree:
    """A parse tree of least height. Raises ExampleError when the grammar does not accept `text`."""
    root = (0, 0, len(text))
    forest = Chart(grammar.binarised, text).forest(root)
    if not forest:
        raise ExampleError(f"the grammar does not accept {text!r}", hint="ask for `edits` to see what is wrong with it")
    return _collapse(lowest(forest), root, grammar.binarised.names)


def count_parses(grammar: Grammar, text: str) -> int:
    """How many derivations `text` has, repeats turn by turn, 0 outside. Raises LimitError when infinitely many."""
    forest = Chart(grammar.binarised, text).forest((0, 0, len(text)))
    counts: dict[Fact, int] = {}
    try:
        for fact in TopologicalSorter({fact: _inside(ways) for fact, ways in forest.items()}).static_order():
            counts[fact] = sum(prod(counts[part] for part in way) for way in forest[fact])
    except CycleError:
        raise LimitError(
            f"{text!r} has infinitely many parses", hint="a rule leads back to itself without reading anything"
        ) from None
    return counts.get((0, 0, len(text)), 0)


class Chart:
    """Which parts of `text` are within `limit` edits of which symbol, and how; with 0, what derives which part."""

    def __init__(self, binarised: Binarised, text: str, limit: int = 0) -> None:
        from dsl.kernels.recogniser import facts

        texts = Texts([text])
        readable = texts.membership(binarised.sets)
        task = binarised.productions, readable, texts.symbols, limit
        self._rows = interruptible(facts, *task, work=(limit + 1) * texts.chart_work * binarised.productions.size)
        self._ends: dict[Fact, int] = {}
        productions = binarised.productions
        self.pairs, self.units = defaultdict(list), defaultdict(list)
        for parent, left, right in productions.binary.tolist():
            self.pairs[parent].append((left, right))
        for parent, child in productions.units.tolist():
            self.units[parent].append(child)
        self.empty = set(productions.empty.tolist())
        self.terminals = set(productions.terminals.tolist())

    def cost(self, symbol: int, start: int, end: int) -> int:
        """The least number of edits that turn the part into a string of `symbol`; limit + 1 when there are more."""
        levels = range(len(self._rows))
        return next((level for level in levels if self.ends(level, start, symbol) >> end & 1), len(levels))

    def ends(self, level: int, start: int, symbol: int) -> int:
        """The ends, as bits, of the parts from `start` that are within `level` edits of `symbol`."""
        key = level, start, symbol
        found = self._ends.get(key)
        if found is None:
            found = self._ends[key] = int.from_bytes(self._rows[key].tobytes(), "little")
        return found

    def forest(self, root: Fact) -> Forest:
        """Everything that takes part in making `root` at its cost, with all ways to make it."""
        found: Forest = {}
        pending = [root] if self.cost(*root) < len(self._rows) else []
        while pending:
            fact = pending.pop()
            if fact not in found:
                found[fact] = list(self._ways(fact))
                pending.extend(_inside(found[fact]))
        return found

    def _ways(self, fact: Fact) -> Iterator[tuple[Fact, ...]]:
        symbol, start, end = fact
        cost = self.cost(*fact)
        if symbol in self.terminals or (start == end and symbol in self.empty):
            yield ()
        for child in self.units[symbol]:
            if self.cost(child, start, end) == cost:
                yield ((child, start, end),)
        for left, right in self.pairs[symbol]:
            for middle in bits(self.ends(cost, start, left) & (2 << end) - 1):
                if self.cost(left, start, middle) + self.cost(right, middle, end) == cost:
                    yield (left, start, middle), (right, middle, end)


def _inside(ways: list[tuple[Fact, ...]]) -> set[Fact]:
    return {part for way in ways for part in way}


def lowest(forest: Forest) -> dict[Fact, tuple[Fact, ...]]:
    """One way for each fact, chosen so that following them comes to an end."""
    users: defaultdict[Fact, list[tuple[Fact, tuple[Fact, ...]]]] = defaultdict(list)
    chosen: dict[Fact, tuple[Fact, ...]] = {}
    ready = []
    for fact, ways in forest.items():
        for way in ways:
            for part in set(way):
                users[part].append((fact, way))
        if () in ways:
            chosen[fact] = ()
            ready.append(fact)
    while ready:  # in rounds, so that what is known with fewer rounds is chosen
        known, ready = ready, []
        for part in known:
            for fact, way in users[part]:
                if fact not in chosen and all(other in chosen for other in way):
                    chosen[fact] = way
                    ready.append(fact)
    return chosen


def _collapse(chosen: dict[Fact, tuple[Fact, ...]], root: Fact, names: tuple[str, ...]) -> Tree:
    """The tree of rules alone: what lies between them in the binarised form is left out."""
    pending, done = [(root, False)], list[list[Tree]]([[]])
    while pending:
        fact, is_complete = pending.pop()
        symbol, start, end = fact
        if is_complete:
            children = done.pop()
            done[-1].append(Tree(names[symbol], start, end, tuple(children)))
            continue
        if symbol < len(names):
            pending.append((fact, True))
            done.append([])
        pending.extend((part, False) for part in reversed(chosen[fact]))
    return done[0][0]
