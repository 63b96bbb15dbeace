"""The certificate of a table against its inequality, and where two machines are told apart."""

from sys import maxsize

import pytest

from differentiable.stacks.snapping import certified_length, differences
from dsl.grammar import Grammar
from dsl.grammars.predictive.machine import ERROR
from dsl.grammars.predictive.table import PredictiveTable

DYCK = PredictiveTable.compile(Grammar.parse('start: ("(" start ")" | "[" start "]")*')).machine
FLAT = PredictiveTable.compile(Grammar.parse('start: "a" "b"')).machine  # nothing is taken away unread


def most_unread(machine):
    """Of the symbols that an action leaves, how many may be taken away without reading, at most."""
    pops = {
        symbol
        for symbol, row in enumerate(machine.cells.tolist())
        if any(action != ERROR and not machine.reads[action] for action in row)
    }
    return max(len([symbol for symbol in left if symbol in pops]) for left in machine.writes)


@pytest.mark.parametrize("machine", [DYCK, FLAT])
@pytest.mark.parametrize("epsilon", [0.001, 0.01, 0.05, 0.2, 0.4])
def test_the_certificate_is_the_longest_that_its_inequality_allows(machine, epsilon):
    def holds(length):
        return (1 - epsilon) ** (length * (1 + most_unread(machine)) + 2) > 0.5

    found = certified_length(machine, epsilon)
    assert found == 0 or holds(found)
    assert not holds(found + 1)


def test_what_is_sure_is_certified_for_all_and_what_is_even_for_none():
    assert certified_length(FLAT, 0.0) == maxsize - 2
    assert certified_length(DYCK, 0.5) == certified_length(DYCK, 1.0) == 0


def test_a_machine_differs_from_another_in_the_cell_that_was_changed():
    assert differences(DYCK, DYCK) == []
    for column, text in enumerate(DYCK.texts):
        if len(text) == 1 and int(DYCK.cells[1, column]) != ERROR and DYCK.reads[DYCK.cells[1, column]]:
            cells = DYCK.cells.copy()
            cells[1, column] = ERROR
            assert len(differences(DYCK, DYCK.with_cells(cells))) == 1
