"""The compiled neighbourhood: valid, complete against the reference edits on expressions, and connected."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from dsl.automata.positions import PositionAutomaton
from dsl.charset import DIGITS, LOWER, CharSet
from dsl.expressions.edits import single_token_edits
from dsl.expressions.expression import EPSILON, Chars, Expression, Repeat, children, size
from dsl.expressions.neighbours import Vocabulary, neighbours
from dsl.expressions.notation import parse, write
from dsl.expressions.programs import ClassTable, decode, encode
from dsl.kernels.packing import unpack
from tests.support.strategies import expressions

COUNTS = [(2, 2), (1, 3), (2, -1)]


class Language:
    """Classes of characters, and edits that may use them."""

    def __init__(self, inserted: str, wider: dict[str, list[CharSet]] | None = None) -> None:
        self.classes = ClassTable(CharSet.of(character) for character in inserted)
        self.symbols = np.arange(len(inserted), dtype=np.int16)
        self.wider = {
            self.classes.number(CharSet.of(character)): [self.classes.number(charset) for charset in sets]
            for character, sets in (wider or {}).items()
        }

    def of(self, expression: Expression, max_positions: int = 63) -> list[Expression]:
        program = encode(expression, self.classes)
        rows = [self.wider.get(number, []) for number in range(len(self.classes))]
        vocabulary = Vocabulary(
            self.symbols,
            np.cumsum([0, *map(len, rows)]),
            np.array([number for row in rows for number in row], dtype=np.int16),
            np.array(COUNTS),
        )
        found = neighbours(program, vocabulary, max_positions)
        tokens = [tuple(one.tolist()) for one in unpack(found)]
        assert len(set(tokens)) == len(tokens)
        assert tuple(program.tolist()) not in tokens
        return [decode(one, self.classes) for one in unpack(found)]


@given(expressions("ab", max_leaves=8))
@settings(max_examples=150, deadline=None)
def test_neighbours_are_programs_and_contain_the_reference_edits(expression: Expression) -> None:
    language = Language("ab")
    found = set(language.of(expression, max_positions=1000))
    missing = set(single_token_edits(expression, [CharSet.of("a"), CharSet.of("b")])) - found - {expression}
    assert not missing, sorted(map(write, missing))


LETTER_AND_DIGIT = {"a": [LOWER], "1": [DIGITS], "2": [DIGITS], "3": [DIGITS], "4": [DIGITS]}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ab", "[a-z]b"),  # classes
        ("a1234a", "a[0-9]+a"),
        ("1+2a", "[0-9]+a"),
        ("ab", "a{2}b"),  # counts
        ("a{2,4}", "a{1,4}"),
        ("a{2,4}", "a{3,4}"),
        ("a{2,4}", "a{2,5}"),
        ("a{2,4}", "a{2,3}"),
        ("a{2,4}", "a{2,}"),
        ("a{3}", "a{4}"),
        ("a{3}", "a{2}"),
        ("a{2,}", "a+"),
        ("abababc", "(ab){3}c"),  # folding
        ("cabab", "c(ab)+"),
        ("aaaaa", "a{5}"),
        ("aa*", "a+"),
        ("ba{2}a", "ba{3}"),
        ("abcd", "a(bc)*d"),  # grouping
        ("abcd", "(abc)?d"),
        ("abc", "[ab]+c"),
        ("ab1|ac1|b", "a(b1|c1)|b"),  # factoring
        ("1ab|c|2ab", "c|(1a|2a)b"),
        ("a|ab|ca", "ab?|ca"),
        ("(1b|2c)a", "1ba|2ca"),  # splitting
        ("a(1b|2c)", "a1b|a2c"),
        ("a(1b|2c)", "a1b|2c"),
        ("ab|ca|1", "ab|1"),  # dropping
        ("ab|ca", "abca"),
        ("abc", "a|bc"),
        ("abc", "ab|c"),
        ("(abc)*", "a(bc)*"),
        ("a(bc)*", "(abc)*"),
        ("(ab|c)*", "(ab)*|c"),
        ("(ab)*|c", "(ab|c)*"),
    ],
)
def test_edits_that_a_person_would_make(before: str, after: str) -> None:
    language = Language("abc1234", LETTER_AND_DIGIT)
    assert parse(after) in language.of(parse(before))


def test_every_small_regex_reaches_every_other() -> None:
    largest = 5
    language = Language("ab")
    arcs: dict[Expression, set[Expression]] = {}
    waiting = [EPSILON]
    while waiting:
        node = waiting.pop()
        if node not in arcs:
            arcs[node] = {near for near in language.of(node) if size(near) <= largest and _is_plain(near)}
            waiting.extend(arcs[node])
    assert _all_of_size(3) <= arcs.keys()
    inverse: dict[Expression, set[Expression]] = {node: set() for node in arcs}
    for node, near in arcs.items():
        for other in near:
            inverse[other].add(node)
    back, waiting = {EPSILON}, [EPSILON]
    while waiting:
        for node in inverse[waiting.pop()] - back:
            back.add(node)
            waiting.append(node)
    assert back == arcs.keys()


def _is_plain(node: Expression) -> bool:
    simple = not isinstance(node, Repeat) or (node.low, node.high) in {(0, None), (1, None), (0, 1)}
    return simple and all(map(_is_plain, children(node)))


def _all_of_size(largest: int) -> set[Expression]:
    from dsl.expressions.expression import concat, optional, plus, star, union

    by_size: dict[int, set[Expression]] = {1: {Chars(CharSet.of("a")), Chars(CharSet.of("b"))}}
    for total in range(2, largest + 1):
        by_size[total] = {wrap(node) for node in by_size[total - 1] for wrap in (star, plus, optional)}
        for left in range(1, total - 1):
            for one in by_size[left]:
                for other in by_size[total - 1 - left]:
                    by_size[total] |= {concat(one, other), union(one, other)}
    return set().union(*by_size.values())


def test_the_number_of_positions_is_limited() -> None:
    found = Language("ab").of(parse("(ab){10}a"), max_positions=21)
    assert found
    assert max(len(PositionAutomaton(expression)) for expression in found) == 21


def test_nesting_and_the_order_of_alternatives_do_not_count() -> None:
    # deleting x from the one and inserting before or behind it in the other lead to the same few languages
    found = Counter(map(write, Language("x").of(parse("ab|cd|ef"))))
    assert found["ab|cd|ef|x"] == 1
    assert found["cd|ef|xab"] == found["abx|cd|ef"] == found["axb|cd|ef"] == 1
    assert [notation for notation, count in found.items() if count > 1] == ["(ab|cd|ef)?"]  # (ab)?|cd|ef, …


def test_a_program_too_long_to_edit_is_refused() -> None:
    language = Language("ab")
    with pytest.raises(ValueError, match="too long"):
        language.of(parse("ab" * 400))


def test_more_neighbours_than_the_first_guess_fits() -> None:
    language = Language("abcdefghijklmnopqrstuvwxyz")
    assert len(language.of(parse("abc(de|fg)*hi?jklm(n|opq|rs)+tuv"))) > 1500
