"""Units that stand for a whole line of a level: `if b then S else S` is regular over them, though S nests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from dsl.automata.dfa import DFA

Join: TypeAlias = Callable[[str, str], str | None]


@dataclass(frozen=True)
class Composite:
    """Any line of a level, directly or behind a space."""

    before: str  # the class of the space, or nothing
    kind: int  # of the level
    specimens: tuple[str, ...]  # lines of the level that between them have all its classes


def without_detours(
    automata: Mapping[int, DFA], composites: Mapping[str, Composite], alphabet: str, join: Join
) -> dict[int, DFA]:
    """The automata without composites all lines of which lead there anyhow; `join` gives the unit behind a space."""
    automata = dict(automata)
    for number, original in automata.items():
        live = original.live()
        for state, unit in product(range(len(original)), composites):
            target = automata[number].step(state, unit)
            if live[state] and live[target]:
                previous = automata[number]
                automata[number] = _without(automata[number], state, unit, live.index(False))
                composite = composites[unit]
                # a line that stands for the unit may be spelled without the unit, the innermost lines first
                if not _leads(
                    automata[composite.kind], automata[number], state, target, composite.before, alphabet, join
                ):
                    automata[number] = previous
    return {number: automaton.minimise() for number, automaton in automata.items()}


def _leads(inner: DFA, outer: DFA, state: int, target: int, before: str, alphabet: str, join: Join) -> bool:
    """Whether what follows a state of an automaton also follows all strings of another, behind a space or not."""
    live = inner.live()
    pairs = {(0, state)}
    if before:
        firsts = {unit: join(before, unit) for unit in alphabet if live[inner.step(0, unit)]}
        spelled = {unit: joined for unit, joined in firsts.items() if joined is not None}
        if inner.accepting[0] or len(spelled) < len(firsts):
            return False
        pairs = {(inner.step(0, unit), outer.step(state, joined)) for unit, joined in spelled.items()}
    return all(
        _follows(outer, target, there, alphabet)
        for here, there in _reached(inner, outer, pairs, alphabet, live)
        if inner.accepting[here]
    )


def _follows(automaton: DFA, state: int, other: int, alphabet: str) -> bool:
    """Whether all that follows a state follows another as well."""
    every = [True] * len(automaton)
    return all(
        automaton.accepting[there] or not automaton.accepting[here]
        for here, there in _reached(automaton, automaton, {(state, other)}, alphabet, every)
    )


def _reached(
    one: DFA, other: DFA, starts: set[tuple[int, int]], alphabet: str, wanted: Sequence[bool]
) -> Iterator[tuple[int, int]]:
    """All pairs of states of two automata that a string leads to from some pairs, by wanted states of the first."""
    seen, pending = set(starts), list(starts)
    while pending:
        here, there = pending.pop()
        yield here, there
        steps = {(one.step(here, unit), other.step(there, unit)) for unit in alphabet}
        new = {pair for pair in steps if wanted[pair[0]]} - seen
        seen |= new
        pending += new


def _without(automaton: DFA, state: int, unit: str, dead: int) -> DFA:
    table = [list(row) for row in automaton.table]
    table[state][automaton.atoms.atom_of(unit)] = dead
    return DFA(automaton.atoms, table, automaton.accepting)
