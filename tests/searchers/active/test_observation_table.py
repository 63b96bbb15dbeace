import random
import re
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.charset import DIGITS, LOWER, CharSet
from searchers.active.observation_table import MAX_STATES, learn
from searchers.structure.merging.labelled_tree import minimal_automaton

LETTERS = {letter: CharSet.of(letter) for letter in "ab"}
WORDS = ["".join(word) for length in range(8) for word in product("ab", repeat=length)]

automata = st.builds(
    lambda arcs, accepting: minimal_automaton(arcs, accepting, "ab"),
    st.lists(st.fixed_dictionaries(dict.fromkeys("ab", st.integers(0, 3))), min_size=4, max_size=4),
    st.sets(st.integers(0, 3)),
)


class Member:
    """Keeps its answers, and counts how often the language is really asked."""

    def __init__(self, accepts):
        self.accepts = accepts
        self.known = {}
        self.asked = Counter()

    def __call__(self, text):
        if text not in self.known:
            self.asked[text] += 1
            self.known[text] = self.accepts(text)
        return self.known[text]


def learned(accepts, examples=(), seed=0, sets=LETTERS, spent=lambda: False):
    return learn(sets, accepts, examples, random.Random(seed), spent)


@given(automata)
@settings(max_examples=60)
def test_small_automata_are_learned_exactly(automaton):
    member = Member(automaton.accepts)
    found = learned(member, WORDS)
    assert [found.accepts(word) for word in WORDS] == [automaton.accepts(word) for word in WORDS]
    assert found.minimise().witness(automaton) is None
    assert set(member.asked.values()) == {1}
    assert len(member.asked) < len(WORDS) + 400


@pytest.mark.parametrize(
    "accepts",
    [
        lambda text: len(text) % 3 == 0,
        lambda text: "aa" not in text,
        lambda text: text.endswith("ab"),
        lambda text: text.count("a") % 2 == 0 and text.count("b") % 2 == 1,
        lambda text: True,
        lambda text: False,
    ],
)
def test_walks_and_edits_take_the_place_of_most_examples(accepts):
    found = learned(accepts, [word for word in WORDS if accepts(word)][:8])
    assert [found.accepts(word) for word in WORDS] == [accepts(word) for word in WORDS]


def test_few_questions_are_asked():
    member = Member(lambda text: text.count("a") % 3 == 0)
    learned(member, ["aaa", "baaab"])
    assert len(member.asked) < 150


def test_dead_symbols_cost_few_questions():
    symbols = {symbol: CharSet.of(symbol) for symbol in "ABCDEFGHIJKLMNOPQRSTUVWX"}
    member = Member(lambda text: bool(re.fullmatch("(A[E-I]B)*D(CD)?", text)))
    found = learned(member, ["AEBD", "AFBDCD", "D", "AHBAIBD", "AGBD"], sets=symbols)
    assert all(map(found.accepts, ["D", "AEBDCD", "AFBAGBD", "AIBAHBDCD"]))
    assert not any(map(found.accepts, ["", "A", "AB", "DCDCD", "AJBD", "DB"]))
    assert len(member.asked) < 5 * len(symbols) * len(found)


def test_the_same_questions_with_the_same_seed():
    members = [Member(lambda text: "aba" in text) for _ in range(2)]
    one, other = (learned(member, ["aba", "aabab"], seed=3) for member in members)
    assert list(members[0].asked) == list(members[1].asked)
    assert (one.table, one.accepting) == (other.table, other.accepting)


def test_a_symbol_stands_for_all_its_characters():
    sets = {"a": LOWER, "0": DIGITS}
    found = learned(lambda text: text[:1].isalpha(), ["a", "a0", "0"], sets=sets)
    assert all(map(found.accepts, ["z", "q7", "x0y9"]))
    assert not any(map(found.accepts, ["", "7", "9a", "A", "a-"]))


def test_what_is_no_regular_language_comes_to_an_end():
    def balanced(text):
        return text == "a" * (len(text) // 2) + "b" * (len(text) // 2)

    found = learned(balanced, ["a" * n + "b" * n for n in range(12)])
    assert all(found.accepts("a" * n + "b" * n) for n in range(12))
    assert not any(map(found.accepts, ["a", "b", "ba", "aab"]))
    noise = learned(lambda text: random.Random(text).random() < 0.5, WORDS)
    assert len(noise) > MAX_STATES


def test_when_the_time_is_over_the_table_is_the_answer():
    found = learned(lambda text: len(text) % 5 == 0, WORDS, spent=lambda: True)
    assert found.accepts("")
    assert not found.accepts("a")


def test_the_empty_string_alone():
    assert learned(lambda text: not text, [""]).accepts("")
    assert not learned(lambda text: not text, [""]).accepts("a")


def test_no_alphabet_but_an_example():
    assert learned(lambda text: True, [""], sets={}).accepts("")


def test_no_alphabet():
    assert learned(lambda text: True, [], sets={}).accepts("")
    assert not learned(lambda text: False, [], sets={}).accepts("")
