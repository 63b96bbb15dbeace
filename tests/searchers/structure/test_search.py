"""The search for nested grammars: what it finds without an oracle and with one, and its promises."""

import random
import re
import time
from itertools import product
from math import inf

import pytest

from dsl.errors import PatternError
from dsl.grammar import Grammar
from dsl.grammars.recognition import accepts_all
from dsl.language import START
from searchers.budget import Budget
from searchers.oracle import Oracle
from searchers.portfolio.auto import Auto
from searchers.problem import Problem
from searchers.protocol import Improved, Step
from searchers.scoring import make
from searchers.starts.fallbacks import anything
from searchers.structure.candidates import cheap_grammars
from searchers.structure.ranking import Ranking
from searchers.structure.refinement import Refinement
from searchers.structure.search import POSITIVES_FIRST, Nested

pytestmark = pytest.mark.usefixtures("processor_time")

WORDS = ["".join(word) for length in range(9) for word in product("ab", repeat=length)]
BRACKETED = ["".join(word) for length in range(7) for word in product("()[]", repeat=length)]
ENOUGH = 2 * POSITIVES_FIRST  # seconds for two searches
SUMS = ["".join(word) for length in range(7) for word in product("1*()", repeat=length)]


def is_balanced(text):
    while (shorter := text.replace("()", "").replace("[]", "")) != text:
        text = shorter
    return not text


def is_sum(text):
    """Numbers, and what is made of them, become numbers until nothing is left to do."""
    text = re.sub("[0-9]+", "n", text)
    while (shorter := text.replace("n+n", "n").replace("n*n", "n").replace("(n)", "n")) != text:
        text = shorter
    return text == "n"


def sums(rng, depth=3):
    text = f"({sums(rng, depth - 1)})" if depth and rng.random() < 0.4 else "".join(rng.choices("0123456789", k=2))
    return text + rng.choice("+*") + sums(rng, depth) if rng.random() < 0.4 else text


def brackets(rng, depth=4):
    inside = range(rng.randrange(5) if depth else 0)
    return "".join(both[0] + brackets(rng, depth - 1) + both[1] for both in (rng.choice(["()", "[]"]) for _ in inside))


def run(examples, *, reject=(), seed=0, oracle=None, **limits):
    problem = Problem.of(examples, reject)
    nested = Nested(Auto(evolving=False), oracle)
    objective = make("mdl", problem, "cfg")
    events = list(nested.search(problem, objective, Budget(**limits), random.Random(seed)))
    return nested.answer, [event for event in events if not isinstance(event, Step)]


def drawn(draw, count, seed=1):
    rng = random.Random(seed)
    return [draw(rng) for _ in range(count)]


def palindromes(count=40):
    rng = random.Random(0)
    halves = ["".join(rng.choices("ab", k=rng.randrange(9))) for _ in range(count)]
    return [half + middle + half[::-1] for half in halves for middle in ("a", "b")]


def accepted(grammar, texts):
    return {text for text, is_in in zip(texts, accepts_all(grammar, texts), strict=True) if is_in}


# --------------------------------------------------------------------------------------- what it finds


def test_as_many_of_one_as_of_the_other():
    answer, _ = run(["a" * n + "b" * n for n in range(1, 9)], seconds=2)
    assert accepted(answer.language, WORDS) == {"a" * n + "b" * n for n in range(1, 5)}
    assert answer.language.accepts("a" * 30 + "b" * 30)


ODD = {word for word in WORDS if len(word) % 2 and word == word[::-1]}


def test_palindromes_from_examples_alone():
    answer, _ = run(palindromes(), seconds=2)
    assert accepted(answer.language, WORDS) == ODD


def test_tags_match():
    inside = ["t", "uv", "<b/>", "<a>w</a>", "<c><b/></c>"]
    answer, _ = run([f"<{name}>{text}</{name}>" for name in "abc" for text in inside], seconds=5)
    assert accepted(answer.language, ["<a><c><b>x</b></c></a>", "<b><a/></b>"]) == {
        "<a><c><b>x</b></c></a>",
        "<b><a/></b>",
    }
    assert not accepted(answer.language, ["<a>x</b>", "<a><c>x</a></c>", "<a>x", "<d>x</d>"])


def test_what_stands_inside_may_stand_alone():
    answer, _ = run(["(- 36 x)", "(* 2 y)", "(+ x 7)", "(- 6 z)", "(- 5 (+ 1 2))", "39", "8", "706", "28"], seconds=5)
    assert accepted(answer.language, ["x", "(* (- x 12) y)"]) == {"x", "(* (- x 12) y)"}


def test_palindromes_with_strings_to_reject():
    answer, _ = run(palindromes(), reject=[word for word in WORDS if word not in ODD][::5], seconds=2)
    assert accepted(answer.language, WORDS) == ODD


def test_palindromes_with_an_oracle():
    oracle = Oracle(lambda text: len(text) % 2 == 1 and text == text[::-1] and set(text) <= {"a", "b"})
    answer, _ = run(palindromes(), oracle=oracle, seconds=5)
    assert accepted(answer.language, WORDS) == ODD


def test_brackets_of_two_kinds():
    answer, _ = run(drawn(brackets, 60), seconds=2)
    assert accepted(answer.language, BRACKETED) == {word for word in BRACKETED if is_balanced(word)}
    unseen = drawn(brackets, 100, seed=7)
    assert accepted(answer.language, unseen) == set(unseen)


class BlindedByNegatives(Refinement):
    """Finds nothing where there is something to reject, as a search that writes the examples down."""

    def run(self):
        return iter(()) if self._ranking.problem.negatives else super().run()


@pytest.mark.parametrize(("seconds", "is_found"), [(None, True), (ENOUGH, True), (POSITIVES_FIRST / 2, False)])
def test_with_time_for_it_what_the_positives_alone_say_is_known_too(monkeypatch, seconds, is_found):
    monkeypatch.setattr("searchers.structure.search.Refinement", BlindedByNegatives)
    monkeypatch.setattr(Nested, "_chunked", lambda *_: iter(()))
    answer, _ = run(drawn(brackets, 20), reject=["(", "]", "(]", "([)]"], seconds=seconds)
    assert (accepted(answer.language, BRACKETED) == {text for text in BRACKETED if is_balanced(text)}) is is_found


def searched_structures(monkeypatch, best):
    """How many structures are searched when a grammar of that rank is known."""
    problem = Problem.of(drawn(sums, 20))
    ranking, searched = Ranking(problem, make("mdl", problem, "cfg")), set()
    list(ranking.offer(Grammar({START: anything(problem.positives)}), most=best))
    offered = Refinement._offer
    monkeypatch.setattr(Refinement, "_offer", lambda self, each, fit: searched.add(each) or offered(self, each, fit))
    monkeypatch.setattr(Refinement, "_join", lambda *_: iter(()))
    list(Refinement(ranking, Budget(effort=1)).run())
    return len(searched)


def test_structures_far_behind_what_is_known_are_not_searched(monkeypatch):
    assert searched_structures(monkeypatch, best=inf) > 1
    assert searched_structures(monkeypatch, best=1.0) == 0


def test_arithmetic():
    answer, _ = run(drawn(sums, 60), seconds=2)
    unseen = drawn(sums, 100, seed=7)
    assert accepted(answer.language, unseen) == set(unseen)
    numbers = {word: word.replace("1", "11") for word in SUMS}
    right = {text for word, text in numbers.items() if is_sum(word) and "11" not in word}
    assert accepted(answer.language, list(numbers.values())) == right


def test_a_regular_language_comes_back_as_one():
    answer, _ = run([f"{day:02}.{month:02}" for day in range(1, 29, 3) for month in range(1, 13, 2)], seconds=2)
    assert list(answer.language.rules) == ["start"]
    assert not answer.language.accepts("1.2")


@pytest.mark.parametrize(
    ("examples", "reject"),
    [
        (["1+2", "(1+2)", "((3)+4)", "5", "6+(7+8)", "(9)"], ["1++2", "+1", "()", "(1+)"]),
        (["()", "(())", "()()", "(()())", "((()))()"], ["", ")(", "(", "(()"]),
        (["(a)", "((a))", "(((b)))", "a", "b"], ["ab", "(ab)", "(a)(b)", "()"]),
    ],
)
def test_strings_to_reject_are_rejected(examples, reject):
    answer, _ = run(examples * 3, reject=reject, seconds=5)
    assert accepted(answer.language, examples) == set(examples)
    assert accepted(answer.language, reject) == set()


@pytest.mark.parametrize(
    "examples", [[""], ["x"], ["", "x"], ["\ud800"], ["m²", "km²"], ["(((", "("], ["a\nb", "\u2028"]]
)
def test_there_always_is_an_answer(examples):
    answer, _ = run(examples, seconds=2)
    assert accepted(answer.language, examples) == set(examples)


@pytest.mark.parametrize(
    "examples", [["([)]", "[(])"], ["a" * n + "b" * m + "c" * n + "d" * m for n in range(1, 5) for m in range(1, 5)]]
)
def test_pairs_that_cross(examples):
    answer, _ = run(examples, seconds=2)
    assert accepted(answer.language, examples) == set(examples)


# ------------------------------------------------------------------------------------------- promises


def test_the_same_search_twice():
    examples = drawn(brackets, 5)
    one, other = (run(examples, reject=["(", "[(])"], seed=3, effort=1) for _ in range(2))
    assert one == other


def test_the_same_lessons_twice():
    examples = drawn(sums, 20)
    one, other = (run(examples, seed=3, oracle=Oracle(is_sum)) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("nested", [True, False])
def test_the_search_stops_in_time(nested):
    rng = random.Random(0)
    noise = ["".join(rng.choices("ab(),[]<>x1+- ", k=40)) for _ in range(30)]
    long = [f"((((({text}+{'1' * 20})))))".ljust(40, "*").rstrip("*") for text in drawn(sums, 30)]
    taken = []
    for _ in range(3):  # the first ones compile
        started = time.process_time()
        answer, _ = run(long if nested else noise, seconds=0.5)
        taken.append(time.process_time() - started)
        assert answer is not None
    assert min(taken) < 1.0


def test_the_first_event_is_an_answer_even_without_time():
    answer, events = run(drawn(sums, 20), seconds=0)
    assert isinstance(events[0], Improved)
    assert answer is not None


def test_the_answer_is_one_of_the_candidates_and_scored_exactly():
    examples = drawn(brackets, 20)
    answer, events = run(examples, seconds=1)
    assert answer in [event.candidate for event in events if isinstance(event, Improved)]
    objective = make("mdl", Problem.of(examples), "cfg")
    assert objective.score(answer.language).objective == pytest.approx(answer.objective)


# --------------------------------------------------------------------------------------- with an oracle


def test_an_oracle_teaches():
    oracle = Oracle(lambda text: set(text) <= set("0123456789+*()") and is_sum(text))
    answer, _ = run(drawn(sums, 15), oracle=oracle, seconds=10)
    assert accepted(answer.language, SUMS) == {word for word in SUMS if is_sum(word)}
    assert 0 < oracle.questions < 2000


@pytest.mark.parametrize("ask", [lambda text: None, lambda text: 1 / 0], ids=["unknown", "fails"])
@pytest.mark.parametrize("draw", [brackets, sums])
def test_an_oracle_that_knows_nothing_loses_no_example(draw, ask):
    examples = drawn(draw, 15)
    answer, _ = run(examples, oracle=Oracle(ask), seconds=1)
    assert accepted(answer.language, examples) == set(examples)


def test_an_oracle_that_says_no_to_all_but_the_examples():
    examples = drawn(sums, 15)
    answer, _ = run(examples, oracle=Oracle(lambda text: text in examples), seconds=1)
    assert accepted(answer.language, examples) == set(examples)


def test_what_was_learned_is_taken_where_the_examples_alone_tell_less(monkeypatch):
    monkeypatch.setattr("searchers.active.grammar_learning.LEAST_RIGHT", 2.0)  # nothing learned is good enough at once
    odd = re.compile(r"[1-9][02468]?-x*y")
    oracle = Oracle(lambda text: odd.fullmatch(text) is not None)
    answer, _ = run(["1-y", "24-xy", "38-xxy", "9-xxxy"], oracle=oracle, seconds=4)
    assert all(map(answer.language.accepts, ("70-y", "4-xxy")))
    assert not any(map(answer.language.accepts, ("71-y", "04-xy")))


def test_the_limit_of_questions_is_kept():
    oracle = Oracle(is_sum, limit=40)
    answer, _ = run(drawn(sums, 15), oracle=oracle, seconds=1)
    assert oracle.questions <= 40
    assert answer is not None


@pytest.mark.slow
def test_a_token_with_a_large_automaton_stays_within_the_budget():
    started = time.process_time()
    run([str(7 * n) for n in (1, 2, 5, 12, 30, 100, 222)], oracle=Oracle(lambda text: int(text) % 7 == 0), seconds=2)
    assert time.process_time() - started < 3


def test_private_characters_are_characters_like_others():
    known = ["(\ue000)", "x"]
    answer, _ = run(known, seconds=2)
    assert accepts_all(answer.language, known).all()


def test_a_structure_whose_nesting_never_ends_has_no_grammar(monkeypatch):
    def barren(rules):
        raise PatternError("cannot produce any string", "start: start", 0)

    monkeypatch.setattr("searchers.structure.candidates.Grammar", barren)
    problem = Problem.of(["(x)", "((x))", "(((x)))", "x"], ["(", ")"])
    searcher = Nested(Auto(evolving=False))
    list(searcher.search(problem, make("mdl", problem, "cfg"), Budget(), random.Random(0)))
    assert searcher.answer is not None
    assert list(cheap_grammars(problem, Budget())) == []
