"""The model that the objective is fitted with: derivatives of totals, candidates of several files."""

import json

import numpy as np
import pytest

from benchmarks.objective.candidates import in_ascii
from benchmarks.objective.fit import tasks_of
from benchmarks.objective.terms import Layout, Reading
from benchmarks.objective.words import letter_model
from dsl.expressions.notation import parse
from searchers.problem import Problem
from searchers.scoring.parameters import by_hand, in_force
from searchers.scoring.prior import LETTERS, NO_LETTER
from searchers.scoring.regexes import DescriptionLength

PATTERNS = [
    "(GET|PUT) /[a-z]+", "[A-Z]{3} /[a-z]{1,4}", "[A-Z]+ /.*", "(GET|PUT) /(a[a-z]*|x)", "G?E?T?P?U? ?[^0-9]+",
    "[GEPUT]{2,} /a",
]  # fmt: skip


@pytest.mark.parametrize("parameters", [by_hand, in_force])
def test_terms_are_what_the_totals_depend_on(parameters):
    layout = Layout(parameters())
    problem = Problem.of(["GET /a", "PUT /ab", "GET /abcd", "GET /x", "PUT 7", "GET /b", "PUT /cd"], ["GET"])
    expressions = [parse(pattern) for pattern in PATTERNS]
    terms = layout.terms(problem, expressions)
    assert terms.totals == pytest.approx(Reading(problem, expressions).totals(DescriptionLength(problem, parameters())))
    rng = np.random.default_rng(0)
    for _ in range(3):
        by = rng.normal(size=len(layout.scale)) * layout.scale * 1e-3
        moved = Reading(problem, expressions).totals(DescriptionLength(problem, layout.moved(by)))
        assert terms.totals + terms.slopes @ by == pytest.approx(moved, abs=2e-3)
        assert np.abs(moved - terms.totals).max() > 0.02


def test_what_several_files_have_of_a_task_is_taken_together(tmp_path):
    row = {"id": "a", "positives": ["12", "345"], "negatives": []}
    for name, patterns, quality in (("one", ["[0-9]+", "12|345"], [1.0, 0.5]), ("two", ["12|345", ".+"], [0.5, 0.6])):
        (tmp_path / name).write_text(json.dumps({**row, "patterns": patterns, "quality": quality}), encoding="utf-8")
    (task,) = tasks_of([tmp_path / "one", tmp_path / "two"], by_hand())
    assert sorted(task.quality) == [0.5, 0.6, 1.0]


def test_letters_follow_each_other_as_in_words():
    model = letter_model({"get": 9.0, "gem": 9.0, "set": 9.0})
    bits = dict(zip(LETTERS, model.bits[0], strict=True))
    assert bits["e"] < bits["g"] < bits["s"] < bits["x"]
    state = model.behind[model.behind[0, LETTERS.index("g")], LETTERS.index("e")]  # behind ge come t and m alike
    after = dict(zip(LETTERS, model.bits[state], strict=True))
    assert after["t"] < after["m"] < 3.5 < 5 < after["x"]
    assert (2.0**-model.bits).sum(axis=1) == pytest.approx(1)
    assert not model.behind[:, NO_LETTER].any()


@pytest.mark.parametrize(
    ("pattern", "meant"),
    [(r"\d+", "[0-9]+"), (r"(?:[A-Z\d]|\s)x?", "([A-Z0-9]|[\t-\r ])x?"), (r"[^\d]é?", "[^0-9]é?")],
)
def test_shorthands_of_true_patterns_mean_ascii(pattern, meant):
    assert in_ascii(pattern) == parse(meant)
