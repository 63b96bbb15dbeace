from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import dsl
from dsl.errors import ConfigurationError, LimitError, VocabularyError
from dsl.grammar import Grammar
from dsl.regex import Regex
from synth.decoding import TokenMask, Vocabulary
from synth.decoding.constraint import unpack
from tests.support.brute_masks import allowed, prefixes
from tests.support.grammars import grammars
from tests.support.grammars import language as enumerated
from tests.support.strategies import expressions

PIECES = [b"a", b"b", b"ab", b"ba", b"aa", b"bb", b"aab", b"abab", b"bbb", b"ca", b"", b"c", b"abc"]
LETTERS = Vocabulary(PIECES, [10])


def tokens(mask, state):
    return set(np.flatnonzero(mask.allowed_dense(state)).tolist())


def after(mask, text):
    """The state behind a text, read byte by byte or token by token."""
    state = mask.start()
    for token in mask.vocabulary.encode(text):
        state = mask.advance(state, token)
    return state


@settings(max_examples=40, deadline=None)
@given(st.one_of(grammars(), expressions().map(Regex)), st.randoms(use_true_random=False))
def test_masks_are_what_trying_every_token_finds(language, rng):
    mask, begun = TokenMask(language, LETTERS), prefixes(language)
    state, text = mask.start(), b""
    for _ in range(6):
        found = tokens(mask, state)
        assert found == allowed(begun, language.accepts, LETTERS, text)
        assert mask.accepts(state) == language.accepts(text.decode())
        path = mask.shortest_completion(state)
        assert len(path) == mask.distance_to_end(state)
        assert language.accepts((text + LETTERS.decode(path)).decode())
        if not found - {10}:
            break
        token = rng.choice(sorted(found - {10}))
        state, text = mask.advance(state, token), text + PIECES[token]


def spelled(text, pieces):
    """All ways to cut a text into pieces, as the places of the cuts."""
    ways = {0: [()]}
    for end in range(1, len(text) + 1):
        ways[end] = [
            (*way, end)
            for piece in pieces
            if piece and text.endswith(piece, 0, end)
            for way in ways.get(end - len(piece), ())
        ]
    return ways[len(text)]


FINITE = [(0, 1), (1, 2), (2, 2), (0, 2)]


@settings(max_examples=40, deadline=None)
@given(
    st.one_of(expressions("abé", counts=FINITE).map(Regex), grammars("ab", counts=FINITE)),
    st.lists(st.text("abé", min_size=1, max_size=3).map(str.encode), min_size=1, max_size=5),
    st.lists(st.sampled_from(["é".encode()[:1], "é".encode()[1:], "é".encode()[1:] + b"a"]), max_size=2),
)
def test_no_token_leads_where_tokens_cannot_go_on(language, pieces, parts):
    vocabulary = Vocabulary([*pieces, *parts, b""], [len(pieces) + len(parts)])
    words = [w.encode() for w in language_of(language) if len(w) <= 8]
    cuts = {word: spelled(word, vocabulary.tokens) for word in words}
    following = defaultdict(set)  # what was spelled so far -> what the next token may spell
    for word, ways in cuts.items():
        for way in ways:
            for begin, end in pairwise((0, *way)):
                following[word[:begin]].add(word[begin:end])
    if not following and b"" not in words:
        with pytest.raises((VocabularyError, LimitError)):
            TokenMask(language, vocabulary)
        return
    try:
        mask = TokenMask(language, vocabulary)
    except LimitError:
        assume(False)
    pending = [(mask.start(), b"")]
    for state, text in pending[:200]:
        found = {vocabulary.tokens[token] for token in tokens(mask, state)} - {b""}
        assert found == following[text] or len(text) > 3
        assert mask.accepts(state) == (text in words)
        for token in tokens(mask, state) - set(vocabulary.end_tokens):
            pending.append((mask.advance(state, token), text + vocabulary.tokens[token]))


def language_of(language):
    """The words of up to 8 letters."""
    rules = {"start": language.expression} if isinstance(language, Regex) else language.rules
    return enumerated(Grammar(rules), 8)


def test_states_are_kept_forked_and_returned_to():
    mask = TokenMask(dsl.parse("(ab)*c"), LETTERS)
    kept = after(mask, b"ab")
    once, again = mask.advance(kept, 11), mask.advance(kept, 2)
    assert mask.accepts(once)
    assert not mask.accepts(again)
    assert tokens(mask, kept) == tokens(mask, again) == {0, 2, 7, 11, 12}


def test_a_token_that_is_not_allowed_leads_nowhere():
    mask = TokenMask(dsl.parse("ab"), LETTERS)
    assert mask.advance(mask.start(), 1) is None
    assert mask.advance(mask.start(), 10) is None
    assert mask.advance(mask.start(), 99) is None


def test_behind_an_end_token_only_end_tokens_come():
    mask = TokenMask(dsl.parse("a"), Vocabulary([b"a", b"", b""], [1, 2]))
    end = mask.advance(after(mask, b"a"), 1)
    assert tokens(mask, end) == {1, 2}
    assert mask.advance(end, 2) == end


def test_equal_masks_are_one():
    mask = TokenMask(dsl.parse("a{9}"), LETTERS)
    assert mask.allowed(after(mask, b"a")) is mask.allowed(after(mask, b"aa"))


def test_a_batch_is_the_masks_of_its_states():
    mask = TokenMask(dsl.parse("a{9}"), LETTERS)
    states = [mask.start(), after(mask, b"aaaaaaaaa")]
    batch = mask.allowed_batch(states)
    assert batch.shape == (2, 1)
    assert all((row == mask.allowed(state)).all() for row, state in zip(batch, states, strict=True))
    assert mask.allowed_batch([]).shape == (0, 1)


def test_masks_cannot_be_written_to():
    mask = TokenMask(dsl.parse("a"), LETTERS)
    with pytest.raises(ValueError, match="read-only"):
        mask.allowed(mask.start())[0] = 0


def test_characters_may_be_split_between_tokens():
    mask = TokenMask(dsl.parse("[é-ü]+€"), "bytes")
    state = after(mask, "é".encode()[:1])
    assert tokens(mask, state) == set(range(0xA9, 0xBD))
    assert tokens(mask, after(mask, "é".encode())) == {0xC3, 0xE2}
    assert mask.shortest_completion(state) == [0xA9, *"€".encode()]


def test_what_is_sure_to_come_need_not_be_asked_for():
    mask = TokenMask(dsl.parse("(abab|abaa)c"), LETTERS)
    assert LETTERS.decode(mask.forced(mask.start())) == b"aba"
    assert mask.forced(after(mask, b"ababc")) == []


@pytest.mark.parametrize(
    ("language", "vocabulary", "limits"),
    [
        ('start: "a" start "b" | "c"', LETTERS, range(1, 7)),
        ("a|éb{9}", Vocabulary([b"a", b"b", b"\xc3", b"\xa9", b"bb", b""], [5]), range(1, 13)),  # é begun is a long way
        ("a|éb{9}|ö", "bytes", [1, 2, 5, 10, 11]),
    ],
)
def test_generation_ends_inside_the_language_under_a_limit(language, vocabulary, limits):
    mask = TokenMask(dsl.parse(language), vocabulary)
    for left in limits:
        reached = {mask.start()}
        for remaining in range(left, 0, -1):
            masks = {state: mask.allowed_within(state, remaining) for state in reached}
            assert all(timely.any() for timely in masks.values())  # no dead end
            reached = {
                mask.advance(state, int(token))
                for state, timely in masks.items()
                for token in np.flatnonzero(unpack(timely, len(mask.vocabulary)))
                if token not in mask.vocabulary.end_tokens
            }
        assert all(map(mask.accepts, reached))


def fewest(mask, state, most):
    """The tokens to the end of a text, by trying all; more than `most` when these are not enough."""
    reached = {state}
    for count in range(most + 1):
        if any(map(mask.accepts, reached)):
            return count
        reached = {after for one in reached for after in mask.successors(one)[1]}
    return most + 1


@settings(max_examples=30, deadline=None)
@given(st.one_of(grammars(), expressions().map(Regex)), st.randoms(use_true_random=False))
def test_the_tokens_to_the_end_are_the_fewest(language, rng):
    mask = TokenMask(language, LETTERS)
    state = mask.start()
    for _ in range(4):
        found, states = mask.successors(state)
        needed = dict(zip(found.tolist(), [fewest(mask, after, 2) for after in states], strict=True))
        for left in (1, 3, 2):
            timely = unpack(mask.allowed_within(state, left), len(LETTERS))
            assert {token for token in needed if timely[token]} == {t for t, count in needed.items() if count < left}
        assert min(mask.distance_to_end(state), 3) == fewest(mask, state, 2)
        if not states:
            break
        state = rng.choice(states)


def test_brackets_are_counted_when_the_end_is_near():
    mask = TokenMask(dsl.parse('start: "(" start ")" | "[" start "]" | "a"~1..40'), Vocabulary(
        [b"(", b"[", b")", b"]", b"a", b")]", b"))", b"a" * 20, b""], [8]
    ))  # fmt: skip
    state = after(mask, b"[((((a")
    assert mask.distance_to_end(state) == 3
    assert len(mask._steps_of) < 12  # what does not close is not tried


def test_the_state_of_another_mask_is_an_error():
    mask = TokenMask(dsl.parse("a"), LETTERS)
    for ask in (mask.allowed, mask.accepts, mask.distance_to_end, mask.successors, mask.forced):
        with pytest.raises(ValueError, match="no state 999"):
            ask(999)


def test_a_token_that_no_token_can_follow_is_not_allowed():
    # ab|bb cannot be ended behind a, for there is no b alone
    mask = TokenMask(dsl.parse("ab|bb|ca"), Vocabulary([b"a", b"bb", b"c", b"ca", b""], [4]))
    assert tokens(mask, mask.start()) == {1, 2, 3}


@pytest.mark.parametrize(
    ("pattern", "pieces", "words"),
    [
        ("aé", [b"a", b""], "0xC3"),
        ("ab", [b"a", b"bb", b""], "0x62 is no token of its own"),
        ("x", [b"a", b""], "0x78"),
    ],
)
def test_a_language_that_no_tokens_spell_is_an_error_that_names_the_byte(pattern, pieces, words):
    with pytest.raises(VocabularyError, match=words):
        TokenMask(dsl.parse(pattern), Vocabulary(pieces, [len(pieces) - 1]))


def test_a_character_that_the_bytes_there_are_cannot_complete_is_not_begun():
    # 0xF0 begins 😀, of which the last byte is missing, and 😘, which is not in the language
    mask = TokenMask(dsl.parse("[é😀]"), Vocabulary([b"\xc3", b"\xa9", b"\xf0", b"\x9f", b"\x98", b""], [5]))
    assert tokens(mask, mask.start()) == {0}


def test_the_end_is_as_near_as_the_bytes_there_are_bring_it():
    # é would be the shortest behind 0xC3, but has a byte that no token has
    mask = TokenMask(dsl.parse("[éz]|êxxx"), Vocabulary([b"z", b"x", b"\xc3", b"\xaa", b""], [4]))
    begun = mask.advance(mask.start(), 2)
    assert mask.distance_to_end(begun) == 4
    for left, timely in [(1, [0]), (4, [0]), (5, [0, 2])]:
        found = unpack(mask.allowed_within(mask.start(), left), len(mask.vocabulary))
        assert found.nonzero()[0].tolist() == timely


def test_a_vocabulary_has_end_tokens():
    with pytest.raises(ConfigurationError, match="no end token"):
        Vocabulary([b"a"], [])
    with pytest.raises(ConfigurationError, match="no end token 7 among 1 tokens"):
        Vocabulary([b"a"], [7])
