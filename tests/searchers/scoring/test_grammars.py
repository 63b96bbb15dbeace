"""Both objectives for grammars: against all derivations, against the objectives for regexes, against plain sums."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from math import inf, lgamma, log, log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from dsl.errors import LimitError
from dsl.expressions.notation import parse
from dsl.grammar import Grammar
from dsl.grammars.binarised import Binarised
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.scoring import make, regexes
from searchers.scoring.coding import choice_bits
from searchers.scoring.grammars import DescriptionLength, MedianDistance
from searchers.scoring.parameters import by_hand
from searchers.scoring.prices import PRICES
from tests.support.grammars import enumerate_language, grammars
from tests.support.strategies import strings

GRAMMARS = [
    'start: "a" start "b" |',
    'start: start start | "a" | "b"',
    'start: "a" start | start "b" | "c" | "a"',
    'start: x "a"? x\nx: "b" | "a" "c" |',
    'start: ("ab" | "a" | start "c")* "b"?',
    'start: x y x\nx: y | "a" x |\ny: "b" "a" y? | "c"',
    "start: /[ab]/+ | /[bc]/+",
    'start: x*\nx: "a" x | x "b" x |',
    'start: a | "b"\na: start "b" | a | start',
    'start: "a"~1..3 "b"~0..2',
]


# ---------------------------------------------------------------------------------------------- all derivations


def mixture_bits(seen, alphas):
    mixture = sum(lgamma(n + alpha) - lgamma(alpha) for n, alpha in zip(seen, alphas, strict=True))
    return (lgamma(sum(seen) + sum(alphas)) - lgamma(sum(alphas)) - mixture) / log(2)


class Derivations:
    """All derivations of a text that do not go in circles: the rules used, and the bits of the characters."""

    def __init__(self, binarised: Binarised, text: str, reading: dict[int, list[float]]) -> None:
        self.reading = reading
        self.text = text
        self.rules: dict[int, list[tuple[int, ...]]] = {symbol: [] for symbol in range(binarised.productions.size)}
        for parent, *parts in binarised.productions.binary.tolist() + binarised.productions.units.tolist():
            self.rules[parent].append(tuple(parts))
        for parent in binarised.productions.empty.tolist():
            self.rules[parent].append(())
        loops = {parent for parent, _, right in binarised.productions.binary.tolist() if parent == right}
        self.loops = loops - set(range(len(binarised.names)))

    def of(self, symbol, start, end, above=frozenset()):
        if symbol in self.reading:
            if end == start + 1 and self.reading[symbol][start] < inf:
                yield Counter(), self.reading[symbol][start]
            return
        if (symbol, start, end) in above:
            return
        above = above | {(symbol, start, end)}
        for rule in self.rules[symbol]:
            for ends in product(range(start, end + 1), repeat=max(0, len(rule) - 1)):
                places = (start, *ends, end) if rule else (start,)
                if not rule and start != end:
                    continue
                spans = [(part, *span) for part, span in zip(rule, pairwise(places), strict=False)]
                for parts in product(*(list(self.of(*span, above)) for span in spans)):
                    used = sum((counts for counts, _ in parts), Counter({(symbol, rule): 1}))
                    yield used, sum(bits for _, bits in parts)

    def alpha(self, symbol, rule):
        if symbol in self.loops:
            return PRICES.go_prior if len(rule) == 2 else PRICES.stop_prior
        return 2 * PRICES.choice_prior / len(self.rules[symbol])

    def weight(self, symbol):
        return PRICES.count_weight if symbol in self.loops else 1.0

    def cost(self, symbol, rule, counts):
        alphas = {other: counts[symbol, other] + self.alpha(symbol, other) for other in self.rules[symbol]}
        return self.weight(symbol) * -log2(alphas[rule] / sum(alphas.values()))

    def adaptive_bits(self, counts):
        bits = 0.0
        for symbol, rules in self.rules.items():
            alphas = [self.alpha(symbol, rule) for rule in rules]
            seen = [counts[symbol, rule] for rule in rules]
            if len(rules) > 1:
                bits += self.weight(symbol) * mixture_bits(seen, alphas)
        return bits

    def cheapest(self, counts):
        """All derivations of least bits, given how often each rule was used."""
        priced = [
            (bits + sum(times * self.cost(*rule, counts) for rule, times in used.items()), used, bits)
            for used, bits in self.of(0, 0, len(self.text))
        ]
        least = min((total for total, _, _ in priced), default=inf)
        return [(used, bits) for total, used, bits in priced if total <= least + 1e-9]


@pytest.mark.parametrize("text", GRAMMARS)
@settings(max_examples=25)
@given(example=strings("abc", 4), times=st.integers(1, 3))
def test_examples_cost_their_cheapest_derivation(text, example, times):
    grammar = Grammar.parse(text)
    objective = DescriptionLength(Problem.of([example] * times))
    scored = objective.score(grammar)
    assert scored.score.accepted == (times if grammar.accepts(example) else 0)
    productions = grammar.binarised.productions
    reading = {
        symbol: list(objective._reading_of(charset))
        for symbol, charset in zip(productions.terminals.tolist(), grammar.binarised.sets, strict=True)
    }
    derivations = Derivations(grammar.binarised, example, reading)
    possible = []  # where derivations are equally cheap, any may have been taken
    for used, bits in derivations.cheapest(Counter()):
        counts = Counter({rule: n * times for rule, n in used.items()})
        first = times * bits + derivations.adaptive_bits(counts)
        for again, bits_again in derivations.cheapest(counts):
            counts_again = Counter({rule: n * times for rule, n in again.items()})
            possible.append(min(first, times * bits_again + derivations.adaptive_bits(counts_again)))
    found = scored.score.terms["examples"]
    assert any(found == pytest.approx(bits) for bits in possible or [0.0])


def test_a_derivation_that_is_first_met_in_a_circle():
    # c leads to a, a back to c: a over "x" is looked at while c over "x" is not done
    grammar = 'start: p | q\np: c "z" | "1z" | "2z" | "3z" | "4z"\nq: a "z"\na: c | "y"\nc: a | "x"'
    assert terms(grammar, ["xz"])["examples"] == pytest.approx(3.0)


def test_what_is_common_elsewhere_is_cheap():
    grammar = 'start: "a" r | "ab" | "d" r\nr: "b" | "c" "c"'
    found = terms(grammar, ["acc"] * 8 + ["db"] * 30 + ["ab"])
    each = 2 * PRICES.choice_prior / 3
    assert found["examples"] == pytest.approx(mixture_bits([9, 0, 30], [each] * 3) + choice_bits(31, 8))


# ---------------------------------------------------------------------------------------- as regexes are judged

REGEXES = ["(ab)*", "[a-c]+", "a?b?c?", "a(b|ca)*", "(a|bc)+b?", "a*b+", "[a-z]+[0-9]?", "[ab]c*|cc", "[a-c1]+"]


@pytest.mark.parametrize("pattern", REGEXES)
@settings(max_examples=20)
@given(st.lists(strings("abc1", 6), min_size=1, max_size=5), st.lists(strings("abc", 3), max_size=3))
def test_by_hand_a_regex_costs_the_same_as_a_grammar(pattern, texts, negatives):
    problem = Problem.of(texts, set(negatives) - set(texts))
    no_words = replace(by_hand(), prices=replace(PRICES, word_letter=100.0))
    regex = regexes.DescriptionLength(problem, no_words).score(Regex.parse(pattern))
    grammar = DescriptionLength(problem).score(Grammar({"start": parse(pattern)}))
    assert grammar.score.terms == pytest.approx(regex.score.terms)
    assert grammar.score.total == pytest.approx(regex.score.total)
    assert (grammar.distance, grammar.score.accepted, grammar.score.rejected) == (
        regex.distance,
        regex.score.accepted,
        regex.score.rejected,
    )


# --------------------------------------------------------------------------------------------------- the terms


def terms(text, examples, negatives=()):
    return DescriptionLength(Problem.of(examples, negatives)).score(Grammar.parse(text)).score.terms


def test_rules_and_their_names_cost_bits():
    examples = ["ab", "ba"]
    inline = terms('start: "a" "b" | "b" "a"', examples)["pattern"]
    named = terms('start: "a" x | x "a"\nx: "b"', examples)["pattern"]
    assert named == pytest.approx(inline + PRICES.rule + 2 * (PRICES.reference + 1) - PRICES.literal_again)


def test_an_alternative_costs_how_often_it_is_taken():
    found = terms('start: "(" start ")" | "x"', ["x", "(x)", "((x))"])
    assert found["examples"] == pytest.approx(choice_bits(3, 3))
    assert found["pattern"] > PRICES.union


def test_several_alternatives_weigh_together_what_two_do():
    found = terms('start: "aa" | "bb" | "cc" | "dd"', ["aa"])
    assert found["examples"] == pytest.approx(2.0)


def test_a_negative_costs_when_accepted():
    problem = Problem.of(["()", "(())"], ["(", "()()", "((()))"])
    scored = DescriptionLength(problem).score(Grammar.parse('start: "(" start ")" |'))
    assert scored.score.terms["negatives"] == PRICES.negative
    assert scored.score.rejected == 2


def test_recursion_is_cheaper_than_a_class():
    examples = ["()", "(())", "()()", "(()())()", "((()))", "()(()(()))"] * 4
    problem = Problem.of(examples)
    nested, flat = Grammar.parse('start: ("(" start ")")*'), Grammar.parse("start: /[()]/*")
    objective = DescriptionLength(problem)
    assert objective.score(nested).objective < objective.score(flat).objective


@pytest.mark.parametrize("text", GRAMMARS)
@pytest.mark.parametrize("name", ["mdl", "median"])
@settings(max_examples=15)
@given(st.lists(strings("abc", 5), min_size=1, max_size=5), st.lists(strings("abc", 3), max_size=3), st.data())
def test_totals_are_the_scores_up_to_the_cutoff(name, text, texts, negatives, data):
    grammar = Grammar.parse(text)
    objective = make(name, Problem.of(texts, set(negatives) - set(texts)), "cfg")
    score = objective.score(grammar).objective
    assert objective.total(grammar, inf) == pytest.approx(score)
    cutoff = data.draw(st.floats(0, 2 * score))
    found = objective.total(grammar, cutoff)
    assert found == pytest.approx(score) or (found == inf and score > cutoff)


@settings(max_examples=150)
@given(grammars("ab"), st.lists(strings("ab", 6), min_size=1, max_size=6), st.lists(strings("ab", 4), max_size=4))
def test_terms_of_random_grammars_add_up_and_counts_are_true(grammar, texts, negatives):
    problem = Problem.of(texts, set(negatives) - set(texts))
    scored = DescriptionLength(problem).score(grammar)
    distances = sorted(map(grammar.distance, texts))
    assert scored.objective == pytest.approx(sum(scored.score.terms.values()))
    assert all(0 <= bits < inf for bits in scored.score.terms.values())
    assert scored.score.accepted == distances.count(0)
    assert scored.distance == distances[(len(distances) - 1) // 2]
    assert scored.score.rejected == sum(not grammar.accepts(text) for text in problem.negatives)
    assert (scored.score.terms["edits"] > 0) == (distances[-1] > 0)


def test_a_grammar_that_is_too_large():
    objective = DescriptionLength(Problem.of(["ab" * 500]))
    grammar = Grammar.parse('start: "a"~900 "b"')
    assert objective.total(grammar) == inf
    with pytest.raises(LimitError) as caught:
        objective.score(grammar)
    assert caught.value.hint


def test_unusual_examples():
    for text in ["", "\0", "\ud800", "日本", "a\nb"]:
        grammar = Grammar.parse("start: /(.|\\n)/ start |")
        for name in ["mdl", "median"]:
            scored = make(name, Problem.of([text]), "cfg").score(grammar)
            assert scored.score.accepted == 1
            assert scored.distance == 0
            assert 0 <= scored.objective < inf


# -------------------------------------------------------------------------------------------------- the median


@pytest.mark.parametrize("text", [GRAMMARS[0], GRAMMARS[3], GRAMMARS[9]])
@settings(max_examples=20)
@given(st.lists(strings("abc", 4), min_size=1, max_size=6), st.lists(strings("abc", 3), max_size=3))
def test_median_equals_brute_force_over_the_language(text, texts, negatives):
    grammar = Grammar.parse(text)
    language = list(enumerate_language(grammar, 8))
    problem = Problem.of(texts, set(negatives) - set(texts))
    distances = sorted(min(Levenshtein.distance(text, member) for member in language) for text in texts)
    wrong = sum(text in language for text in problem.negatives)
    scored = MedianDistance(problem).score(grammar)
    assert scored.distance == distances[(len(distances) - 1) // 2]
    assert scored.score.terms == {"distance": scored.distance, "size": PRICES.size * grammar.size, "negatives": wrong}
    assert scored.score.accepted == distances.count(0)
    assert scored.score.rejected == len(problem.negatives) - wrong


def test_objectives_by_name():
    problem = Problem.of(["a"])
    assert [make(name, problem, "cfg").name for name in ("mdl", "median")] == ["mdl", "median"]
    with pytest.raises(KeyError):
        make("mean", problem, "cfg")
