"""Recorded searches that go on: on the stub searcher, and on the real ones."""

import json
import shutil

import pytest

import synth
from searchers.protocol import Improved

WORDS = ["ab12", "c3", "xyz99", "q4", "rst1"]
DATES = [f"{1900 + 7 * n}-{n % 12 + 1:02}-{n * 5 % 28 + 1:02}" for n in range(20)]


def fronts(result):
    return [(candidate.pattern, candidate.objective) for candidate in result.front]


def patterns_in(file):
    return [json.loads(line)["pattern"] for line in file.read_text().splitlines()]


def test_it_goes_on_to_what_an_uninterrupted_run_gives(stub, tmp_path):
    whole = synth.induce(WORDS, steps=3)
    first = synth.induce(WORDS, steps=1, out=tmp_path / "run")
    assert fronts(first) != fronts(whole)
    resumed = synth.resume(tmp_path / "run", steps=3)
    assert fronts(resumed) == fronts(whole)
    assert resumed.best == whole.best
    assert resumed.stats["candidates"] == whole.stats["candidates"]
    assert resumed.stats["seconds"] > first.stats["seconds"]
    assert json.loads((tmp_path / "run" / "hall_of_fame.json").read_text()) == resumed.to_json()
    met = patterns_in(tmp_path / "run" / "events.jsonl")
    assert len(met) == len(set(met))


@pytest.mark.parametrize(
    ("kind", "searcher", "effort", "steps"),
    [
        ("regex", "beam", 2, [1, 5, 9]),
        ("auto", "auto", 2, [1, 5, 9]),
        ("regex", "auto", 3, [2, 20, 32]),  # members take turns
        ("regex", "evolve", 1, [1, 2, 4]),
        ("cfg", "evolve", 1, [1, 2, 3]),
        ("regex", "reinforce", 1, [1, 2, 4]),
    ],
)
def test_the_real_searchers_go_on_bit_for_bit(kind, searcher, effort, steps, tmp_path):
    if searcher == "reinforce":
        pytest.importorskip("torch")
    first, *later, last = steps
    warm_start = kind != "regex" or searcher not in ("auto", "evolve")  # which would be over at once
    given = {"kind": kind, "searcher": searcher, "effort": effort, "warm_start": warm_start}
    whole = synth.induce(DATES, steps=last, **given)
    begun = synth.induce(DATES, steps=first, out=tmp_path / "run", **given)
    assert begun.stats["candidates"] < whole.stats["candidates"]
    for step in [*later, last]:
        resumed = synth.resume(tmp_path / "run", steps=step)
    assert fronts(resumed) == fronts(whole)
    assert resumed.best == whole.best
    assert resumed.stats["candidates"] == whole.stats["candidates"]


def test_a_finished_run_gives_its_result_at_once(stub, tmp_path, monkeypatch):
    whole = synth.induce(WORDS, out=tmp_path / "run")
    monkeypatch.setattr(stub, "search", None)  # nothing is searched again
    resumed = synth.resume(tmp_path / "run")
    assert (fronts(resumed), resumed.best, resumed.stats) == (fronts(whole), whole.best, whole.stats)


def test_what_was_reported_is_kept_where_there_is_no_checkpoint(stub, tmp_path):
    first = synth.induce(WORDS, out=tmp_path / "run")
    shutil.rmtree(tmp_path / "run" / "checkpoints")
    (tmp_path / "run" / "hall_of_fame.json").unlink()
    with (tmp_path / "run" / "events.jsonl").open("a") as events:
        events.write('{"torn')
    heard = []
    resumed = synth.resume(tmp_path / "run", steps=1, on_event=heard.append)
    assert fronts(resumed) == fronts(first)
    heard_of = {event.candidate.pattern for event in heard if isinstance(event, Improved)}
    assert heard_of >= {candidate.pattern for candidate in first.front}
    assert json.loads((tmp_path / "run" / "hall_of_fame.json").read_text())["best"]["pattern"] == first.best.pattern


def test_a_damaged_checkpoint_is_told_and_the_one_before_it_used(stub, tmp_path):
    synth.induce(WORDS, steps=1, out=tmp_path / "run")
    synth.resume(tmp_path / "run", steps=2)
    latest = max((tmp_path / "run" / "checkpoints" / "regex").iterdir())
    (latest / "state.json").write_bytes(b"")
    resumed = synth.resume(tmp_path / "run", steps=3)
    assert fronts(resumed) == fronts(synth.induce(WORDS, steps=3))
    assert any("cannot be read" in warning for warning in resumed.warnings)


def test_time_is_counted_on_and_may_be_added(stub, tmp_path):
    stub.pause = 0.2
    first = synth.induce(WORDS, timeout=0.3, out=tmp_path / "run")
    assert fronts(synth.resume(tmp_path / "run")) == fronts(first)
    stub.pause = 0.0
    assert fronts(synth.resume(tmp_path / "run", timeout=5)) == fronts(synth.induce(WORDS))


def test_an_oracle_is_given_again_and_not_asked_again(grammar_stub, tmp_path):
    brackets = ["()", "(())", "()()"]
    first = synth.induce(brackets, kind="cfg", oracle=lambda text: len(text) % 2 == 0, steps=1, out=tmp_path / "run")
    asked = []
    with pytest.raises(synth.ConfigurationError, match="begun with an oracle"):
        synth.resume(tmp_path / "run")
    synth.resume(tmp_path / "run", oracle=lambda text: asked.append(text) or len(text) % 2 == 0, steps=2)
    assert first.stats["questions"] == 4
    assert asked == ["(("]


def edited(run, name, old, new):
    file = run / name
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("examples.jsonl", "ab12", "ab13", "not what the run began with"),
        ("config.toml", f'version = "{synth.__version__}"', 'version = "0.0.1"', "a run of synth 0.0.1, this is"),
        ("config.toml", "seed = 0", "seed = 1", "with seed 0, the run is one of stub with seed 1"),
        ("config.toml", "seed = 0", "sed = 0", "an argument 'sed'"),
        ("config.toml", "seed = 0", "seed == 0", "damaged"),
    ],
)
def test_a_run_that_was_changed_is_refused(stub, tmp_path, name, old, new, message):
    synth.induce(WORDS, steps=1, out=tmp_path / "run")
    edited(tmp_path / "run", name, old, new)
    with pytest.raises(synth.RunError, match=message):
        synth.resume(tmp_path / "run", steps=2)


def test_what_is_no_run_is_refused(tmp_path):
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "missing", tmp_path / "file"):
        with pytest.raises(synth.RunError, match="is not a") as caught:
            synth.resume(path)
        assert "--out" in caught.value.hint


def test_one_process_works_on_a_run_at_a_time(stub, tmp_path):
    def also(_):
        with pytest.raises(synth.RunError, match="another process"):
            synth.resume(tmp_path / "run")

    synth.induce(WORDS, on_event=also, out=tmp_path / "run")


def test_a_full_disk_is_told_and_the_search_goes_on(stub, tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("synth.runs.Checkpoints.save", fail)
    heard = []
    with pytest.raises(synth.RunError, match="No space left") as caught:
        synth.induce(WORDS, on_event=heard.append, out=tmp_path / "run")
    assert fronts(caught.value.result) == fronts(synth.induce(WORDS))
    notes = [event.message for event in heard if isinstance(event, synth.Noted)]
    assert len(notes) == 1
    assert "goes on in memory" in notes[0]
    assert notes[0] in caught.value.result.warnings


def test_constraints_of_a_run_are_text(stub, tmp_path):
    from dsl.constraints import parse_constraints

    with pytest.raises(synth.ConfigurationError, match="as text"):
        synth.induce(WORDS, constraints=parse_constraints(["posix"]), out=tmp_path / "run")
    synth.induce(WORDS, constraints=["posix"], guesses=["[a-c]+"], steps=1, out=tmp_path / "other")
    assert synth.resume(tmp_path / "other", steps=3).best.pattern == "[a-z]+[0-9]+"
