"""Bits to write packed programs: the first part of the two-part code of `scoring.coding`, with its prior."""

from __future__ import annotations

from math import log2
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.programs import CONCAT, EPSILON_TOKEN, OPTION, PLUS, STAR, UNION
from dsl.kernels.compilation.decorators import device
from searchers.scoring import prior as forms
from searchers.scoring.prior import DIGIT_CLASS, GROUP, LEAST_LEAF, MOST_AGAIN, NO_LETTER, START
from searchers.scoring.vocabularies import NOWHERE
from searchers.scoring.vocabularies import START as FIRST
from searchers.scoring.words import START as WORD_START

NO_SETS: Final = np.uint64(0)
ONE: Final = np.uint64(1)


class Leaves(NamedTuple):
    """The classes as leaves of an expression."""

    bits: NDArray[np.float64]  # (classes, 2), at first and again
    kinds: NDArray[np.int64]  # (classes + 1,), the last is that of a group
    letters: NDArray[np.int64]  # (classes,), which letter a leaf is
    characters: NDArray[np.int64]  # (classes,), which character of `scoring.vocabularies` it is


@device
def _integer_bits(n, prices):
    return prices.integer_slope * log2(n) + 1.0


@device
def _is_followed(program, index, leaves):
    """Whether a letter stands here that goes on a sequence."""
    if index + 1 >= program.size or program[index] < 0 or program[index + 1] != CONCAT:
        return False
    return leaves.letters[program[index]] != NO_LETTER


@device
def _complete_set(sets, count, vocabularies):
    """Whether so many different words, which all of `sets` have, are all words of one of them."""
    for number in range(vocabularies.sizes.size):
        if sets >> np.uint64(number) & ONE and vocabularies.sizes[number] == count:
            return True
    return False


@device
def program_bits(program, leaves, words, vocabularies, written, prices, prior):
    for index in range(written.size):
        written[index] = NO_SETS  # bit 0: that a class was written, bit 8n + m: with {n,m}
    bits = 0.0
    # of the operand that is written and of that before it: the sets that have all its words, how many, and its begin
    sets, count, begin = NO_SETS, 0, 0.0
    sets_before, count_before, begin_before = NO_SETS, 0, 0.0
    state = NOWHERE
    before = body = START  # the kind of the leaf before, and that of the body of a repeat; START is GROUP
    word = WORD_START
    index = leaf_before = 0
    while index < program.size:
        token = program[index]
        index += 1
        if token >= 0:
            body = leaves.kinds[token]
            letter = leaves.letters[token]
            leaf = max(LEAST_LEAF, leaves.bits[token, 0] + prior.follows[before, body])
            if written[token]:
                leaf = min(leaf, leaves.bits[token, 1])
            goes_on = index < program.size and program[index] == CONCAT
            if not goes_on:
                word = WORD_START  # what is before stands in another alternative, or outside of a group
                sets_before, count_before, begin_before = sets, count, begin
                count, begin, state = 1, bits, FIRST
            state = vocabularies.behind[state, leaves.characters[token]]
            sets = vocabularies.sets[state]
            if letter != NO_LETTER and (word != WORD_START or _is_followed(program, index + goes_on, leaves)):
                leaf = min(leaf, prices.word_letter * words.bits[word, letter])
            bits += leaf
            written[token] |= ONE
            leaf_before = token
            before, word = body, words.behind[word, letter]
            if goes_on:
                bits += prices.concat
                index += 1
                body = GROUP
            continue
        if token == UNION:
            bits += prices.union + prior.alternatives[before]
            sets, count, begin = sets & sets_before, count + count_before, begin_before
            sets_before = NO_SETS
            if sets != NO_SETS and _complete_set(sets, count, vocabularies):
                bits = min(bits, begin + prices.vocabulary)
            word, body, state = WORD_START, GROUP, NOWHERE
            continue
        sets, state = NO_SETS, NOWHERE  # what is more than a word, or less
        if token == CONCAT:
            bits += prices.concat
        elif token == OPTION:
            bits += prices.option + prior.repeats[body, forms.OPTION]
        elif token == EPSILON_TOKEN:
            bits += prices.epsilon
        elif token == PLUS:
            bits += prices.plus + prior.repeats[body, forms.PLUS]
        elif token == STAR:
            bits += prices.star + prior.repeats[body, forms.STAR]
        else:
            low, high = program[index], program[index + 1]
            index += 2
            counts_bits = _counts_bits(low, high, body, prices, prior)
            if body == DIGIT_CLASS and 0 < high <= MOST_AGAIN:
                counts = ONE << np.uint64((MOST_AGAIN + 1) * low + high)
                if written[leaf_before] & counts:
                    counts_bits = min(counts_bits, prices.counts_again)
                written[leaf_before] |= counts
            bits += counts_bits
        if token != CONCAT:
            word = WORD_START
        body = GROUP
    return bits


@device
def _counts_bits(low, high, body, prices, prior):
    """Bits of {n}, {n,} and {n,m}."""
    bits = prior.least[body] * log2(low) if low > 1 else 0.0
    if high < 0:
        return bits + prices.open_from + _integer_bits(low, prices) + prior.repeats[body, forms.OPEN_FROM]
    if low == high:
        return bits + prices.exact + _integer_bits(low, prices) + prior.repeats[body, forms.EXACT]
    form = forms.FROM_ZERO if low == 0 else forms.FROM_ONE if low == 1 else forms.BOUNDED
    bits += prices.bounded + _integer_bits(low + 1, prices) + _integer_bits(high - low, prices)
    return bits + prior.repeats[body, form] + prior.spread[body] * log2(high - low)
