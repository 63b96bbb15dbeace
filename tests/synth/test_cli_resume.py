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
