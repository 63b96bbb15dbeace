import itertools

from hypothesis import given

from dsl.automata.counting import LengthCounts
from dsl.automata.dfa import DFA
from dsl.automata.positions import PositionAutomaton
from dsl.charset import MAX_CODE_POINT
from dsl.expressions.expression import EMPTY
from dsl.expressions.notation import parse
from tests.support.automata import counts
from tests.support.strategies import expressions


@given(expressions(alphabet="abc"))
def test_counts_agree_with_enumeration(expression):
    automaton = PositionAutomaton(expression)
    words = [["".join(word) for word in itertools.product("abc", repeat=length)] for length in range(6)]
    assert counts(expression, 5) == [sum(map(automaton.accepts, same_length)) for same_length in words]


def test_counts_are_exact_at_any_size():
    assert counts(parse("[a-z]*"), 60)[60] == 26**60
    assert counts(parse(r"[\s\S]{3}"), 3) == [0, 0, 0, (MAX_CODE_POINT + 1) ** 3]
    assert counts(EMPTY, 3) == [0, 0, 0, 0]
    fibonacci = counts(parse("(a|bb)*"), 12)
    assert fibonacci[10:] == [89, 144, 233]


def test_counts_from_a_state():
    table = LengthCounts(DFA.from_expression(parse("ab*")))
    assert [table[length] for length in (3, 0, 1)] == [1, 0, 1]
    (behind,) = table.arcs[0]
    assert table.from_state(behind, 4) == 1
