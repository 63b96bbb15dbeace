import re
from dataclasses import replace

import pytest

import dsl
import synth
from searchers.protocol import Improved, Noted, Progress
from synth.cli import hall_of_fame
from synth.cli.hall_of_fame import HallOfFame
from synth.report.markup import shorten

WORDS = ["ab12", "c3", "xyz99", "q4", "rst1"]


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def test_the_front_is_shown_smallest_first_with_the_pick_marked(stub, capsys):
    HallOfFame(quiet=False, progress=False).conclude(synth.induce(WORDS), 5, 0)
    output = capsys.readouterr()
    rows = [line.split() for line in output.err.splitlines() if re.search(r"\d\.\d ", line) and "done" not in line]
    assert output.out == ""
    assert rows == [["1", "3", "121.0", "."], ["→", "5", "0", "12.0", "[a-z]+[0-9]+"]]


def test_what_the_pick_matches_is_counted(stub, capsys):
    result = synth.induce([*WORDS, "ab12", "noon"], reject=["a1b", "x1"])
    HallOfFame(quiet=False, progress=False).conclude(result, 7, 2)
    assert "6 of 7 examples match, 1 of 2 to reject do not\n" in capsys.readouterr().err


def test_one_question_is_no_questions(stub, capsys):
    result = synth.induce(WORDS)
    for number in (1, 2):
        stats = {**result.stats, "questions": number}
        HallOfFame(quiet=False, progress=False).conclude(replace(result, stats=stats), 5, 0)
    assert re.findall(r"\(stub\), (.*)", capsys.readouterr().err) == ["1 question", "2 questions"]


def test_a_pick_that_a_smaller_candidate_beats_is_shown(stub, capsys):
    result = synth.induce(WORDS)
    pick = replace(result.front[-1], language=dsl.parse("[a-z0-9]{2,5}x?"))
    HallOfFame(quiet=False, progress=False).conclude(replace(result, best=pick), 5, 0)
    rows = [line.split() for line in capsys.readouterr().err.splitlines() if "12.0" in line]
    assert [(row[0] == "→", row[-1]) for row in rows] == [(False, "[a-z]+[0-9]+"), (True, "[a-z0-9]{2,5}x?")]


def test_why_and_what_is_wrong_is_told(stub, capsys):
    result = replace(synth.induce(WORDS), reason="a [b] regex", warnings=("no [x] answer",))
    HallOfFame(quiet=False, progress=False).conclude(result, 5, 0)
    assert {"a [b] regex", "warning: no [x] answer"} <= set(capsys.readouterr().err.splitlines())


def test_what_was_noted_is_told_once(stub, capsys):
    view = HallOfFame(quiet=False, progress=False)
    view.take(Noted("it ended early"))
    view.conclude(replace(synth.induce(WORDS), warnings=("it ended early", "the oracle hung")), 5, 0)
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith(("note", "warning"))]
    assert told == ["note: it ended early", "warning: the oracle hung"]


def test_patterns_are_never_markup(stub, capsys):
    HallOfFame(quiet=False, progress=False).conclude(synth.induce(["[red]x[/red]"] * 2), 2, 0)
    assert r"\[red\]x\[/red\]" in capsys.readouterr().err


def test_number_columns_stay_visible_beside_long_patterns(stub, capsys):
    long = ["".join(chr(0xE0 + (i * j) % 26) for j in range(200)) for i in range(3, 9)]
    result = synth.induce(long)
    assert len(result.best.pattern) > 1000
    HallOfFame(quiet=False, progress=False).conclude(result, 6, 0)
    lines = capsys.readouterr().err.splitlines()
    head = next(line for line in lines if "size" in line)
    assert head.split() == ["size", "distance", "objective", "pattern"]
    row = next(line for line in lines if line.startswith("→"))
    pattern = row[head.index("pattern") :]
    assert f"{result.best.objective:.1f}" in row[: head.index("pattern")]
    assert pattern == shorten(result.best.pattern, 300)  # in one line, which can be copied: the terminal wraps it
    assert "…" in pattern
    assert len(lines) < 30


def test_off_a_terminal_a_plain_line_every_few_seconds(stub, capsys, monkeypatch):
    clock = iter(range(0, 100, 2))
    monkeypatch.setattr(hall_of_fame.time, "perf_counter", lambda: float(next(clock)))
    view = HallOfFame(quiet=False, progress=True)
    best = Improved(synth.Candidate(*_candidate()))
    with view:
        for event in [best, Progress(5, "stage one"), best, Progress(7, "stage two")]:
            view.take(event)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "5 candidates  stage one" in lines[0]
    assert "[a-z]+" in lines[0]


def test_without_progress_nothing_is_shown_before_the_end(stub, capsys, monkeypatch):
    clock = iter(range(0, 1000, 20))
    monkeypatch.setattr(hall_of_fame.time, "perf_counter", lambda: float(next(clock)))
    for options in ({"quiet": False, "progress": False}, {"quiet": True, "progress": True}):
        with HallOfFame(**options) as view:
            view.take(Improved(synth.Candidate(*_candidate())))
            view.take(Progress(5, "stage"))
    assert capsys.readouterr().err == ""


def _candidate():
    from dsl.regex import Regex
    from searchers.candidate import Score

    return Regex.parse("[a-z]+"), Score(9.0, {}, 0, 1, 0)
