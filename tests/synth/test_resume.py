"""Recorded searches that go on: on the stub searcher, and on the real ones."""

import json
import shutil
from hashlib import sha256

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
    warm_start = searcher != "evolve" and (kind, searcher) != ("regex", "auto")  # which would be over at once
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


def test_a_search_cut_short_again_answers_nothing_worse(tmp_path):
    first = synth.induce(DATES, steps=20, effort=3, warm_start=False, out=tmp_path / "run")
    assert not (tmp_path / "run" / "checkpoints").exists()  # in the middle of a round
    resumed = synth.resume(tmp_path / "run", steps=1)
    assert resumed.best == first.best


@pytest.mark.parametrize(("steps", "is_met"), [(1, False), (2, True)])
def test_the_pick_of_a_searcher_stands_once_it_met_what_was_found_before(steps, is_met, stub, tmp_path, monkeypatch):
    first = synth.induce(WORDS, steps=1, out=tmp_path / "run")
    checkpoints = tmp_path / "run" / "checkpoints"
    shutil.copytree(checkpoints, tmp_path / "kept")
    whole = synth.resume(tmp_path / "run", steps=3)
    shutil.rmtree(checkpoints)
    shutil.move(tmp_path / "kept", checkpoints)
    monkeypatch.setattr(stub, "answer", first.best)
    resumed = synth.resume(tmp_path / "run", steps=steps)
    assert resumed.best == (first if is_met else whole).best


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
        ("config.toml", "seed = 0", "seed = 1", "not what the run began with"),
        ("config.toml", "sha256", "sha255", "not what the run began with"),
        ("config.toml", "sha256 = ", "# ", "not what the run began with"),
        ("config.toml", 'kind = "regex"', 'kind = "segex"', "not what the run began with"),
        ("config.toml", "seed = 0", "seed == 0", "damaged"),
    ],
)
def test_a_run_that_was_changed_is_refused(stub, tmp_path, name, old, new, message):
    synth.induce(WORDS, steps=1, out=tmp_path / "run")
    edited(tmp_path / "run", name, old, new)
    with pytest.raises(synth.RunError, match=message):
        synth.resume(tmp_path / "run", steps=2)


def unsealed(run):
    """The run as the first versions wrote it, without a digest of its configuration."""
    config = run / "config.toml"
    config.write_text(config.read_text().partition("\n")[2].replace("schema = 2", "schema = 1"))


def test_a_run_without_a_digest_goes_on(stub, tmp_path):
    synth.induce(WORDS, steps=1, out=tmp_path / "run")
    unsealed(tmp_path / "run")
    whole = synth.induce(WORDS, steps=2)
    assert synth.resume(tmp_path / "run", steps=2).best == whole.best


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 0", "seed = 1", "with seed 0, the run is one of stub with seed 1"),
        ("seed = 0", "sed = 0", "an argument 'sed'"),
        ("seed = 0", "seed = 0.0", "seed is 0.0"),
        ("seed = 0", 'seed = "0"', 'seed is "0"'),
        ('kind = "regex"', 'kind = "segex"', "no kind 'segex'"),
        ('searcher = "auto"', 'searcher = "bean"', "no searcher 'bean'"),
        ('objective = "mdl"', 'objective = "medal"', "no objective 'medal'"),
        ("effort = 2", "effort = 6", "effort 6 is out of range"),
        ("effort = 2", "effort = true", "effort is true"),
        ("steps = 1", "steps = 0", "a limit of 0 steps"),
        ("steps = 1", "timeout = nan", "a timeout of nan seconds"),
        ("steps = 1", "timeout = -1", "a timeout of -1 seconds"),
        ("steps = 1", "questions = 3", "questions without an oracle"),
        ("steps = 1", "steps = 2024-01-05", "steps is"),
        ("oracle = false", 'oracle = "touch planted"', "oracle is"),
        ("warm_start = true", "warm_start = 1", "warm_start is 1"),
        ("constraints = []", 'constraints = ["linear"]', "constraint"),
        ("constraints = []", "constraints = [1]", "constraints is"),
        ("guesses = []", 'guesses = ["("]', "a closing parenthesis|expected"),
        ('device = "cpu"', 'device = "gpu"', "device is for searcher='reinforce'"),
        ("[arguments]", "[argument]", "it has no arguments"),
        ("[arguments]", "arguments = 3\n[more]", "arguments is no table"),
        ("[inputs]", "inputs = 3\n[more]", "an argument 'inputs'"),
    ],
)
def test_a_configuration_is_checked_as_if_it_were_given(stub, tmp_path, old, new, message):
    synth.induce(WORDS, steps=1, out=tmp_path / "run")
    unsealed(tmp_path / "run")
    edited(tmp_path / "run", "config.toml", old, new)
    with pytest.raises(synth.SynthError, match=message):
        synth.resume(tmp_path / "run", steps=2)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("examples.jsonl", '["ab12"]'),
        ("examples.jsonl", '["ab12", 0]'),
        ("examples.jsonl", '["ab12", true]'),
        ("examples.jsonl", f'["ab12", {10**30}]'),
        ("examples.jsonl", '[["ab12"], 1]'),
        ("examples.jsonl", '["c3", 1]'),
        ("examples.jsonl", '"ab12"'),
        ("examples.jsonl", "ab12"),
        ("examples.jsonl", "[" * 100_000),
        ("examples.jsonl", '["%s", 1]' % ("a" * 100_001)),
        ("reject.jsonl", "3"),
        ("reject.jsonl", '"c3"'),
        ("reject.jsonl", '{"c3": 1}'),
    ],
)
def test_examples_with_the_right_digest_are_checked(stub, tmp_path, name, line):
    run = tmp_path / "run"
    synth.induce(WORDS, steps=1, out=run)
    unsealed(run)
    before = sha256((run / name).read_bytes()).hexdigest()
    (run / name).write_text((run / name).read_text() + line + "\n")
    edited(run, "config.toml", before, sha256((run / name).read_bytes()).hexdigest())
    with pytest.raises(synth.SynthError):
        synth.resume(run, steps=2)


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

    monkeypatch.setattr("synth.runs.run.Checkpoints.save", fail)
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


def lines_of(path):
    return path.read_text().splitlines()


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "3",
        "[" * 100_000,
        "1" * 5_000,
        '{"kind": "regex"}',
        '{"kind": "regex", "seconds": -1, "notation": "a"}',
        '{"kind": "regex", "seconds": 1e999, "notation": "a"}',
        '{"kind": "regex", "seconds": 0, "notation": 3}',
        '{"kind": "regex", "seconds": 0, "objective": 1, "notation": "("}',
        '{"kind": "regex", "seconds": 0, "objective": 1, "notation": "%s"}' % ("(" * 5_000),
    ],
)
def test_a_damaged_line_of_the_record_is_told_and_left_out(stub, tmp_path, line):
    run = tmp_path / "run"
    synth.induce(WORDS, steps=1, out=run)
    lines = lines_of(run / "events.jsonl")
    (run / "events.jsonl").write_text("\n".join([line, *lines, ""]))
    result = synth.resume(run, steps=2)
    assert [warning for warning in result.warnings if "left out" in warning]
    assert result.best == synth.induce(WORDS, steps=2).best


def test_a_candidate_that_may_not_be_answered_is_left_out(stub, tmp_path):
    run = tmp_path / "run"
    synth.induce(WORDS, steps=1, constraints=["max-states=5"], out=run)
    event = {"kind": "regex", "seconds": 0, "notation": "ab12|c3|xyz99|q4|rst1", "objective": 3}
    (run / "events.jsonl").write_text(json.dumps(event) + "\n")
    result = synth.resume(run, steps=2)
    assert result.best.pattern != event["notation"]
    assert any("does not meet the constraints" in warning for warning in result.warnings)


def test_a_candidate_that_was_changed_is_told(stub, tmp_path):
    run = tmp_path / "run"
    synth.induce(WORDS, steps=1, out=run)
    edited(run, "events.jsonl", '"notation": "ab12', '"notation": "ab13')
    result = synth.resume(run, steps=2)
    assert any("otherwise than it says" in warning for warning in result.warnings)
