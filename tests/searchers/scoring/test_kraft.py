"""The bits of a pattern are the lengths of a prefix code, in units of the share that examples are taken for.

A character within its kind counts for `within_kind` of its bits, and so does the expression: in that unit, 2^(-bits)
sums to less than one over all expressions. The sum is bounded from above by the generating function of expressions:
each leaf stands behind what makes it cheapest, and all ways to write a class are counted.
"""

from dataclasses import replace
from itertools import combinations
from math import inf

import numpy as np
import pytest

from dsl.charset import PRINTABLE, CharSet
from dsl.expressions.expression import Chars, repeat
from dsl.expressions.programs import MAX_COUNT
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring import vocabularies, words
from searchers.scoring.coding import Coding
from searchers.scoring.parameters import in_force
from searchers.scoring.prior import (
    BOUNDED,
    DIGIT_CLASS,
    EXACT,
    FROM_ONE,
    FROM_ZERO,
    LEAST_LEAF,
    OPEN_FROM,
    OPTION,
    PLUS,
    STAR,
    leaf_kind,
)
from searchers.scoring.regexes import DescriptionLength

DIFFERENT_LEAVES = 1_000  # that an expression names again


class KraftSum:
    """An upper bound of the sum of 2^(-bits / unit) over all expressions, and over their parts."""

    def __init__(self, parameters):
        self.prices, self.prior = parameters.prices, parameters.prior
        self.named = parameters.named
        self.unit = parameters.prices.within_kind
        self.coding = Coding("", parameters.prices, parameters.named, parameters.frequencies)

    def weight(self, bits):
        return 2 ** (-bits / self.unit)

    def expressions(self):
        """The least solution, since it is approached from below; infinite where there is none."""
        # a letter of a word stands behind another one
        leaves = self.leaves() / (1 - self.weight(self.prices.concat) * self.letters())
        repeats = [self.repeats(body) for body in range(len(self.prior.repeats))]
        union = self.weight(self.prices.union + self.prior.alternatives.min())
        total = 0.0
        for _ in range(1_000):
            before = total
            total = (
                leaves * (1 + max(repeats))
                + self.weight(self.prices.epsilon)
                + len(vocabularies.sets()) * self.weight(self.prices.vocabulary)
                + self.sequences(total, self.weight(self.prices.concat))
                + self.sequences(total, union)
                + total * repeats[-1]  # of what is no leaf
            )
            if not total < 1:
                return inf
        assert total == pytest.approx(before)
        return total

    @staticmethod
    def sequences(part, joined):
        """Two parts or more."""
        return part * part * joined / (1 - part * joined)

    def leaves(self):
        again = self.weight(min(self.prices.literal_again, self.prices.charset_again))
        model = words.in_force()
        first = self.weight(self.prices.word_letter * model.bits[words.START]).sum()
        return self.literals() + self.classes() + first + DIFFERENT_LEAVES * again

    def letters(self):
        return self.weight(self.prices.word_letter * words.in_force().bits).sum(axis=1).max()

    def behind(self, bits, charset):
        """The weight of a leaf where it is cheapest."""
        return self.weight(max(LEAST_LEAF, bits + self.prior.follows[:, leaf_kind(charset)].min()))

    def literals(self):
        return sum(self.behind(self.coding.literal_bits, CharSet.of(character)) for character in PRINTABLE)

    def classes(self):
        named = sum(self.behind(self.coding.class_bits(charset), charset) for charset in self.named)
        literal = self.weight(self.coding.literal_bits)
        span = self.weight(self.prices.span + 2 * (self.coding.literal_bits + self.prices.span_end))
        spans = sum(1 for _ in combinations(PRINTABLE, 2))
        pieces = (1 + literal) ** len(PRINTABLE) * (1 + span) ** spans - 1  # any of them, one at least
        begins = 1 + sum(self.weight(bits) for bits in self.named.values())
        whole = self.prices.charset + self.prices.charset_end + self.prior.follows.min()
        return named + self.weight(whole) * begins * pieces * (1 + self.weight(self.prices.negated))

    def repeats(self, body):
        """All counts of a body of a kind."""
        prices, forms = self.prices, self.prior.repeats[body]
        numbers = np.arange(1, MAX_COUNT + 1)
        size = 1 + prices.integer_slope * np.log2(numbers)
        least = self.prior.least[body] * np.log2(numbers)
        spread = self.prior.spread[body] * np.log2(numbers)
        shifted = 1 + prices.integer_slope * np.log2(numbers + 1)
        bounded = min(forms[FROM_ZERO], forms[FROM_ONE], forms[BOUNDED])
        return (
            self.weight(prices.option + forms[OPTION])
            + (self.weight(prices.counts_again) if body == DIGIT_CLASS else 0.0)
            + self.weight(prices.plus + forms[PLUS])
            + self.weight(prices.star + forms[STAR])
            + self.weight(prices.exact + forms[EXACT] + size + least)[1:].sum()
            + self.weight(prices.open_from + forms[OPEN_FROM] + size + least)[1:].sum()
            + (self.weight(1.0) + self.weight(shifted + least).sum())
            * self.weight(prices.bounded + bounded + size + spread).sum()
        )


def bits(objective, expression):
    return objective.score(Regex(expression)).score.terms["pattern"]


def test_a_code_for_all_expressions():
    assert KraftSum(in_force()).expressions() < 1


def test_counts_that_get_cheaper_as_they_grow_are_no_code():
    parameters = in_force()
    least = parameters.prior.least.copy()
    least[0] -= 0.8
    assert KraftSum(replace(parameters, prior=parameters.prior._replace(least=least))).expressions() == inf


def test_the_bound_holds_what_is_paid():
    kraft, objective = KraftSum(in_force()), DescriptionLength(Problem.of(["a1"]))
    literals = [Chars(CharSet.of(character)) for character in PRINTABLE]
    paid = sum(kraft.weight(bits(objective, leaf)) for leaf in literals)
    assert 0 < paid <= kraft.literals()
    for charset in kraft.named:
        leaf = Chars(charset)
        alone = bits(objective, leaf)
        counts = [(0, 1), (0, None), (1, None), *((n, n) for n in range(2, 40)), *((n, n + 3) for n in range(20))]
        repeated = sum(kraft.weight(bits(objective, repeat(leaf, *count)) - alone) for count in counts)
        assert 0 < repeated <= kraft.repeats(leaf_kind(charset))


def test_a_number_that_is_twice_as_large_costs_more():
    prior, prices = in_force().prior, in_force().prices
    assert (prior.least + prices.integer_slope > prices.within_kind).all()
    assert (prior.spread + prices.integer_slope > prices.within_kind).all()
