"""The description-length kernel against all readings of small strings, written out from the expression tree."""

import re
from collections import Counter
from dataclasses import replace
from itertools import groupby
from math import inf, log2

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dsl.charset import DIGITS
from dsl.expressions.expression import Chars, Concat, Epsilon, Repeat, Union, children
from dsl.expressions.named import NAMED
from dsl.expressions.notation import parse
from dsl.expressions.programs import ClassTable, encode
from dsl.kernels.packing import pack
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring.coding import choice_bits, count_bits
from searchers.scoring.parameters import Parameters
from searchers.scoring.prices import PRICES as BY_HAND
from searchers.scoring.prior import DIGIT_CLASS, FORMS, GROUP, KINDS, MOST_AGAIN, START, Prior, leaf_kind
from searchers.scoring.regexes import DescriptionLength
from searchers.scoring.words import in_force
from tests.support.repeats import repeat_bits
from tests.support.strategies import expressions, strings

small = expressions("a1b", max_leaves=5)
texts = st.dictionaries(strings("a1b", 5), st.integers(1, 3), min_size=1, max_size=5)
NO_CHOICE = Counter()
_drawn = np.random.default_rng(0)
PRIOR = Prior(  # any numbers: what is tested is who pays them
    *(_drawn.uniform(-4, 3, shape).round(2) for shape in ((GROUP + 1, len(KINDS)), GROUP + 1, (GROUP + 1, len(FORMS)))),
    *(_drawn.uniform(0.1, 1, GROUP + 1).round(2) for _ in range(4)),
)
WORDS = in_force()
PRICES = replace(
    BY_HAND,
    noise=7.5,
    word_letter=0.6,
    absent_letter=0.4,
    within_kind=0.3,
    repeated_letter=0.9,
    repeated_digit=0.6,
    choice_prior=4.0,
)
PARAMETERS = Parameters(PRICES, {**NAMED, DIGITS: 3.25}, PRIOR, {"a": 0.3, "b": 0.1})


def objective_for(problem):
    return DescriptionLength(problem, PARAMETERS)


class Readings:
    """All ways in which an expression reads a text: cost, fixed bits, choices made, classes of the characters.

    A part that reads nothing does so in one way: a repeat or option by not being taken, a union by its first
    alternative that can, a sequence by its parts.
    """

    def __init__(self, text):
        self.text = text

    def all(self, expression):
        found = [way[1:] for way in self.of(expression, (), 0) if way[0] == len(self.text)]
        return found if self.text else [(*self.nothing(expression, ()), ())] if self.nothing(expression, ()) else []

    def nothing(self, node, key):
        match node:
            case Epsilon():
                return 0.0, 0.0, NO_CHOICE
            case Concat(parts):
                ways = [self.nothing(part, (*key, number)) for number, part in enumerate(parts)]
                return _sum(ways) if all(ways) else None
            case Union(parts):
                for number, part in enumerate(parts):
                    way = self.nothing(part, (*key, number))
                    if way:
                        return _sum([way, _alternative(key, number, len(parts))])
                return None
            case Repeat(_, 0, 1):
                return 1.0, 0.0, Counter({(key, False, False): 1})
            case Repeat(_, 0, None):
                return 1.0, 0.0, Counter({(key, True, False): 1})
            case Repeat(body, low, high):
                way = self.nothing(body, (*key, 0)) if low else (0.0, 0.0, NO_CHOICE)
                return _sum([way] * low + [_ending(body, key, low, low, high)]) if way else None
        return None

    def of(self, node, key, start):
        """Ways to read one character or more from `start` on, as (end, cost, fixed, choices, classes)."""
        match node:
            case Chars(charset):
                if start < len(self.text) and self.text[start] in charset:
                    yield start + 1, 0.0, 0.0, NO_CHOICE, (charset,)
            case Concat(parts):
                yield from self.sequence([(part, (*key, number)) for number, part in enumerate(parts)], start)
            case Union(parts):
                for number, part in enumerate(parts):
                    for way in self.of(part, (*key, number), start):
                        yield _with(way, _alternative(key, number, len(parts)))
            case Repeat(body, 0, 1):
                for way in self.of(body, (*key, 0), start):
                    yield _with(way, (1.0, 0.0, Counter({(key, False, True): 1})))
            case Repeat(body, low, high):
                most = len(self.text) - start + low if high is None else high
                for times in range(max(low, 1), most + 1):
                    optional = times - low if high is not None else times - max(low - 1, 0)
                    required = [(body, (*key, 0))] * (times - optional)
                    yield from self.repeated(body, key, required, optional, times, low, high, start)

    def repeated(self, body, key, required, optional, times, low, high, start):
        ending = _ending(body, key, times, low, high)
        if high is None:  # the rounds of a loop all read, or the only one does not
            heads = [*self.sequence(required, start)]
            if nothing := _sum_or_none([self.nothing(*part) for part in required]):
                heads.append((start, *nothing, ()))
            for head in heads:
                for tail in self.rounds(body, key, optional, head[0]):
                    yield _with(_joined(head, tail), ending)
            nothing = self.nothing(body, (*key, 0))
            if optional == 1 and low > 0 and nothing:
                for head in heads:
                    if head[0] > start:
                        yield _with(_with(head, nothing), ending)
        elif optional:  # the last optional copy reads, else it would not have been taken
            for way in self.sequence([*required, *[(body, (*key, 0))] * optional], start, last_reads=True):
                yield _with(way, ending)
        else:
            for way in self.sequence(required, start):
                yield _with(way, ending)

    def rounds(self, body, key, count, start):
        if count == 0:
            yield start, 0.0, 0.0, NO_CHOICE, ()
            return
        for first in self.of(body, (*key, 0), start):
            for rest in self.rounds(body, key, count - 1, first[0]):
                yield _joined(first, rest)

    def sequence(self, parts, start, last_reads=False):
        if not parts:
            return
        (node, key), rest = parts[0], parts[1:]
        remaining = _sum_or_none([self.nothing(*part) for part in rest])
        for first in self.of(node, key, start):
            for second in self.sequence(rest, first[0], last_reads):
                yield _joined(first, second)
            if remaining and not (last_reads and rest):
                yield _with(first, remaining)
        nothing = self.nothing(node, key)
        if nothing:
            for second in self.sequence(rest, start, last_reads):
                yield _with(second, nothing)


def _sum(ways):
    return sum(w[0] for w in ways), sum(w[1] for w in ways), sum((w[2] for w in ways), Counter())


def _sum_or_none(ways):
    return _sum(ways) if all(ways) else None


def _with(way, more):
    return way[0], way[1] + more[0], way[2] + more[1], way[3] + more[2], way[4]


def _joined(first, second):
    end, cost, fixed, choices, classes = _with(second, first[1:4])
    return end, cost, fixed, choices, first[4] + classes


def _alternative(key, number, count):
    # (a|b)|c: c is the right of the outer choice; b its left and the right of the inner one
    choices = Counter({((*key, "or", level), False, level > number): 1 for level in range(max(number, 1), count)})
    return float(len(choices)), 0.0, choices


def weight_of(body, weights):
    return weights[leaf_kind(body.set) if isinstance(body, Chars) else GROUP]


def _ending(body, key, times, low, high):
    if high is not None:
        bits = weight_of(body, PRIOR.bounded) * log2(high - low + 1)
        return bits, bits, NO_CHOICE
    again = times - low  # of low copies the last is the body of the loop
    return again + 1.0, 0.0, Counter({(key, True, True): again, (key, True, False): 1})


def weights_of_loops(node, key=()):
    """What share of its choices each loop pays, by its key."""
    found = {key: weight_of(node.body, PRIOR.unbounded)} if isinstance(node, Repeat) else {}
    for number, part in enumerate(children(node)):
        found |= weights_of_loops(part, (*key, number))
    return found


def runs_of(text):
    """ab1a -> ab at 0, 1 at 2"""
    start = 0
    for _, characters in groupby(text, str.isdigit):
        run = "".join(characters)
        if len(run) > 1 or run.isdigit():
            yield start, run
        start += len(run)


def known_part(run, words):
    """How much of a run is words that were met, the longest first: all of it, or a beginning of three letters."""
    if run.isdigit():
        return len(run) if run in words else 0
    longest_first = sorted(filter(str.isalpha, words), key=len, reverse=True)
    matched = re.match("(?:" + "|".join(map(re.escape, longest_first)) + ")*+", run) if longest_first else None
    end = matched.end() if matched else 0
    return end if end in (0, len(run)) or end > 2 else 0


def repeated_in(text, problem):
    """The places of letters behind themselves, and of words and numbers that an example before has, or one like it."""
    doubled = {at for at in range(1, len(text)) if text[at].isalpha() and text[at] == text[at - 1]}
    words = set()
    for other in sorted(problem.positives):
        known = {start: known_part(run, words) for start, run in runs_of(other)}
        if other == text:
            twice = problem.weights[problem.positives.index(text)] > 1
            runs = runs_of(text)
            known_again = {start + at for start, run in runs for at in range(len(run)) if twice or at < known[start]}
            return doubled | known_again
        left = {
            run[len(run) if problem.weights[problem.positives.index(other)] > 1 else known[start] :]
            for start, run in runs_of(other)
        }
        words |= {run for _, run in runs_of(other)} | {rest for rest in left if len(rest) > 1}
    raise AssertionError(text)


def character_bits(code, text, classes, places):
    bits, width = 0.0, len(code.kinds) + 1
    for index, (character, charset) in enumerate(zip(text, classes, strict=True)):
        same = index > 0 and classes[index - 1] == charset
        behind = code.kind_of(text[index - 1]) if same else width
        bits += code.prices(charset, repeated=index in places)[behind * width + code.kind_of(character)]
    return bits


def constant_bits(code, text, problem):
    places = repeated_in(text, problem)
    kinds = [code.kind_of(character) for index, character in enumerate(text) if index not in places]
    return sum(code.presence[kind] for kind in kinds if kind < len(code.kinds))


def cheapest(code, text, expression, problem):
    """The readings that tie for the least cost, as (bits, choices)."""
    found, places = [], repeated_in(text, problem)
    for cost, fixed, choices, classes in Readings(text).all(expression):
        bits = character_bits(code, text, classes, places)
        found.append((cost + bits, fixed + bits, choices))
    least = min((cost for cost, _, _ in found), default=inf)
    return [(bits, choices) for cost, bits, choices in found if cost < least + 1e-9]


def choices_bits(choices, expression):
    nodes = {(key, loop) for key, loop, _ in choices}
    weights = weights_of_loops(expression)
    return sum(
        (weights[key] if loop else 1.0)
        * choice_bits(choices[key, loop, True], choices[key, loop, False], open=loop, prices=PRICES)
        for key, loop in nodes
    )


def reference(problem, expression, code):
    """The terms from their definitions, or None when some example has two cheapest readings that differ."""
    read, choices, outliers = 0.0, Counter(), {}
    for text, weight in zip(problem.positives, problem.weights, strict=True):
        ways = cheapest(code, text, expression, problem)
        if not ways:
            outliers[text] = weight
            continue
        bits, made = ways[0]
        if any(abs(other - bits) > 1e-9 or +chosen != +made for other, chosen in ways):
            return None
        read += weight * bits
        for choice, times in made.items():
            choices[choice] += weight * times
    read += choices_bits(choices, expression)
    edits = 0.0
    if outliers:
        strange = sum(weight * len(text) for text, weight in outliers.items())
        every = sum(weight * len(text) for text, weight in zip(problem.positives, problem.weights, strict=True))
        constants = {text: constant_bits(code, text, problem) for text in problem.positives}
        others = sum(
            weight * constants[text]
            for text, weight in zip(problem.positives, problem.weights, strict=True)
            if text not in outliers
        )
        each = (max(0, read - others) + strange * PRICES.outlier_character) / max(every, 1)
        language, prices = Regex(expression), PRICES.among(problem.total)
        edits = prices.noise + sum(
            weight
            * (prices.outlier + prices.edit * log2(1 + language.distance(text)) + each * len(text) + constants[text])
            for text, weight in outliers.items()
        )
    accepted = sum(1 for text in problem.negatives if Readings(text).all(expression))
    return {
        "pattern": pattern_bits(expression, code, PRIOR),
        "examples": read,
        "edits": edits,
        "negatives": PRICES.negative * accepted,
    }


def is_counted_again(charset, low, high):
    return leaf_kind(charset) == DIGIT_CLASS and 1 < (high or 0) <= MOST_AGAIN


def pattern_bits(expression, code, prior):
    """The code of the nodes, with what the prior says of where leaves, alternatives and repeats stand."""
    bits, before, written, counts = code.pattern_bits(expression), START, set(), set()

    def visit(node, in_word=inf):
        nonlocal bits, before
        spelled = WORDS.bits_of(node.parts) if isinstance(node, Concat) else [inf] * len(children(node))
        for place, (part, word) in enumerate(zip(children(node), spelled, strict=True)):
            visit(part, PRICES.word_letter * word)
            bits += prior.alternatives[before] if place and isinstance(node, Union) else 0.0
        match node:
            case Chars(charset):
                anew = max(1.0, code.class_bits(charset) + prior.follows[before, leaf_kind(charset)])
                again = code.again_bits(charset)
                bits += (
                    min(anew, in_word, again) - again
                    if charset in written
                    else min(anew, in_word) - code.class_bits(charset)
                )
                before = leaf_kind(charset)
                written.add(charset)
            case Repeat(body, low, high):
                more = repeat_bits(leaf_kind(body.set) if isinstance(body, Chars) else GROUP, low, high, prior)
                if isinstance(body, Chars) and is_counted_again(body.set, low, high):
                    if (body.set, low, high) in counts:
                        more = min(more, PRICES.counts_again - count_bits(low, high, PRICES))
                    counts.add((body.set, low, high))
                bits += more

    visit(expression)
    return bits


def problem_of(weights, negatives=()):
    return Problem.of([text for text, times in weights.items() for _ in range(times)], set(negatives) - set(weights))


@settings(max_examples=400)
@given(texts, st.lists(strings("a1b", 4), max_size=3), small)
def test_every_term_is_that_of_the_cheapest_readings(weights, negatives, expression):
    problem = problem_of(weights, negatives)
    objective = objective_for(problem)
    expected = reference(problem, expression, objective.coding)
    assume(expected is not None)
    scored = objective.score(Regex(expression))
    assert scored.score.terms == pytest.approx(expected, abs=1e-6)
    assert scored.objective == pytest.approx(sum(expected.values()), abs=1e-6)


@pytest.mark.parametrize(
    "pattern", ["a{2,4}1", "(a|1|b)+", "(ab?)*", "a{2,}", "(a?1?){1,3}", "(a+1)?b", "(a|b|ab)1*", "(a*|b1)b?"]
)
def test_notable_operators_on_all_that_they_match(pattern):
    expression = parse(pattern)
    weights = dict.fromkeys(["a", "aa1", "aaa1", "aaaa", "ab", "abab1", "b", "1", "aab1a", "ab111", "", "ba1"], 2)
    kept = {}
    for text in weights:  # those that are read in one cheapest way
        ways = cheapest(objective_for(problem_of(weights)).coding, text, expression, problem_of(weights))
        if len(ways) <= 1:
            kept[text] = weights[text]
    problem = problem_of(kept)
    objective = objective_for(problem)
    expected = reference(problem, expression, objective.coding)
    assert objective.score(Regex(expression)).score.terms == pytest.approx(expected, abs=1e-6)


@settings(max_examples=100)
@given(texts, st.lists(strings("a1b", 4), max_size=3), st.lists(small, min_size=2, max_size=6), st.data())
def test_a_cutoff_drops_exactly_what_is_above_it(weights, negatives, patterns, data):
    objective = objective_for(problem_of(weights, negatives))
    classes = ClassTable()
    programs = pack([encode(pattern, classes) for pattern in patterns])
    totals = objective.totals(programs, classes, inf)
    cutoff = data.draw(st.sampled_from([*totals.tolist(), float(totals.mean())]))
    found = objective.totals(programs, classes, cutoff)
    for total, cut in zip(totals, found, strict=True):
        assert cut == total or (cut == inf and total > cutoff)
    assert (found[totals <= cutoff] == totals[totals <= cutoff]).all()


def test_what_is_far_above_the_cutoff_is_dropped():
    objective = DescriptionLength(Problem.of(["ab1"] * 5 + ["b1"]))
    classes = ClassTable()
    programs = pack([encode(parse(pattern), classes) for pattern in ["a?b1", "1111", "a"]])
    totals = objective.totals(programs, classes, inf)
    assert objective.totals(programs, classes, totals[0] + 0.1).tolist() == [totals[0], inf, inf]


@pytest.mark.parametrize("pattern", ["a{500}", "(a{200}b){3}", "((a|b){1,300}){2}"])
def test_a_program_of_too_many_positions_is_infinite(pattern):
    assert DescriptionLength(Problem.of(["a"])).score(Regex.parse(pattern)).objective == inf


def test_a_large_program_in_a_batch_leaves_its_neighbours_alone():
    objective = DescriptionLength(Problem.of(["ab" * 60, "abb"]))
    classes = ClassTable()
    patterns = [encode(parse(pattern), classes) for pattern in ["abb", "(ab){60}", "a{500}", "abb", "[ab]{1,120}"]]
    together = objective.totals(pack(patterns), classes, inf)
    alone = [objective.totals(pack([pattern]), classes, inf)[0] for pattern in patterns]
    assert together.tolist() == alone
    assert together[2] == inf
