"""One key for all regexes of one language, so that a population does not hold the same thing twice."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

from dsl.automata.dfa import DFA
from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Expression

MAX_STATES = 40  # beyond that notations are compared, which is cheap

Key: TypeAlias = Hashable


def language_key(expression: Expression) -> Key:
    """The minimal automaton over the coarsest alphabet, numbered breadth first; the notation where it is large."""
    try:
        dfa = DFA.from_expression(expression, max_states=MAX_STATES).minimise()
    except LimitError:
        return str(expression)
    columns: dict[tuple[int, ...], CharSet] = {}
    for atom, charset in enumerate(dfa.atoms.sets):
        column = tuple(row[atom] for row in dfa.table)
        columns[column] = columns.get(column, CharSet()) | charset
    ordered = sorted(columns.items(), key=lambda item: item[1].ranges)
    states = [0]
    for state in states:  # grows meanwhile
        states += dict.fromkeys(column[state] for column, _ in ordered if column[state] not in states)
    numbers = {state: number for number, state in enumerate(states)}
    table = tuple(tuple(numbers[column[state]] for column, _ in ordered) for state in states)
    return tuple(charset.ranges for _, charset in ordered), table, tuple(dfa.accepting[state] for state in states)
