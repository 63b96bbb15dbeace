"""The exact searcher against brute force over all languages of short strings, and on its promises."""

import random
import re
import time
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.constraints import Constraints, parse_constraints
from dsl.errors import ConstraintError, ExampleError, LimitError
from dsl.expressions.expression import EPSILON, Repeat, size, walk
from dsl.regex import Regex
from searchers.budget import Budget
from searchers.exact import enumeration
from searchers.exact.search import COUNTS, Exact, minimal_expression
from searchers.problem import Problem
from searchers.protocol import Improved
from searchers.scoring.regexes import DescriptionLength

pytestmark = pytest.mark.usefixtures("processor_time")

LENGTH = 3
WORDS = ["".join(word) for length in range(LENGTH + 1) for word in product("ab", repeat=length)]
DEEPEST = 6


@pytest.fixture(scope="module", autouse=True)
def loaded():
    """Some searches here have a second or two."""
    enumeration.load_kernels()


def joined(left, right):
    return frozenset(a + b for a in left for b in right if len(a) + len(b) <= LENGTH)


def repeated(body, low, high):
    # beyond LENGTH further pieces add nothing but the empty string
    total, power = frozenset(), frozenset({""})
    for count in range((LENGTH + low if high is None else high) + 1):
        if count >= low:
            total |= power
        power = joined(power, body)
    return total


@cache
def languages(counts):
    """Every language of strings up to LENGTH with the cost of its cheapest expression, up to DEEPEST."""
    costs = dict.fromkeys(map(frozenset, ("a", "b", "ab")), 1)
    levels = {1: list(costs)}
    for cost in range(2, DEEPEST + 1):
        made = {repeated(body, *count) for body in levels[cost - 1] for count in counts}
        for low in range(1, cost - 1):
            for left, right in product(levels[low], levels[cost - 1 - low]):
                made |= {left | right, joined(left, right)}
        levels[cost] = [language for language in made if language not in costs]
        costs |= dict.fromkeys(levels[cost], cost)
    return costs


def cheapest(positives, negatives, counts=COUNTS):
    fitting = (
        cost
        for language, cost in languages(counts).items()
        if language >= set(positives) and not language & set(negatives)
    )
    return min(fitting, default=None)


def cost(expression):
    # a{0,2} was enumerated as (a?){2}
    return size(expression) + sum(isinstance(n, Repeat) and n.low == 0 and (n.high or 0) > 1 for n in walk(expression))


def consistent(expression, positives, negatives):
    pattern = re.compile(str(expression))
    return all(map(pattern.fullmatch, positives)) and not any(map(pattern.fullmatch, negatives))


@st.composite
def examples(draw, alphabet="ab", longest=LENGTH, most=8):
    words = draw(st.lists(st.text(alphabet, max_size=longest), min_size=1, max_size=most, unique=True))
    cut = draw(st.integers(1, len(words)))
    return words[:cut], words[cut:]


def run(positives, negatives=(), *, constraints=(), seconds=None):
    problem = Problem.of(positives, negatives, constraints=parse_constraints(constraints))
    searcher = Exact()
    events = list(searcher.search(problem, DescriptionLength(problem), Budget(seconds), random.Random(0)))
    return searcher, [event.candidate for event in events if isinstance(event, Improved)]


@settings(max_examples=150, deadline=None)
@given(examples())
def test_cost_is_the_smallest_of_brute_force(task):
    positives, negatives = task
    expected = cheapest(positives, negatives)
    found = minimal_expression(positives, negatives)
    if positives == [""]:
        assert found == EPSILON
    elif expected is None:
        assert cost(found) > DEEPEST
    else:
        assert cost(found) == expected


@pytest.mark.parametrize(("counts", "constraints"), [(COUNTS, []), (COUNTS[:3], ["tokens=seed"])])
def test_languages_told_in_full_cost_what_brute_force_says(counts, constraints):
    known = [(sorted(words), price) for words, price in languages(counts).items() if words and words != {""}]
    for positives, price in random.Random(0).sample(sorted(known), 150):
        negatives = [word for word in WORDS if word not in positives]
        found = minimal_expression(positives, negatives, constraints=parse_constraints(constraints))
        assert cost(found) == price
        assert consistent(found, positives, negatives)


@settings(max_examples=60, deadline=None)
@given(examples())
def test_cost_with_the_seed_tokens_is_the_smallest_of_brute_force(task):
    positives, negatives = task
    constraints = parse_constraints(["tokens=seed"])
    expected = cheapest(positives, negatives, COUNTS[:3])
    found = minimal_expression(positives, negatives, constraints=constraints, budget=Budget(2.0))
    if positives != [""] and expected is not None:
        assert size(found) == expected
    assert found is None or constraints.admits(found)


@settings(max_examples=60, deadline=None)
@given(examples("xyz", longest=12, most=5))
def test_all_candidates_are_consistent(task):
    positives, negatives = task
    searcher, candidates = run(positives, negatives, seconds=0.5)
    assert candidates
    for candidate in candidates:
        assert consistent(candidate.language.expression, positives, negatives)
    if searcher.proved:
        assert candidates[-1] == searcher.answer or candidates[-1].size <= searcher.answer.size


def test_the_answer_is_the_one_that_the_objective_likes_best():
    positives, negatives = ["00", "0000", "0101"], ["0", "1", "000"]
    problem = Problem.of(positives, negatives)
    objective = DescriptionLength(problem)
    searcher, _ = run(positives, negatives)
    ties = next(found for _, found in enumerated(positives, negatives) if found)
    totals = [
        objective.score(Regex(expression)).objective for expression in ties if size(expression) == searcher.answer.size
    ]
    assert searcher.answer.size == min(map(size, ties))
    assert min(totals) < max(totals)
    assert searcher.answer.objective == min(totals)


def enumerated(positives, negatives):
    from dsl.charset import CharSet

    leaves = [CharSet.of(some) for some in ("0", "1", "01")]
    return enumeration.Enumeration(positives, negatives, leaves, COUNTS).run()


@pytest.mark.parametrize(
    ("positives", "negatives", "pattern"),
    [
        (["0", "00", "01", "0110"], ["", "1", "10", "11"], "0[01]*"),
        ([""], ["a"], "()"),
        ([""], [], "()"),
        (["abc"], [], "[a-c]*"),
        (["a", "b"], ["?", "ä", "a?"], "[ab]"),  # what no leaf reads needs no care
        (["a" * 70, "a" * 72], ["a" * 71, "a" * 69], "(a{2})*"),
        (["a" * 70, "a" * 71, "a"], [""], "a+"),  # more pieces than a word has bits
    ],
)
def test_known_answers(positives, negatives, pattern):
    assert str(minimal_expression(positives, negatives)) == pattern


def test_long_examples_take_several_words_a_sequence():
    positives = ["0110100110", "1001011001", "0011110011", "1100"]
    negatives = ["011010011", "10010", "0", "1", "11110"]
    found = minimal_expression(positives, negatives)
    assert consistent(found, positives, negatives)
    assert str(found) == "([01]{2})*"


def test_same_task_same_events():
    task = ["0", "110", "0110", "10110"], ["1", "10", "101", "0101"]
    first, again = run(*task), run(*task)
    assert [candidate.language.expression for candidate in first[1]] == [
        candidate.language.expression for candidate in again[1]
    ]
    assert first[0].answer == again[0].answer


def test_the_order_of_the_examples_does_not_change_the_cost():
    positives, negatives = ["0", "110", "0110", "10110"], ["1", "10", "101", "0101"]
    assert size(minimal_expression(positives, negatives)) == size(minimal_expression(positives[::-1], negatives[::-1]))


def hard_task():
    rng = random.Random(7)
    words = {"".join(rng.choices("abc", k=rng.randint(6, 9))) for _ in range(40)}
    return sorted(words)[:20], sorted(words)[20:]


def test_the_budget_is_honoured_and_the_union_remains():
    run(["a"], ["b"])  # compiled
    positives, negatives = hard_task()
    started = time.process_time()
    searcher, candidates = run(positives, negatives, seconds=0.5)
    assert time.process_time() - started < 1.0
    assert not searcher.proved
    assert searcher.answer is None
    assert consistent(candidates[0].language.expression, positives, negatives)
    assert minimal_expression(positives, negatives, budget=Budget(0.1)) is None


def test_out_of_memory_keeps_what_was_found(monkeypatch):
    monkeypatch.setattr(enumeration, "MAX_BYTES", 1 << 20)
    positives, negatives = hard_task()
    searcher, candidates = run(positives, negatives)
    assert candidates
    assert not searcher.proved
    with pytest.raises(LimitError, match="1 MB"):
        minimal_expression(positives, negatives)


def test_an_enumeration_that_has_every_language_ends():
    impossible = parse_constraints(["tokens=seed"])
    assert minimal_expression([""], ["a"], constraints=impossible) is None


def test_constraints_on_the_language_are_honoured():
    positives, negatives = ["ab", "abab"], ["", "a", "b", "ba", "aba"]
    constraints = parse_constraints(["max-states=2"])
    free = minimal_expression(positives, negatives)
    assert not constraints.admits(free)
    searcher, candidates = run(positives, negatives, constraints=["max-states=2"], seconds=1.0)
    assert all(constraints.admits(candidate.language.expression) for candidate in candidates)
    assert not searcher.proved


def test_nothing_is_proved_when_cheaper_answers_were_turned_down():
    large = Constraints(checks=(lambda expression: "too small" if size(expression) < 5 else None,))
    problem = Problem.of(["a", "aa"], ["", "b", "ab"], constraints=large)
    searcher = Exact()
    list(searcher.search(problem, DescriptionLength(problem), Budget(), random.Random(0)))
    assert searcher.answer.size >= 5
    assert not searcher.proved


@pytest.mark.parametrize(
    ("positives", "constraints", "error", "hint"),
    [
        (["abcdefghi"], [], LimitError, "beam"),
        (["".join(random.Random(0).choices("ab", k=200))], [], LimitError, "beam"),
        (["ab"], ["alphabet=a"], ConstraintError, "alphabet"),
    ],
)
def test_what_cannot_be_searched_is_refused_with_a_hint(positives, constraints, error, hint):
    with pytest.raises(error) as caught:
        run(positives, constraints=constraints)
    assert hint in caught.value.hint


def test_contradictory_examples_are_refused():
    with pytest.raises(ExampleError):
        minimal_expression(["a"], ["a"])
