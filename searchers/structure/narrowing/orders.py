"""Loops narrowed to the orders of their turns that were seen, where chance would have shown the others.

A loop such as (a|b|c)* says nothing of what follows what. Small deterministic machines are tried that read its turns:
one knows the last turn, others a few turns in a row, or any state of a few. Where a machine is often in a state and
something never comes next, the loop may not have it there (negative evidence of absence, as in the learning of strictly
local languages by García and Vidal 1990). It pays for the choice of the machine, and for each such state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import product
from math import log2
from operator import and_
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dsl.automata.dfa import DFA
from dsl.automata.elimination import to_expression
from dsl.expressions.expression import Expression, size
from searchers.structure.merging.labelled_tree import minimal_automaton
from searchers.structure.narrowing.leaves import LEAST_BITS

MAX_SYMBOLS: Final = 8
MAX_TURNS: Final = 4_000  # in all rows; more are read in vain, as nothing is missing by chance
MAX_TABLES: Final = 100_000  # machines of so many states, those that differ in numbers alone, too
FACTORS: Final = (3, 4)  # turns in a row, of few symbols
FEW_SYMBOLS: Final = 3
LEAST_OWN_BITS: Final = 1.5  # against chance, of each turn that must not come
FAMILY_BITS: Final = 2.0  # which kind of machine it is
NOTHING: Final = -1
BACK_OFF: Final = 2.0  # turns that what was known before counts as
TINY: Final = 2.0**-50  # of a share that is left
MAX_MACHINES: Final = 4  # one after the other
MAX_SIZE: Final = 32  # nodes of the order of all that there is
MAX_PART: Final = 10  # nodes of the order of a part


_Kind: TypeAlias = tuple[int, ...]  # of a place: what cannot come there, and the states of machines


class _Family(NamedTuple):
    """Machines alike: tables of the next state, (machines, states, symbols), and the bits to say which one."""

    tables: NDArray[np.int64]
    bits: float
    factor: tuple[int, ...] = ()  # the turns that alone may be missing, where the last state has read all but one


class _Machine(NamedTuple):
    """A machine, and the symbols, or the end, that may not come in its states, (states, symbols + 1)."""

    table: NDArray[np.int64]
    missing: NDArray[np.bool_]
    saved: float


def narrowed_order(rows: Mapping[str, int], *, low: int, is_all: bool, runs: Collection[str] = ()) -> Expression | None:
    """An expression over the symbols of the rows, each of at least `low` (0 or 1); None where nothing is sure.

    `is_all` rows are all that there is: who asks for a language then means one that has some order. Two `runs` of the
    same symbol would be one.
    """
    alphabet = sorted(set().union(*rows))
    turns = sum(map(len, rows))
    if not 1 < len(alphabet) <= MAX_SYMBOLS or turns > MAX_TURNS:
        return None
    reader, machines = _Reader(rows, alphabet, runs), list[_Machine]()
    for _ in range(MAX_MACHINES):
        found = max(map(reader.best, _families(len(alphabet), is_all)), key=lambda machine: machine.saved)
        if found.saved <= (0.0 if is_all and not machines else LEAST_BITS):
            break
        machines.append(found)
        reader.forbid(found)
    if not machines:
        return None
    order = reduce(and_, (_automaton(machine, alphabet) for machine in machines))
    body = to_expression(order & _some(alphabet, low))
    if is_all:  # no text is empty, which need not be meant: (a|b)+ -> a*b?
        body = min(to_expression(order), body, key=size)
    return body if size(body) <= (MAX_SIZE if is_all else MAX_PART) else None


class _Reader:
    """Rows of turns as numbers, the end of a row last, and how often what may come does so at places of a kind."""

    def __init__(self, rows: Mapping[str, int], alphabet: Sequence[str], runs: Collection[str]) -> None:
        numbers = {symbol: number for number, symbol in enumerate(alphabet)}
        end = self._end = len(alphabet)
        self._rows = [[*(numbers[symbol] for symbol in row), end] for row in rows]
        self._times = list(rows.values())
        times = np.full(end + 1, 0.5)
        for row, count in zip(self._rows, self._times, strict=True):
            np.add.at(times, row, count)
        # that no row is empty, or one at most, tells nothing, and neither that runs do not come one behind the other
        joined = {numbers[symbol] for symbol in runs}
        self._kinds: list[list[_Kind]] = [
            [(end,), *((symbol if symbol in joined else NOTHING,) for symbol in row[:-1])] for row in self._rows
        ]
        self._shares: dict[_Kind, NDArray[np.float64]] = {
            (absent,): _normal(np.where(np.arange(end + 1) == absent, 0.0, times)) for absent in (NOTHING, end, *joined)
        }

    def best(self, family: _Family) -> _Machine:
        """The machine that saves most: bits against chance, less those of the machine and of the states with less."""
        seen, visits = self._visits(family.tables)
        kinds = [(times[..., np.newaxis], self._shares[kind]) for kind, times in visits.items()]
        own = np.sum([-times * np.log2(np.maximum(1.0 - shares, TINY)) for times, shares in kinds], axis=0)
        missing = ~seen & ((own >= LEAST_OWN_BITS) | (own == 0))  # what cannot come anyway may be missing
        saved = np.zeros(seen.shape[:2])
        if family.factor:
            missing[:, :-1] = False
            missing[:, :, np.arange(self._end + 1) != family.factor[-1]] = False
        else:
            saved -= self._end + 1 + log2(seen.shape[1])
        for times, shares in kinds:
            saved -= times[..., 0] * np.log2(np.maximum(1.0 - missing @ shares, TINY))
        missing &= (saved > 0)[..., np.newaxis]
        totals = np.maximum(saved, 0.0).sum(axis=1) - family.bits
        first = int(totals.argmax())
        return _Machine(family.tables[first], missing[first], float(totals[first]))

    def forbid(self, machine: _Machine) -> None:
        """Know from now on what a machine does not let come, and how often the others come in its states."""
        times: defaultdict[_Kind, NDArray[np.float64]] = defaultdict(lambda: np.zeros(self._end + 1))
        for row, kinds, count in zip(self._rows, self._kinds, self._times, strict=True):
            state = 0
            for place, symbol in enumerate(row):
                kinds[place] = (*kinds[place], state)
                times[kinds[place]][symbol] += count
                state = int(machine.table[state, symbol]) if symbol < self._end else state
        self._shares = {
            kind: _normal(np.where(machine.missing[kind[-1]], 0.0, seen + BACK_OFF * self._shares[kind[:-1]]))
            for kind, seen in times.items()
        }

    def _visits(self, tables: NDArray[np.int64]) -> tuple[NDArray[np.bool_], dict[_Kind, NDArray[np.int64]]]:
        """What comes in the states of all machines, (machines, states, symbols + 1), and how often they are in a state
        at places of each kind, (machines, states).
        """
        machines, states, _ = tables.shape
        seen = np.zeros((machines, states, self._end + 1), dtype=np.bool_)
        visits: defaultdict[_Kind, NDArray[np.int64]] = defaultdict(lambda: np.zeros((machines, states), np.int64))
        each = np.arange(machines)
        for row, kinds, times in zip(self._rows, self._kinds, self._times, strict=True):
            at = np.zeros(machines, dtype=np.int64)
            for symbol, kind in zip(row, kinds, strict=True):
                seen[each, at, symbol] = True
                visits[kind][each, at] += times
                if symbol < self._end:
                    at = tables[each, at, symbol]
        return seen, visits


def _normal(times: NDArray[np.float64]) -> NDArray[np.float64]:
    """Shares from how often things come, (symbols + 1,)."""
    shares: NDArray[np.float64] = times / times.sum()
    return shares


@cache
def _families(symbols: int, is_all: bool) -> tuple[_Family, ...]:
    """The machines that are tried: what kind the last turn is, of two kinds or of as many as there are symbols; of few
    symbols some turns in a row, and all machines of few states.
    """
    kinds = np.array(list(product((0, 1), repeat=symbols))[1:])
    last = np.arange(1, symbols + 1)
    families = [
        _Family(np.repeat(kinds[:, np.newaxis], 2, axis=1), FAMILY_BITS + symbols),
        _Family(np.tile(last, (1, symbols + 1, 1)), FAMILY_BITS),
    ]
    if symbols > FEW_SYMBOLS:
        return tuple(families)
    for length in FACTORS:
        bits = FAMILY_BITS + length * log2(symbols)
        factors = product(range(symbols), repeat=length)
        families += [_Family(np.array([_matcher(factor, symbols)]), bits, factor) for factor in factors]
    states = 2
    while is_all and states ** (states * symbols) <= MAX_TABLES:
        tables = np.array(list(_tables(states, symbols)))
        families.append(_Family(tables, FAMILY_BITS + log2(len(tables))))
        states += 1
    return tuple(families)


def _matcher(factor: Sequence[int], symbols: int) -> list[list[int]]:
    """How much of a factor, but for its last symbol, was just read (Knuth, Morris and Pratt 1977)."""
    prefix = factor[:-1]

    def longest(text: tuple[int, ...]) -> int:
        return next(n for n in range(min(len(prefix), len(text)), -1, -1) if text[len(text) - n :] == prefix[:n])

    return [[longest((*prefix[:state], symbol)) for symbol in range(symbols)] for state in range(len(factor))]


def _tables(states: int, symbols: int) -> Iterator[list[list[int]]]:
    """All machines of so many states that can be reached, states numbered in the order in which they are met."""

    def extended(targets: list[int], used: int) -> Iterator[list[int]]:
        if len(targets) == states * symbols:
            if used == states:
                yield targets
        elif len(targets) < used * symbols:
            for target in range(min(used + 1, states)):
                yield from extended([*targets, target], max(used, target + 1))

    for targets in extended([], 1):
        yield [targets[state * symbols : (state + 1) * symbols] for state in range(states)]


def _automaton(machine: _Machine, alphabet: Sequence[str]) -> DFA:
    states = range(len(machine.table))
    arcs = [
        {
            symbol: int(machine.table[state, number])
            for number, symbol in enumerate(alphabet)
            if not machine.missing[state, number]
        }
        for state in states
    ]
    return minimal_automaton(arcs, [state for state in states if not machine.missing[state, -1]], alphabet)


def _some(alphabet: Sequence[str], low: int) -> DFA:
    """All rows of at least so many symbols."""
    arcs = dict.fromkeys(alphabet, low)
    return minimal_automaton([arcs] * (low + 1), [low], alphabet)
