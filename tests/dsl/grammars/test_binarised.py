import pytest
from hypothesis import given, settings

from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import EMPTY, EPSILON, Chars, Ref, concat, literal, optional, repeat, star, union
from dsl.grammar import Grammar
from dsl.grammars.binarised import MAX_SYMBOLS, binarise
from tests.support.grammars import grammars, language

LONGEST = 4
COUNTS = [(0, None), (1, None), (0, 1), (2, 2), (0, 3), (1, 3), (2, None), (3, 5)]


def words(binarised):
    """The language of the arrays alone, by brute force."""
    productions = binarised.productions
    found = [set() for _ in range(productions.size)]
    for symbol in productions.empty:
        found[symbol].add("")
    for symbol, characters in zip(productions.terminals, binarised.sets, strict=True):
        found[symbol].update(characters)
    before = -1
    while before != (before := sum(map(len, found))):
        for parent, child in productions.units:
            found[parent] |= found[child]
        for parent, left, right in productions.binary:
            found[parent] |= {a + b for a in found[left] for b in found[right] if len(a + b) <= LONGEST}
    return found[0]


@given(grammars(counts=COUNTS))
@settings(max_examples=100, deadline=None)
def test_the_language_stays(grammar):
    assert words(binarise(grammar.rules)) == language(grammar, LONGEST)


@given(grammars(counts=COUNTS))
@settings(max_examples=50, deadline=None)
def test_the_arrays(grammar):
    binarised = binarise(grammar.rules)
    productions = binarised.productions
    assert binarised.names[0] == "start"
    assert set(binarised.names) <= grammar.rules.keys()
    assert len(set(binarised.sets)) == len(binarised.sets) == len(productions.terminals)
    used = [*productions.binary.ravel(), *productions.units.ravel(), *productions.empty, *productions.terminals]
    assert all(0 <= symbol < productions.size for symbol in used)
    assert {*range(productions.size)} == {0, *used}


def test_equal_parts_are_shared_and_unreachable_rules_left_out():
    part = concat(literal("ab"), star(Chars(CharSet.of("xy"))))
    grammar = {
        "start": union(concat(part, literal("1")), concat(part, literal("2")), Ref("b")),
        "b": part,
        "c": EPSILON,
    }
    binarised = binarise(grammar)
    assert binarised.names == ("start", "b")
    assert len(binarised.productions.terminals) == 5
    assert binarised.productions.size == 13


@pytest.mark.parametrize("depth", [1, 5, 12])
def test_empty_parts_do_not_blow_up(depth):
    # (a?b?c?)? within itself has exponentially many ε-free forms
    body = optional(literal("a"))
    for letter in "bcdefghijklm"[:depth]:
        body = optional(concat(body, optional(literal(letter)), body))
    assert binarise({"start": body}).productions.size <= 5 * depth + 3


def test_limits():
    counted = repeat(literal("ab"), 10, 1_000)
    assert binarise({"start": counted}).productions.size < 1_100
    with pytest.raises(LimitError, match=f"{MAX_SYMBOLS:,} symbols"):
        binarise({"start": repeat(counted, 32_000, 32_000)})
    with pytest.raises(ValueError, match="∅"):
        binarise({"start": EMPTY})
    assert words(binarise({"start": EPSILON})) == {""}
    assert Grammar({"start": counted}).accepts("ab" * 10)
    assert not Grammar({"start": counted}).accepts("ab" * 9)


def test_rules_count_as_symbols():
    names = [f"r{number}" for number in range(6_000)]
    rules = {"start": union(*map(Ref, names)), **dict.fromkeys(names, EPSILON)}
    with pytest.raises(LimitError, match="5,000 symbols"):
        binarise(rules)
