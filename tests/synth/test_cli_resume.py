import json

import pytest

BEST = "[a-z]+[0-9]+\n"


@pytest.fixture
def run(synth_command, stub, words):
    """A run of the stub that was stopped after its first step."""
    assert synth_command("induce", str(words), "--out", "run", "--steps", "1").exit_code == 0
    return "run"


def test_it_goes_on(synth_command, run):
    result = synth_command("resume", run, "--steps", "3")
    assert (result.exit_code, result.stdout) == (0, BEST)
    assert "5 of 5 examples match" in result.stderr
    assert json.loads(synth_command("resume", run, "--json").stdout)["best"]["pattern"] + "\n" == BEST
    assert synth_command("resume", run, "-q").stderr == ""


def test_what_is_wrong_is_told(synth_command, run, tmp_path):
    result = synth_command("resume", "ruin")
    assert result.exit_code == 2
    assert "ruin is not a run directory" in result.stderr
    (tmp_path / run / "examples.jsonl").write_text("")
    assert "is not what the run began with" in synth_command("resume", run).stderr


def test_a_damaged_checkpoint_is_told(synth_command, run, tmp_path):
    for file in (tmp_path / run / "checkpoints").rglob("state.json"):
        file.write_text("{}")
    result = synth_command("resume", run, "--steps", "3")
    assert (result.exit_code, result.stdout) == (0, BEST)
    assert "000001 cannot be read" in result.stderr


def test_an_oracle_is_run_when_it_is_given_again_or_trusted(synth_command, grammar_stub, brackets, tmp_path):
    oracle = "sh -c 'echo >> asked'"
    begun = synth_command("induce", "brackets.txt", "--kind", "cfg", "--oracle", oracle, "--out", "run", "--steps", "1")
    assert begun.exit_code == 0, begun.stderr
    asked = (tmp_path / "asked").read_text()
    refused = synth_command("resume", "run", "--steps", "2")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == (
        f'error: run names --oracle "{oracle}"\n'
        "hint: if it is what you want, give --oracle again, or --trust to use what is named\n"
    )
    assert (tmp_path / "asked").read_text() == asked
    assert synth_command("resume", "run", "--steps", "2", "--trust").exit_code == 0
    assert len((tmp_path / "asked").read_text()) > len(asked)
    assert synth_command("resume", "run", "--steps", "3", "--oracle", "true").exit_code == 0


def test_a_batch_of_a_stranger_runs_nothing(synth_command, grammar_stub, tmp_path):
    task = {"id": "a", "positives": ["()"], "options": {"kind": "cfg", "oracle": "touch ran", "questions": 2}}
    (tmp_path / "tasks.jsonl").write_text(json.dumps(task) + "\n")
    refused = synth_command("induce", "--batch", "tasks.jsonl", "--out", "batch")
    assert refused.exit_code == 2
    assert "error: tasks.jsonl: line 1: the task names --oracle 'touch ran'\nhint: " in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["tasks.jsonl"]
    assert synth_command("induce", "--batch", "tasks.jsonl", "--out", "batch", "--trust").exit_code == 0
    (tmp_path / "batch" / "results.jsonl").write_text("")
    (tmp_path / "ran").unlink()
    assert "error: the task names --oracle 'touch ran'" in synth_command("resume", "batch").stderr
    assert not (tmp_path / "ran").exists()
    for options in (["--trust"], ["--oracle", "touch ran"]):
        assert synth_command("resume", "batch", *options).exit_code == 0
        assert (tmp_path / "ran").exists()


def test_trust_is_for_what_names_something(synth_command, words):
    refused = synth_command("induce", "words.txt", "--trust")
    assert (refused.exit_code, refused.stderr.splitlines()[0]) == (2, "error: --trust is for --batch")
