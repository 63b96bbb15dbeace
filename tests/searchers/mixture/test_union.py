"""A search for one expression answers with the union of formats where the examples are a mixture."""

import random
import re

import pytest

import synth
from searchers.mixture.union import MANY, may_be_mixed, united
from searchers.problem import Problem
from searchers.scoring import make

RNG = random.Random(0)
DAYS = [(RNG.randrange(1990, 2025), RNG.randrange(10, 13), RNG.randrange(10, 29)) for _ in range(2 * MANY)]
MIXED = [*dict.fromkeys(f"{y}-{m}-{d}" for y, m, d in DAYS), *dict.fromkeys(f"{d}/{m}/{y}" for y, m, d in DAYS[:MANY])]


def union_of(texts, **more):
    problem = Problem.of(texts, **more)
    return united(problem, make("mdl", problem)) if may_be_mixed(problem) else None


def test_the_union_has_all_formats():
    found = union_of([*MIXED, "N/A"])
    assert all(re.fullmatch(found.pattern, text) for text in MIXED)
    assert not any(re.fullmatch(found.pattern, text) for text in ("2024-12/10", "10-10-2024", "N/A"))
    assert found.score.accepted == len(MIXED)


@pytest.mark.parametrize(
    ("texts", "more"),
    [
        (MIXED[: MANY // 2], {}),
        ([f"{number}-x" for number in range(100, 400)], {}),
        (MIXED, {"reject": ["x"]}),
    ],
)
def test_there_is_none_for_few_examples_one_format_and_strings_to_reject(texts, more):
    assert union_of(texts, **more) is None


def test_a_union_too_large_to_be_scored_at_once_costs_what_its_formats_cost():
    words = ["lorem", "ipsum", "dolor", "sit", "amet", "elitr", "sed", "diam", "nonumy", "eirmod", "tempor"]
    kinds = [" ".join(RNG.sample(words, 8)) for _ in range(60)]
    lines = [f"{kind} in {RNG.randrange(1000)} ms" for kind in kinds for _ in range(4)]
    found = union_of(lines)
    assert found.score.accepted == len(lines)
    assert 0 < found.objective < float("inf")


def test_induce_answers_with_the_union():
    result = synth.induce(MIXED)
    assert all(result.best.language.accepts(text) for text in MIXED)
    assert "|" in result.best.pattern
    assert not result.best.language.accepts("2024-12/10")
