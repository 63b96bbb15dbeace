"""Required phrases inside languages, over tokens that cut texts anywhere."""

import re

import numpy as np
import pytest

from dsl.errors import ConstraintError, LimitError
from dsl.grammar import Grammar
from dsl.regex import Regex
from synth.decoding.decoders.decoding import Decoding
from synth.decoding.decoders.phrases import Phrases
from synth.decoding.decoders.required import Requiring, dynamic_beam, grid_beam, refuse_forbidden
from synth.decoding.masks.token_mask import TokenMask
from synth.decoding.masks.vocabulary import Vocabulary
from tests.support.token_models import random_model

WORDS = Vocabulary([b"a", b"b", b"(", b")", b"()", b"ab", b"a(", b")b", b"bb", b""], [9])
NESTED = Grammar.parse('start: /[ab]+/ | start "(" start ")" start?')
EITHER = Regex.parse(r"a*|b*\(b*")


def decoding(language, seed, limit, sharpness=2.0):
    return Decoding(random_model(len(WORDS), seed, sharpness=sharpness), TokenMask(language, WORDS), limit=limit)


@pytest.mark.parametrize("search", [grid_beam, dynamic_beam])
@pytest.mark.parametrize(
    ("language", "wanted"),
    [(NESTED, ["ab", "b(a"]), (NESTED, ["))", "bab"]), (EITHER, ["(b"]), (EITHER, ["bb(", "(bb"])],
)
def test_texts_are_in_the_language_with_all_phrases(search, language, wanted):
    for seed in range(5):
        for text in search(decoding(language, seed, 12), Phrases.of_texts(wanted, WORDS), 2):
            written = WORDS.decode(text.tokens).decode()
            assert language.accepts(written)
            assert all(phrase in written for phrase in wanted)
            assert len(text.tokens) <= 12


@pytest.mark.parametrize("search", [grid_beam, dynamic_beam])
def test_a_model_may_have_more_tokens_than_its_tokenizer(search):
    model = random_model(40, 0)
    model.end = 9
    padded = Decoding(model, TokenMask(NESTED, WORDS), limit=8)
    assert all("b(a" in WORDS.decode(text.tokens).decode() for text in search(padded, Phrases.of_texts(["b(a"], WORDS)))


def test_the_fewest_tokens_are_known_exactly():
    requiring = Requiring(TokenMask(EITHER, WORDS), Phrases.of_texts(["bb("], WORDS))
    assert requiring.distance_to_end(requiring.start()) == 2  # bb (
    assert requiring.distance_to_end(requiring.advance(requiring.start(), 1)) == 2  # b then b, (
    behind = requiring.advance(requiring.start(), 0)
    assert requiring.distance_to_end(behind) > 10**6
    tokens, states = requiring.successors(requiring.start())
    for token, state in zip(tokens.tolist(), states, strict=True):
        assert state == requiring.advance(requiring.start(), token)
        within = requiring.allowed_within(requiring.start(), 3)
        assert bool(within[0] >> token & 1) == (requiring.distance_to_end(state) <= 2)


@pytest.mark.parametrize(
    ("language", "phrases", "message"),
    [
        (EITHER, ["ab"], "required phrase 'ab'"),
        (EITHER, ["aa", "b("], "all required phrases in it: 'aa', 'b('"),
        (NESTED, ["a", "()"], "required phrase '()'"),
        (Grammar.parse('start: "a" start "b" | "(" ")"'), ["aa(", "()b)"], "required phrase '()b)'"),
    ],
)
@pytest.mark.parametrize("search", [grid_beam, dynamic_beam])
def test_what_the_language_forbids_is_named(search, language, phrases, message):
    with pytest.raises(ConstraintError, match=re.escape(message)):
        search(decoding(language, 0, 20), Phrases.of_texts(phrases, WORDS))


def test_what_the_language_has_is_not_refused():
    refuse_forbidden(NESTED, ["a(b", ")b", "bb"])
    refuse_forbidden(EITHER, ["b(", "(b"])


def test_a_limit_too_small_for_the_phrases_is_said():
    with pytest.raises(LimitError, match="has 2 tokens, and the limit is 1"):
        dynamic_beam(decoding(EITHER, 0, 1), Phrases.of_texts(["bb("], WORDS))


@pytest.mark.parametrize("language", [NESTED, EITHER, Regex.parse("(ab|a)*b")])
def test_successors_of_masks_are_what_advancing_gives(language):
    mask = TokenMask(language, WORDS)
    states = [mask.start()]
    for state in states[:30]:
        tokens, behind = mask.successors(state)
        allowed = np.flatnonzero(mask.allowed_dense(state)[:9])
        assert sorted(tokens.tolist()) == allowed.tolist()
        for token, after in zip(tokens.tolist(), behind, strict=True):
            assert mask.advance(state, token) == after
            states.append(after)
