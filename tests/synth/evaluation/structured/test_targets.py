"""Grammars and orders of targets, against what they were made of and against brute force."""

import random
from itertools import product

import numpy as np
import pytest

from synth.decoding.constraint import unpack
from synth.decoding.masks.vocabulary import Vocabulary
from synth.evaluation.structured.targets import TargetGrammar, grammar_of, order_of

TEXTS = ["a ( b c ) ;", "a ;", "a ( b ) ;", "MAX( ( b ) ) a ;", "a ( b c b ) ;"]
TARGETS = [text.split() for text in TEXTS]


def written(tokens):
    return "".join(f"{token} " for token in tokens)


def depth_of(tokens):
    depth = 0
    for token in tokens:
        depth += token.endswith("(") - token.startswith(")")
        if depth < 0:
            return None
    return depth


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


def test_texts_are_inside_exactly_when_all_that_follows_was_seen_and_brackets_close():
    grammar = grammar_of(TARGETS)
    seen = set().union(*(pairs(target)[0] for target in TARGETS))
    texts = [text for length in range(6) for text in product(["a", "b", "c", "(", ")", ";"], repeat=length)]
    texts += TARGETS
    wanted = [depth_of(text) == 0 and pairs(text)[0] <= seen for text in texts]
    assert grammar.accepts_all([written(text) for text in texts]) == wanted
    assert 5 <= sum(wanted) < len(texts) / 10


def test_signs_are_no_brackets_where_they_do_not_close():
    grammar = grammar_of([["a", ")", "b", "("], ["a", "b"]])
    assert grammar.accepts_all(["a ) b ( ", "a b ", "a b ( ", "a ( b "]) == [True, True, True, False]


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
    tokens = sorted({token for target in targets for token in target})
    spelled = Vocabulary([b"", *(f"{token} ".encode() for token in tokens)], [0])
    constraint, grammar, order = TargetGrammar(targets, spelled), grammar_of(targets), order_of(targets)
    rng, state, text = random.Random(seed), constraint.start(), []
    for left in range(20, -1, -1):
        allowed = np.flatnonzero(unpack(constraint.allowed_within(state, left), len(spelled))).tolist()
        reached, states = constraint.successors(state)
        assert set(allowed) - {0} <= set(reached.tolist())
        token = rng.choice(allowed)
        if token == 0:
            assert constraint.accepts(state)
            break
        text.append(tokens[token - 1])
        state = constraint.advance(state, token)
        assert states[reached.tolist().index(token)] == state
        assert constraint.distance_to_end(state) <= left
    assert grammar.accepts(written(text))
    for place, token in enumerate(text):
        assert order.get(token, set()) <= set(text[:place])
