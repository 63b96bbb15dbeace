"""What tests of automata share."""

from dsl.automata.counting import LengthCounts
from dsl.automata.dfa import DFA


def counts(expression, longest):
    """The number of strings of lengths 0, 1, …, `longest`. Raises LimitError when the automaton is too large."""
    table = LengthCounts(DFA.from_expression(expression))
    return [table[length] for length in range(longest + 1)]
