"""Bits of strings given a grammar: the cheapest derivation of each (Viterbi: the inside recursion in (min, +)).

The chart parser of dsl.kernels.recogniser says what derives which part of a string; from the whole string downwards
only the parts that take part in a derivation of it are looked at. A rule of a symbol that has several costs what an
adaptive coder pays for the choice, a terminal what its character costs. Costs of choices are estimated in two rounds:
from nothing, then from the choices of the cheapest derivations so far (as in Viterbi training, Spitkovsky et al. 2010).
"""

from __future__ import annotations

from math import lgamma, log, log2
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.kernels.compilation.decorators import device, entry
from dsl.kernels.recogniser import facts as recognise
from dsl.kernels.words import lowest

NOTHING: Final = -1
ROUNDS: Final = 2
ONE: Final = np.uint64(1)

# A symbol over a part of the string: the way to derive it that is looked at now, the cheapest one so far and its bits.
FACT: Final = np.dtype(
    [
        ("symbol", np.int32),
        ("start", np.int32),
        ("end", np.int32),
        ("rule", np.int32),
        ("middle", np.int32),
        ("best_rule", np.int32),
        ("best_middle", np.int32),
        ("done", np.bool_),
        ("bits", np.float64),
    ],
    align=True,
)


class Rules(NamedTuple):
    """A binarised grammar by symbol: the rules of symbol s are starts[s]:starts[s + 1]."""

    starts: NDArray[np.int64]  # (symbols + 1,)
    parts: NDArray[np.int32]  # (rules, 2): left and right; no right in a unit rule, neither in an empty one
    reads: NDArray[np.int32]  # (symbols,): the terminal that a symbol is, or -1
    loops: NDArray[np.bool_]  # (symbols,): what a * or + became


class Prices(NamedTuple):
    """Those of `searchers.scoring.prices` that the kernel needs, by their names there."""

    choice_prior: float
    go_prior: float
    stop_prior: float
    count_weight: float
    outlier: float
    edit: float


class Strings(NamedTuple):
    """String i is symbols[offsets[i]:offsets[i + 1]], and comes weights[i] times."""

    symbols: NDArray[np.int32]
    offsets: NDArray[np.int64]
    weights: NDArray[np.int64]
    readable: NDArray[np.bool_]  # (terminals, symbols), whether a terminal has a symbol
    reading: NDArray[np.float64]  # (terminals, places), bits of the character at a place of `symbols`


class Scratch(NamedTuple):
    """Memory for one string after the other; nothing in it has to be cleared."""

    facts: NDArray[np.void]  # (any,) of FACT
    places: NDArray[np.int32]  # (height * height * symbols,), where a fact lies among `facts`, if it does
    order: NDArray[np.int32]  # (any,), the facts in the order in which they were done
    stack: NDArray[np.int32]  # (any,)


@device
def _alpha(rules, symbol, rule, prices):
    """The pseudocount of one of the rules of a symbol; all together weigh as much as those of a two-way choice."""
    if rules.loops[symbol]:
        return prices.go_prior if rules.parts[rule, 1] == symbol else prices.stop_prior
    return 2.0 * prices.choice_prior / (rules.starts[symbol + 1] - rules.starts[symbol])


@device
def _estimate(rules, counts, prices, costs):
    """costs[rule] = bits of choosing it, given how often each rule was chosen."""
    for symbol in range(rules.reads.size):
        first, end = rules.starts[symbol], rules.starts[symbol + 1]
        total = 0.0
        for rule in range(first, end):
            total += counts[rule] + _alpha(rules, symbol, rule, prices)
        weight = prices.count_weight if rules.loops[symbol] else 1.0
        for rule in range(first, end):
            costs[rule] = weight * log2(total / (counts[rule] + _alpha(rules, symbol, rule, prices)))


@device
def _choices_bits(rules, counts, prices):
    """Bits of all choices together, adaptively coded: a Dirichlet mixture over the rates of the rules of a symbol."""
    bits = 0.0
    for symbol in range(rules.reads.size):
        first, end = rules.starts[symbol], rules.starts[symbol + 1]
        if end - first < 2:
            continue
        seen, known, log_mixture = 0.0, 0.0, 0.0
        for rule in range(first, end):
            alpha = _alpha(rules, symbol, rule, prices)
            known += alpha
            seen += counts[rule]
            log_mixture += lgamma(counts[rule] + alpha) - lgamma(alpha)
        weight = prices.count_weight if rules.loops[symbol] else 1.0
        bits += weight * (lgamma(seen + known) - lgamma(known) - log_mixture) / log(2.0)
    return bits


@device
def _is_derived(rows, start, symbol, end):
    return rows[start, symbol, end >> 6] >> np.uint64(end & 63) & ONE != 0


@device
def _next_middle(rows, start, left, right, middle, end):
    """The first place from `middle` on where the left part may end and the right one begin, or NOTHING."""
    if middle > end:
        return NOTHING
    if left == NOTHING:
        return end if start == end else NOTHING
    if right == NOTHING:
        return end if _is_derived(rows, start, left, end) else NOTHING
    for word in range(middle >> 6, (end >> 6) + 1):
        ends = rows[start, left, word]
        if word == middle >> 6:
            ends &= ~((ONE << np.uint64(middle & 63)) - ONE)
        while ends != 0:
            found = (word << 6) + lowest(ends)
            if found > end:
                return NOTHING
            if _is_derived(rows, found, right, end):
                return found
            ends &= ends - ONE
    return NOTHING


@device
def _find(scratch, count, symbols, height, symbol, start, end):
    """The place of a fact among `count` known ones; `count` itself, where it now lies, when it is new."""
    key = (start * height + end) * symbols + symbol
    place = scratch.places[key]
    facts = scratch.facts
    if 0 <= place < count and facts[place].symbol == symbol and facts[place].start == start and facts[place].end == end:
        return place
    scratch.places[key] = count
    fact = facts[count]
    fact.symbol, fact.start, fact.end = symbol, start, end
    fact.rule = fact.middle = fact.best_rule = fact.best_middle = NOTHING
    fact.done = False
    fact.bits = np.inf
    return count


@device
def _derive(rows, rules, costs, reading, scratch, stop):
    """Find the cheapest derivation of all that the whole string needs; (facts, whether any had a choice).

    Depth first: a way to derive a fact is weighed when its parts are done, and a part that is new is done before.
    """
    facts, height, symbols = scratch.facts, rows.shape[0], rules.reads.size
    count = _find(scratch, 0, symbols, height, 0, 0, height - 1) + 1
    scratch.stack[0] = 0
    top, done = 0, 0
    is_cyclic, is_ambiguous = False, False
    while top >= 0:
        fact = facts[scratch.stack[top]]
        symbol, start, end = fact.symbol, fact.start, fact.end
        if rules.reads[symbol] != NOTHING:
            fact.bits = reading[rules.reads[symbol], start]
            fact.rule = rules.starts[symbol + 1]
        elif fact.rule == NOTHING:
            fact.rule, fact.middle = rules.starts[symbol], start
        if fact.rule == rules.starts[symbol + 1]:
            fact.done = True
            scratch.order[done] = scratch.stack[top]
            done += 1
            top -= 1
            if stop[0]:
                return count, is_ambiguous
            continue
        left, right = rules.parts[fact.rule]
        middle = _next_middle(rows, start, left, right, fact.middle, end)
        if middle == NOTHING:
            fact.rule += 1
            fact.middle = start
            continue
        fact.middle = middle
        bits = costs[fact.rule]
        part = NOTHING
        if left != NOTHING:
            part = _find(scratch, count, symbols, height, left, start, middle)
            if part < count:
                bits += facts[part].bits
                is_cyclic |= not facts[part].done
        if part < count and right != NOTHING:
            part = _find(scratch, count, symbols, height, right, middle, end)
            if part < count:
                bits += facts[part].bits
                is_cyclic |= not facts[part].done
        if part == count:
            count += 1
            top += 1
            scratch.stack[top] = part
            continue
        is_ambiguous |= fact.best_rule != NOTHING
        if bits < fact.bits:
            fact.bits, fact.best_rule, fact.best_middle = bits, fact.rule, middle
        fact.middle += 1
    while is_cyclic and not stop[0]:  # what was weighed before its parts were done is weighed again
        is_cyclic = _improve(rows, rules, costs, scratch, done)
    return count, is_ambiguous


@device
def _improve(rows, rules, costs, scratch, count):
    """Weigh all ways once more; whether that made anything cheaper."""
    facts, height, symbols = scratch.facts, rows.shape[0], rules.reads.size
    changed = False
    for place in scratch.order[:count]:
        fact = facts[place]
        for rule in range(rules.starts[fact.symbol], rules.starts[fact.symbol + 1]):
            left, right = rules.parts[rule]
            middle = _next_middle(rows, fact.start, left, right, fact.start, fact.end)
            while middle != NOTHING:
                bits = costs[rule]
                if left != NOTHING:
                    bits += facts[_find(scratch, count, symbols, height, left, fact.start, middle)].bits
                if right != NOTHING:
                    bits += facts[_find(scratch, count, symbols, height, right, middle, fact.end)].bits
                if bits < fact.bits:
                    fact.bits, fact.best_rule, fact.best_middle = bits, rule, middle
                    changed = True
                middle = _next_middle(rows, fact.start, left, right, middle + 1, fact.end)
    return changed


@device
def _count_choices(rules, reading, scratch, known, height, weight, counts):
    """Follow the cheapest derivation and count its rules; the bits of its characters."""
    facts, symbols = scratch.facts, rules.reads.size
    bits = 0.0
    scratch.stack[0] = 0
    waiting = 1
    while waiting:
        waiting -= 1
        fact = facts[scratch.stack[waiting]]
        if rules.reads[fact.symbol] != NOTHING:
            bits += reading[rules.reads[fact.symbol], fact.start]
            continue
        counts[fact.best_rule] += weight
        left, right = rules.parts[fact.best_rule]
        if left != NOTHING:
            scratch.stack[waiting] = _find(scratch, known, symbols, height, left, fact.start, fact.best_middle)
            waiting += 1
        if right != NOTHING:
            scratch.stack[waiting] = _find(scratch, known, symbols, height, right, fact.best_middle, fact.end)
            waiting += 1
    return bits


@entry
def describe(productions, rules, prices, strings, room, scratch, accepted, stop):
    """Bits of the characters and of the choices of all strings that are accepted, the choices adaptively coded.

    Infinite when the characters, and the least edits of each string that is not accepted, are above `room`; `accepted`,
    bool (strings,), is then not all filled. Anything once stop[0] is true.
    """
    counts, costs = np.zeros(rules.parts.shape[0]), np.empty(rules.parts.shape[0])
    best = np.inf
    outlier_bits = prices.outlier + prices.edit
    for _ in range(ROUNDS):
        _estimate(rules, counts, prices, costs)
        counts[:] = 0.0
        read, outside, is_ambiguous = 0.0, 0.0, False
        for string in range(strings.weights.size):
            first, end = strings.offsets[string], strings.offsets[string + 1]
            weight = strings.weights[string]
            rows = recognise(productions, strings.readable, strings.symbols[first:end], 0, stop)[0]
            if stop[0]:
                return best
            accepted[string] = _is_derived(rows, 0, 0, end - first)
            if accepted[string]:
                own = strings.reading[:, first:end]
                known, has_choice = _derive(rows, rules, costs, own, scratch, stop)
                if stop[0]:
                    return best
                is_ambiguous |= has_choice
                read += weight * _count_choices(rules, own, scratch, known, end - first + 1, weight, counts)
            else:
                outside += weight * outlier_bits
            if read + outside > room:
                return best
        best = min(best, read + _choices_bits(rules, counts, prices))
        if not is_ambiguous:
            break
    return best
