"""The generator's arcs against the follow relation of the position automaton, and its limits."""

from math import log2

import numpy as np
import pytest
from hypothesis import given, settings
from numba import njit

from dsl.automata.positions import PositionAutomaton, bits
from dsl.expressions.notation import parse
from dsl.expressions.programs import ClassTable, encode
from searchers.scoring.kernels.generator import GENERATOR, MAX_POSITIONS, NOTHING, build_generator
from searchers.scoring.parameters import by_hand
from searchers.scoring.prior import GROUP, SMALL, leaf_kind
from tests.support.strategies import expressions

END_CLASS = 99


HALVES = np.full(GROUP + 1, 0.5)
PRIOR = by_hand().prior._replace(bounded=HALVES, unbounded=HALVES)


@njit
def build(program, kinds, prior, memory):
    return build_generator(program, kinds, prior, END_CLASS, memory[0])


def generator(expression, prior=PRIOR):
    """The built record, or None when it does not fit."""
    memory, classes = np.empty(1, GENERATOR), ClassTable()
    program = encode(expression, classes)
    kinds = np.array([*map(leaf_kind, classes.sets), GROUP])
    return memory[0] if build(program, kinds, prior, memory) else None


def arcs(record):
    return record["arcs"][: record["arc_count"]]


@settings(max_examples=150)
@given(expressions("abc", max_leaves=8, counts=[(0, None), (1, None), (0, 1)]))  # copies of what may be ε differ
def test_arcs_are_the_follow_relation(expression):
    record = generator(expression)
    automaton = PositionAutomaton(expression)
    count = len(automaton.sets)
    assert record["positions"] == count
    assert record["classes"][count + 1] == END_CLASS
    expected = {(0, target + 1) for target in bits(automaton.first)}
    expected |= {(source + 1, target + 1) for source in range(count) for target in bits(automaton.follow[source])}
    for state in bits(automaton.accepting):
        expected.add((state, count + 1))
    assert {(arc["source"], arc["target"]) for arc in arcs(record)} == expected


@given(expressions("abc", max_leaves=8))
def test_the_arcs_of_a_position_lie_together(expression):
    record = generator(expression)
    first = record["first_arc"]
    for position in range(record["positions"] + 2):
        assert (arcs(record)["source"][first[position] : first[position + 1]] == position).all()
    assert first[0] == 0
    assert first[record["positions"] + 2] == record["arc_count"]


def test_costs_of_a_bounded_count_are_spread_evenly():
    found = {(arc["source"], arc["target"]): arc for arc in arcs(generator(parse("a{2,4}")))}
    totals = [
        sum(found[step]["fixed"] for step in steps)
        for steps in ([(0, 1), (1, 2), (2, 5)], [(0, 1), (1, 2), (2, 3), (3, 5)], [(1, 2), (2, 3), (3, 4), (4, 5)])
    ]
    assert totals == pytest.approx([0.5 * log2(3)] * 3)
    assert all(arc["choices"] == NOTHING for arc in found.values())


def test_a_count_weighs_as_its_body_does():
    weights = np.full(GROUP + 1, 0.5)
    weights[SMALL] = 0.25
    prior = PRIOR._replace(bounded=weights, unbounded=weights)
    ends = {"a{0,1}": 0.0, "a{0,2}": 0.25 * log2(3), "(ab){0,2}": 0.5 * log2(3), "(a{0,2}){1,1}": 0.25 * log2(3)}
    for pattern, bits_of_none in ends.items():
        record = generator(parse(pattern), prior)
        (last,) = (arc for arc in arcs(record) if (arc["source"], arc["target"]) == (0, record["positions"] + 1))
        assert last["fixed"] == pytest.approx(bits_of_none), pattern
    assert generator(parse("a+(ab)*"), prior)["weights"][:2].tolist() == [0.25, 0.5]


def test_copies_share_the_choices_of_their_body():
    record = generator(parse("(ab?){3}"))
    taken = [arc["choices"] for arc in arcs(record) if (arc["source"], arc["target"]) in {(1, 2), (3, 4), (5, 6)}]
    assert taken == [-2, -2, -2]
    assert record["nodes"] == 1


def test_it_holds_as_many_positions_as_it_says():
    assert generator(parse(f"a{{{MAX_POSITIONS}}}"))["positions"] == MAX_POSITIONS
    assert generator(parse(f"a{{{MAX_POSITIONS + 1}}}")) is None


def test_too_many_arcs_do_not_fit():
    assert generator(parse("(a|b){120}")) is not None
    assert generator(parse("(a?){300}")) is None
