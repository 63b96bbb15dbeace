"""A text in which a conflict of lookahead comes up."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final, NamedTuple

from dsl.automata.atoms import Atoms
from dsl.charset import CharSet
from dsl.grammars.predictive.alternatives import Alternatives, Symbol, Symbols
from dsl.grammars.predictive.lookahead import END, Lookahead, Text

MOST_STEPS: Final = 20_000


class _State(NamedTuple):
    read: str
    stack: tuple[Symbol, ...]
    ahead: Text | None  # what has still to come behind the cell, None before it


def shortest_witness(lookahead: Lookahead, atoms: Atoms, cell: tuple[int, Text], choice: int) -> str | None:
    """A short text whose leftmost derivation comes to `cell` and takes `choice` there; None when none was found."""
    alternatives = lookahead.alternatives
    lengths = _shortest(alternatives)
    number, text = cell
    pending: list[tuple[int, int, _State]] = []
    seen: set[tuple[tuple[Symbol, ...], Text | None]] = set()

    def add(state: _State) -> None:
        if state[1:] not in seen:
            seen.add(state[1:])
            length = len(state.read) + sum(1 if isinstance(part, CharSet) else lengths[part] for part in state.stack)
            heappush(pending, (length, len(seen), state))

    add(_State("", (0,), None))
    for _ in range(MOST_STEPS):
        if not pending:
            return None
        state = heappop(pending)[2]
        if not state.stack:
            if state.ahead is not None and set(state.ahead) <= {END}:
                return state.read
            continue
        top, rest = state.stack[0], state.stack[1:]
        if isinstance(top, CharSet):
            for following in _read(state, atoms.atoms_in(top), atoms):
                add(following)
            continue
        for sequence in alternatives.of[top]:
            add(_State(state.read, (*sequence, *rest), state.ahead))
        if top == number and state.ahead is None:
            add(_State(state.read, (*alternatives.of[number][choice], *rest), text))
    return None


def _read(state: _State, members: tuple[int, ...], atoms: Atoms) -> Iterator[_State]:
    rest = state.stack[1:]
    if not state.ahead:
        yield _State(state.read + atoms.specimen(members[0]), rest, state.ahead)
    elif state.ahead[0] in members:
        yield _State(state.read + atoms.specimen(state.ahead[0]), rest, state.ahead[1:])


def _shortest(alternatives: Alternatives) -> list[int]:
    """The length of the shortest string of each nonterminal."""
    far = 1 << 30
    lengths = [far] * len(alternatives.of)
    changed = True

    def length(sequence: Symbols) -> int:
        return sum(1 if isinstance(symbol, CharSet) else lengths[symbol] for symbol in sequence)

    while changed:
        changed = False
        for number, sequences in enumerate(alternatives.of):
            best = min(map(length, sequences), default=far)
            if best < lengths[number]:
                lengths[number], changed = best, True
    return lengths
