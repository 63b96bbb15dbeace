"""Grammars and orders of targets, against what they were made of and against brute force."""

import random
from itertools import product

import numpy as np
import pytest

from dsl.errors import VocabularyError
from synth.decoding.constraint import NEVER, unpack
from synth.decoding.masks.vocabulary import Vocabulary
from synth.evaluation.structured.targets import TargetGrammar, order_of

TEXTS = ["a ( b c ) ;", "a ;", "a ( b ) ;", "MAX( ( b ) ) a ;", "a ( b c b ) ;"]
TARGETS = [text.split() for text in TEXTS]
SIGNS = ["", "a", "b", "c", "(", ")", "MAX(", ";"]


def constraint_of(targets, tokens):
    return TargetGrammar(targets, Vocabulary([f"{token} ".encode() if token else b"" for token in tokens], [0]))


def depths_of(tokens):
    depths = [0]
    for token in tokens:
        depths.append(depths[-1] + token.endswith("(") - token.startswith(")"))
    return depths


def pairs(tokens, kind="", begin=0):
    """What follows what in each kind of bracket, by recursion over the text; and where the bracket ends."""
    found, last, place = set(), "", begin
    while place < len(tokens) and not tokens[place].startswith(")"):
        part = tokens[place]
        if part.endswith("("):
            inner, place = pairs(tokens, part, place + 1)
            found, part = found | inner, (part,)
        found.add((kind, last, part))
        last, place = part, place + 1
    found.add((kind, last, None))
    return found, place


SEEN = set().union(*(pairs(target)[0] for target in TARGETS))


def is_like_targets(tokens):
    depths = depths_of(tokens)
    if min(depths) < 0 or depths[-1] or max(depths) > 2:
        return False
    return pairs(tokens)[0] <= SEEN


def reached(constraint, tokens, text):
    """The state behind a text, None where some token is not allowed."""
    state = constraint.start()
    for token in text:
        place = tokens.index(token)
        if not unpack(constraint.allowed(state), len(tokens))[place]:
            return None
        state = constraint.advance(state, place)
    return state


def test_texts_are_inside_exactly_when_all_that_follows_was_seen_and_brackets_close():
    constraint = constraint_of(TARGETS, SIGNS)
    texts = [text for length in range(6) for text in product(["a", "b", "c", "(", ")", ";"], repeat=length)]
    texts += TARGETS
    states = [reached(constraint, SIGNS, text) for text in texts]
    wanted = [is_like_targets(text) for text in texts]
    assert [state is not None and constraint.accepts(state) for state in states] == wanted
    assert 5 <= sum(wanted) < len(texts) / 10


def test_brackets_are_no_deeper_than_in_a_target():
    nested = constraint_of([["(", "(", "a", ")", ")"], ["(", "a", ")"]], ["", "a", "(", ")"])
    state = reached(nested, ["", "a", "(", ")"], ["(", "("])
    assert np.flatnonzero(unpack(nested.allowed(state), 4)).tolist() == [1]


def test_what_is_allowed_in_time_can_be_ended_in_time_and_nothing_else_is_forbidden():
    constraint = constraint_of(TARGETS, SIGNS)
    longest = 7
    inside = [text for length in range(longest + 1) for text in product(SIGNS[1:], repeat=length)]
    inside = [text for text in inside if is_like_targets(text)]
    prefixes = {text[:length] for text in inside for length in range(len(text) + 1)}
    for prefix in (prefix for prefix in prefixes if len(prefix) <= 5):
        state = reached(constraint, SIGNS, prefix)
        least = min(len(text) for text in inside if text[: len(prefix)] == prefix) - len(prefix)
        assert constraint.distance_to_end(state) == least
        for left in range(1, longest - len(prefix) + 1):
            wanted = {
                text[len(prefix)] for text in inside
                if len(prefix) < len(text) <= len(prefix) + left and text[: len(prefix)] == prefix
            }  # fmt: skip
            bits = unpack(constraint.allowed_within(state, left), len(SIGNS))
            assert {SIGNS[token] for token in np.flatnonzero(bits) if token} == wanted
            assert bits[0] == (prefix in inside)


def test_signs_are_no_brackets_where_they_do_not_close():
    tokens = ["", "a", ")", "b", "("]
    constraint = constraint_of([["a", ")", "b", "("], ["a", "b"]], tokens)
    states = [reached(constraint, tokens, text.split()) for text in ("a ) b (", "a b", "a b (", "a ( b")]
    assert [state is not None and constraint.accepts(state) for state in states] == [True, True, True, False]


def test_tokens_without_a_spelling_are_never_needed():
    tokens = ["", "a", "c", "d"]  # b is rare
    constraint = constraint_of([["a", "b"], ["a", "c", "d"]], tokens)
    assert constraint.distance_to_end(constraint.start()) == 3
    assert reached(constraint, tokens, ["a", "c"]) is not None
    with pytest.raises(VocabularyError, match="no tokens spell a whole target"):
        constraint_of([["a", "b"]], tokens)


def test_the_order_is_what_all_targets_have_before():
    targets = [["from", "t", "where", "t.x"], ["from", "u", "t", "where", "t.x", "u.y"], ["from", "u", "where", "u.y"]]
    order = order_of(targets * 5)
    assert order["t.x"] == {"from", "t", "where"}
    assert order["u.y"] == {"from", "u", "where"}
    assert "from" not in order
    assert order_of(targets) == {}  # too few to tell


@pytest.mark.parametrize("seed", range(5))
def test_any_walk_ends_inside_and_in_order(seed):
    targets = [
        ["from", "t", "where", "(", "t.x", "and", "t.x", ")"],
        ["from", "u", "where", "u.y"],
        ["from", "t", "and", "u", "where", "(", "t.x", ")", "and", "u.y"],
    ] * 5
    tokens = ["", *sorted({token for target in targets for token in target})]
    constraint, order = constraint_of(targets, tokens), order_of(targets)
    rng, state, text = random.Random(seed), constraint.start(), []
    for left in range(20, -1, -1):
        allowed = np.flatnonzero(unpack(constraint.allowed_within(state, left), len(tokens))).tolist()
        places, states = constraint.successors(state)
        assert set(allowed) - {0} <= set(places.tolist())
        token = rng.choice(allowed)
        if token == 0:
            assert constraint.accepts(state)
            break
        text.append(tokens[token])
        state = constraint.advance(state, token)
        assert states[places.tolist().index(token)] == state
        assert constraint.distance_to_end(state) <= left
    assert constraint.distance_to_end(constraint.start()) < NEVER
    assert pairs(text)[0] <= set().union(*(pairs(target)[0] for target in targets))
    for place, token in enumerate(text):
        assert order.get(token, set()) <= set(text[:place])
