import numpy as np
import pytest

from dsl.charset import DIGITS, EVERYTHING, LETTERS, LOWER, WORD, CharSet
from searchers.scoring.parameters import by_hand
from searchers.scoring.prior import (
    BOUNDED,
    CAPITAL,
    DIGIT,
    DIGIT_CLASS,
    EXACT,
    FROM_ONE,
    FROM_ZERO,
    LETTER_CLASS,
    ONE_CASE,
    OPEN_FROM,
    OPTION,
    OTHER_CLASS,
    PLUS,
    SIGN,
    SMALL,
    STAR,
    WORD_CLASS,
    form_of,
    leaf_kind,
)  # fmt: skip
from tests.support.repeats import repeat_bits


@pytest.mark.parametrize(
    ("charset", "kind"),
    [
        (DIGITS, DIGIT_CLASS),
        (CharSet.of("13"), DIGIT_CLASS),
        (CharSet.of("7"), DIGIT),
        (LOWER, ONE_CASE),
        (CharSet.of("AZ"), ONE_CASE),
        (LETTERS, LETTER_CLASS),
        (CharSet.of("aB"), LETTER_CLASS),
        (CharSet.of("x"), SMALL),
        (CharSet.of("X"), CAPITAL),
        (CharSet.of("Ж"), CAPITAL),
        (CharSet.of("ж"), SMALL),
        (CharSet.of("-"), SIGN),
        (CharSet.of(" "), SIGN),
        (WORD, WORD_CLASS),
        (DIGITS | CharSet.of("a"), WORD_CLASS),
        (CharSet.of("+-"), OTHER_CLASS),
        (EVERYTHING, OTHER_CLASS),
    ],
)
def test_leaves_have_kinds(charset, kind):
    assert leaf_kind(charset) == kind


@pytest.mark.parametrize(
    ("counts", "form"),
    [
        ((0, 1), OPTION), ((1, None), PLUS), ((0, None), STAR), ((4, 4), EXACT), ((2, None), OPEN_FROM),
        ((0, 3), FROM_ZERO), ((1, 3), FROM_ONE), ((2, 3), BOUNDED),
    ],
)  # fmt: skip
def test_counts_have_forms(counts, form):
    assert form_of(*counts) == form


def test_a_repeat_pays_for_its_form_its_least_and_its_spread():
    prior = by_hand().prior
    kinds = len(prior.least)
    prior = prior._replace(
        repeats=np.arange(kinds * 8.0).reshape(kinds, 8), least=np.full(kinds, 0.5), spread=np.full(kinds, 0.25)
    )
    assert repeat_bits(DIGIT_CLASS, 1, None, prior) == prior.repeats[DIGIT_CLASS, PLUS]
    assert repeat_bits(DIGIT_CLASS, 4, 4, prior) == prior.repeats[DIGIT_CLASS, EXACT] + 0.5 * 2
    assert repeat_bits(ONE_CASE, 2, 6, prior) == prior.repeats[ONE_CASE, BOUNDED] + 0.5 + 0.25 * 2
    assert repeat_bits(ONE_CASE, 0, 1, prior) == prior.repeats[ONE_CASE, OPTION]
