import itertools

import pytest
from hypothesis import assume, given, settings

from dsl.automata.dfa import DFA, equivalent, witness
from dsl.automata.positions import PositionAutomaton
from dsl.errors import LimitError
from dsl.expressions.expression import EMPTY, EPSILON
from dsl.expressions.notation import parse
from tests.support.strategies import expressions

WORDS = ["".join(word) for length in range(7) for word in itertools.product("ab", repeat=length)]


def members(expression):
    automaton = PositionAutomaton(expression)
    return {word for word in WORDS if automaton.accepts(word)}


@given(expressions(), expressions())
def test_boolean_operations(left, right):
    first, second = DFA.from_expression(left), DFA.from_expression(right)
    here, there = members(left), members(right)
    for dfa, expected in [
        (first, here),
        (~first, set(WORDS) - here),
        (first & second, here & there),
        (first | second, here | there),
        (first - second, here - there),
        (first.reversed(), {word[::-1] for word in here}),
        (first.minimise(), here),
    ]:
        assert {word for word in WORDS if dfa.accepts(word)} == expected
    assert first.contains(second) == (second - first).is_empty()


@given(expressions(max_leaves=6), expressions(max_leaves=6))
def test_witnesses_are_real_and_shortest(left, right):
    found = witness(left, right)
    differences = members(left) ^ members(right)
    if found is None:
        assert not differences
    else:
        assert PositionAutomaton(left).accepts(found) != PositionAutomaton(right).accepts(found)
        assert not differences or len(found) == min(map(len, differences))


@settings(max_examples=60)
@given(expressions(max_leaves=6), expressions(max_leaves=6))
def test_equivalence_agrees_with_interegular(left, right):
    from interegular import parse_pattern

    first, second = (parse_pattern(str(expression)).to_fsm() for expression in (left, right))
    assert equivalent(left, right) == first.equivalent(second)


@given(expressions())
def test_minimal_automata_are_as_small_as_brzozowskis(expression):
    dfa = DFA.from_expression(expression)
    minimal, twice_reversed = dfa.minimise(), dfa.reversed().reversed()
    assert len(minimal) == len(twice_reversed)
    assert minimal.witness(twice_reversed) is None
    assert minimal.minimise().table == minimal.table


@settings(max_examples=50)
@given(expressions(max_leaves=4))
def test_minimal_automata_hold_only_reachable_states_that_differ(expression):
    # by Myhill and Nerode these two make an automaton minimal; short words tell few states apart
    minimal = DFA.from_expression(expression).minimise()
    assume(len(minimal) <= 6)
    words = ["".join(word) for length in range(6) for word in itertools.product("ab!", repeat=length)]
    assert {walked(minimal, word) for word in words} == set(range(len(minimal)))
    for left, right in itertools.combinations(range(len(minimal)), 2):
        assert any(
            minimal.accepting[walked(minimal, word, left)] != minimal.accepting[walked(minimal, word, right)]
            for word in words
        )


def walked(dfa, word, state=0):
    for letter in word:
        state = dfa.table[state][dfa.atoms.atom_of(letter)]
    return state


@given(expressions(max_leaves=5), expressions(max_leaves=5))
def test_equal_languages_have_equal_minimal_tables(left, right):
    from dsl.automata.atoms import Atoms

    atoms = Atoms([*PositionAutomaton(left).sets, *PositionAutomaton(right).sets])
    first, second = (DFA.from_expression(expression, atoms=atoms).minimise() for expression in (left, right))
    assert equivalent(left, right) == ((first.table, first.accepting) == (second.table, second.accepting))


@given(expressions())
def test_shortest_string(expression):
    dfa = DFA.from_expression(expression)
    shortest = dfa.shortest()
    assert shortest is not None
    assert dfa.accepts(shortest)
    here = members(expression)
    assert not here or len(shortest) == min(map(len, here))


def test_small_cases():
    nothing, empty_string = DFA.from_expression(EMPTY), DFA.from_expression(EPSILON)
    assert nothing.is_empty()
    assert nothing.shortest() is None
    assert not empty_string.is_empty()
    assert empty_string.shortest() == ""
    assert len(DFA.from_expression(parse("(a|b)*abb")).minimise()) == 5  # four, and the sink for other letters
    assert witness(parse("[a-z]+"), parse("[a-z0-9]+")) == "0"
    assert witness(parse("."), parse(r"[\s\S]")) == "\n"
    assert equivalent(parse("(a|b)*"), parse("(a*b*)*"))


def test_the_limit_of_states():
    hard = parse("(a|b)*a(a|b){15}")
    with pytest.raises(LimitError, match="1,000"):
        DFA.from_expression(hard, max_states=1_000)
    assert len(DFA.from_expression(parse("(a|b)*a(a|b){5}")).minimise()) == 65


def test_the_limit_of_cells():
    classes = "".join(f"[{chr(0x100 + 2 * i)}{chr(0x101 + 2 * i)}]" for i in range(2_000))
    with pytest.raises(LimitError, match="cells"):
        DFA.from_expression(parse(classes))
