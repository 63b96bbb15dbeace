"""The neighbourhood: programs that decode, edits that a person would make, nothing outside the alphabet."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.constraints import parse_constraints
from dsl.expressions.expression import Chars, literal, walk
from dsl.expressions.notation import parse
from dsl.expressions.programs import decode, encode
from searchers.problem import Problem
from searchers.spaces.neighbourhood import MAX_CLASSES, MAX_PROGRAM, Neighbourhood
from tests.support.strategies import expressions


def neighbours_of(pattern, examples, constraints=()):
    """The expressions one edit away, in the order in which they are generated."""
    neighbourhood = Neighbourhood(Problem.of(examples, constraints=parse_constraints(constraints)))
    expression = parse(pattern) if isinstance(pattern, str) else pattern
    programs = neighbourhood.of(neighbourhood.encode(expression))
    return [decode(programs.program(index), neighbourhood.classes) for index in range(programs.count)]


@settings(max_examples=40)
@given(expressions("ab1", max_leaves=6))
def test_every_neighbour_is_an_expression(expression):
    found = neighbours_of(expression, ["ab1", "b-"])
    assert found
    assert all(parse(str(neighbour)) == neighbour for neighbour in found)


@pytest.mark.parametrize(
    ("pattern", "neighbour"),
    [
        ("[0-9]{3}", "[0-9]{4}"),
        ("[0-9]{3}", "[0-9]{2}"),
        ("[0-9]{3}", "[0-9]{3,4}"),
        ("[0-9]{3}", "[0-9]{2,3}"),
        ("[0-9]{3}", "[0-9]+"),
        ("[0-9]{3}", "[a-z0-9]{3}"),
        ("[0-9]+", "[0-9]*"),
        ("[0-9]", "[0-9]?"),
        ("[0-9]", "[0-9]{2}"),
        ("7-", "[0-9]-"),
        ("[0-9]-", "[0-9\\-]"),
        ("[0-9]a", "[0-9]+a"),
        ("[0-9]a", "[0-9]"),
        ("[0-9]a", "a"),
        ("[0-9]", "[0-9]-"),
        ("[0-9]", "-[0-9]"),
        ("[0-9]a", "[0-9]|a"),
        ("a-", "(a-)+"),
        ("()", "a"),
        ("[a-z]+", "[A-Za-z]+"),
        ("[a-z0-9]+", "[a-z]+"),
        ("[a-z]+", "[a-z\\-]+"),
        ("[a-z\\-]+", "[a-z]+"),
    ],
)
def test_edits_that_a_person_would_make(pattern, neighbour):
    assert parse(neighbour) in neighbours_of(pattern, ["7-a", "18-b", "0-Cd"])


def test_large_counts_are_counted_on():
    assert parse("a{251}") in neighbours_of("a{250}", ["a"])


def test_only_the_alphabet_is_inserted():
    found = neighbours_of("[a-c]+", ["ab", "c"], ["alphabet=[a-c]"])
    sets = {node.set for expression in found for node in walk(expression) if isinstance(node, Chars)}
    assert sets
    assert all(charset <= parse("[a-c]").set for charset in sets)


@settings(max_examples=20)
@given(expressions("ab1", max_leaves=6), st.integers(0, 3))
def test_the_same_each_time(expression, more):
    neighbourhood = Neighbourhood(Problem.of(["ab1", "b-"]))
    first = neighbourhood.of(neighbourhood.encode(expression))
    for _ in range(more):
        neighbourhood.of(neighbourhood.encode(expression))
    again = neighbourhood.of(neighbourhood.encode(expression))
    assert first.tokens.tolist() == again.tokens.tolist()
    assert first.offsets.tolist() == again.offsets.tolist()


def test_a_program_too_large_to_edit_has_no_neighbours():
    neighbourhood = Neighbourhood(Problem.of(["a"]))
    assert neighbourhood.of(neighbourhood.encode(literal("a" * MAX_PROGRAM))).count == 0


def test_encoding_keeps_the_expression():
    neighbourhood = Neighbourhood(Problem.of(["a-1"]))
    expression = parse("[a-z]+-[0-9]{2}")
    program = neighbourhood.encode(expression)
    assert decode(program, neighbourhood.classes) == expression
    assert program.tolist() == encode(expression, neighbourhood.classes).tolist()


def test_hundreds_of_signs_make_no_class_of_each_two():
    signs = "".join(map(chr, range(0x2190, 0x2190 + 400)))
    neighbourhood = Neighbourhood(Problem.of([signs[:200], signs[200:]]))
    neighbourhood.encode(literal(signs))
    assert len(neighbourhood.classes) <= MAX_CLASSES + len(signs)
