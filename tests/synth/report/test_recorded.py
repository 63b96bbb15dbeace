import pytest

from dsl.errors import RunError
from synth.report.recorded import RecordedRun


def test_everything_is_read(make_run):
    path = make_run("[a-z]+", ["ab", "c", "ab"], reject=["1"], front=[".*"], warnings=["odd"])
    run = RecordedRun.read(path)
    assert (run.best.notation, [entry.notation for entry in run.front]) == ("[a-z]+", [".*", "[a-z]+"])
    assert run.examples == {"ab": 2, "c": 1}
    assert run.reject == ["1"]
    assert run.arguments == {"kind": "regex", "seed": 7}
    assert [seconds for seconds, _ in run.events] == [0.0, 0.5]
    assert (run.notes, run.stats["candidates"]) == (["odd"], 1234)


def test_an_unfinished_run_tells_its_best_so_far(make_run):
    run = RecordedRun.read(make_run("[a-z]{2}", ["ab"], front=[".*"], ended=False))
    assert run.best.notation == "[a-z]{2}"
    assert not run.stats


def test_the_end_of_a_line_that_was_never_written_is_left_out(make_run):
    path = make_run("a", ["a"])
    with (path / "events.jsonl").open("a") as events:
        events.write('{"seconds": 3, "patt')
    assert len(RecordedRun.read(path).events) == 1


def test_candidates_of_the_other_kind_have_another_objective(make_run):
    run = RecordedRun.read(make_run("[()]*", ["()"], front=['start: "(" start ")" |']))
    assert [entry.notation for _, entry in run.events] == ["[()]*"]


def test_a_pick_off_the_front_is_shown_among_it(make_run):
    path = make_run("abc", ["abc"], front=[".*"])
    file = path / "hall_of_fame.json"
    import json

    found = json.loads(file.read_text())
    file.write_text(json.dumps({**found, "front": found["front"][:1]}))
    assert [entry.notation for entry in RecordedRun.read(path).front] == [".*", "abc"]


def test_what_is_no_run_is_refused(tmp_path, make_run):
    with pytest.raises(RunError, match="not a run directory"):
        RecordedRun.read(tmp_path)
    with pytest.raises(RunError, match="not a run directory"):
        RecordedRun.read(tmp_path / "nowhere")
    path = make_run("a", ["a"], ended=False)
    (path / "events.jsonl").write_text("")
    with pytest.raises(RunError, match="nothing yet"):
        RecordedRun.read(path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("config.toml", "= ="), ("hall_of_fame.json", "{"), ("hall_of_fame.json", "[]"), ("examples.jsonl", "[1]\n"),
        ("examples.jsonl", "1\n"), ("examples.jsonl", "x\n"), ("reject.jsonl", "1\n"), ("events.jsonl", "[]\n"),
    ],
)  # fmt: skip
def test_damage_is_named(make_run, name, text):
    path = make_run("a", ["a"])
    (path / name).write_text(text)
    with pytest.raises(RunError, match=f"damaged.*{name}|{name}.*damaged") as error:
        RecordedRun.read(path)
    assert error.value.hint
