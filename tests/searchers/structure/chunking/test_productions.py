"""Productions: their changes keep what they derive, and their bits are those of rules made anew."""

from math import inf

import pytest

from searchers.structure.chunking.moves import moves
from searchers.structure.chunking.productions import TOP, Productions
from searchers.structure.private_characters import RULES

A, B = RULES.character(1), RULES.character(2)


def derived(productions, symbol, length):
    """All strings of tokens of at most a length, by brute force."""
    found = {name: set() for name in productions.rules}
    while True:
        before = sum(map(len, found.values()))
        for name, texts in productions.rules.items():
            for text in texts:
                made = {""}
                for one in text:
                    made = {m + end for m in made for end in found.get(one, {one}) if len(m + end) <= length}
                found[name] |= made
        if sum(map(len, found.values())) == before:
            return found[symbol]


RULES_OF = {
    "chunks": Productions({TOP: {"abcab": 2, "cab": 1, f"{A}d": 3}, A: {"ab": 3}}),
    "nested": Productions({TOP: {f"({TOP})": 4, "x": 5, "y": 1}, A: {"x": 1}}),
    "units": Productions({TOP: {A: 3, f"{A}+{B}": 2}, A: {B: 3, "n": 2}, B: {"m": 5}}),
}


def test_a_chunk_is_a_rule_where_it_stands():
    found = RULES_OF["chunks"].chunked(["ab"], A).rules
    assert found == {TOP: {f"{A}c{A}": 2, f"c{A}": 1, f"{A}d": 3}, A: {"ab": 8}}
    assert Productions({TOP: {"xyz": 1, "pyz": 2}}).chunked(["yz"], B).rules == {
        TOP: {f"x{B}": 1, f"p{B}": 2},
        B: {"yz": 3},
    }


def test_a_chunk_within_its_own_rule_makes_it_recursive():
    found = Productions({TOP: {"n": 4, "n+n": 2, "n+n+n": 1}}).chunked(["n"], TOP).rules
    assert found == {TOP: {"n": 11, f"{TOP}+{TOP}": 2, f"{TOP}+{TOP}+{TOP}": 1}}


def test_two_rules_are_one_and_none_is_itself():
    assert RULES_OF["units"].merged(A, B).rules == {TOP: {A: 3, f"{A}+{A}": 2}, A: {"n": 2, "m": 5}}


def test_a_rule_of_one_production_is_written_out():
    assert RULES_OF["units"].inlined(B).rules == {TOP: {A: 3, f"{A}+m": 2}, A: {"m": 3, "n": 2}}


@pytest.mark.parametrize("name", RULES_OF)
def test_every_move_keeps_what_is_derived(name):
    productions = RULES_OF[name]
    before = derived(productions, TOP, 5)
    made = [move() for move in moves(productions, lambda chunk: chunk.count("(") == chunk.count(")"))]
    assert made
    for changed in made:
        assert before <= derived(changed, TOP, 5)
        assert changed.bits == pytest.approx(Productions(changed.rules).bits)
        assert all(changed.rules.values())


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ({"x": 3, "x,x": 1}, {"x": 3, f"x,{A}": 1}),
        ({"x": 3, "x and x": 1, "": 2}, {"x": 3, f"x and {A}": 1, "": 2}),
        ({"x": 3, f"{A},{A}": 1, "y.y": 1, "xx": 1}, {"x": 3, f"{A},{A}": 1, "y.y": 1, "xx": 1}),
    ],
)
def test_one_more_operand_means_any_number(found, expected):
    assert Productions({TOP: {A: 1}, A: found}).opened().rules[A] == expected


def test_what_is_used_alike_is_cheap():
    assert Productions({TOP: {"ab": 9}}).bits < Productions({TOP: {"ab": 5, "ac": 4}}).bits < inf
    often, seldom = {TOP: {"a": 99, "b": 1}}, {TOP: {"a": 50, "b": 50}}
    assert Productions(often).bits < Productions(seldom).bits
