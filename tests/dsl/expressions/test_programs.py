import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import EMPTY, Chars, Ref, literal, repeat, walk
from dsl.expressions.notation import parse
from dsl.expressions.programs import CONCAT, MAX_NUMBER, REPEAT, STAR, UNION, ClassTable, decode, encode
from tests.support.strategies import expressions


@given(expressions(alphabet="abc"))
def test_decode_undoes_encode(expression):
    classes = ClassTable()
    program = encode(expression, classes)
    assert program.dtype == np.int16
    assert decode(program, classes) == expression
    assert set(classes.sets) == {node.set for node in walk(expression) if isinstance(node, Chars)}


def test_the_written_form():
    classes = ClassTable()
    program = encode(parse("ab*|c{2,5}"), classes)
    a, b, c = (classes.number(next(iter(walk(literal(letter)))).set) for letter in "abc")
    assert program.tolist() == [a, b, STAR, CONCAT, c, REPEAT, 2, 5, UNION]
    assert len(classes) == 3


@given(st.lists(st.integers(-8, 3), max_size=6))
def test_decode_refuses_what_is_no_program(tokens):
    classes = ClassTable(node.set for node in map(literal, "abc"))
    try:
        expression = decode(np.array(tokens, dtype=np.int16), classes)
    except ValueError:
        return
    assert decode(encode(expression, classes), classes) == expression


@pytest.mark.parametrize("tokens", [[], [0, 0], [CONCAT], [0, CONCAT], [9], [0, REPEAT, 2], [0, REPEAT, 3, 2], [-9]])
def test_examples_of_no_program(tokens):
    with pytest.raises(ValueError, match="not a"):
        decode(np.array(tokens, dtype=np.int16), ClassTable([literal("a").set]))


def test_what_has_no_program():
    for node in (EMPTY, Ref("x")):
        with pytest.raises(ValueError, match="no program"):
            encode(node, ClassTable())
    with pytest.raises(LimitError):
        encode(repeat(literal("a"), 0, 40_000), ClassTable())


def test_more_classes_than_tokens_can_say_are_too_many():
    classes = ClassTable(CharSet.of(chr(number)) for number in range(MAX_NUMBER + 1))
    assert classes.number(CharSet.of(chr(MAX_NUMBER))) == MAX_NUMBER
    with pytest.raises(LimitError, match="different classes"):
        classes.number(CharSet.of("ab"))
