"""synth train: weights come to a file, and a search begins with them."""

import json

import pytest

pytest.importorskip("torch")


def test_training_writes_weights_that_a_search_begins_with(synth_command, tmp_path):
    result = synth_command("train", "policy", "--steps", "2", "--out", "policy.safetensors")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "step 2 of 2" in result.stderr
    (tmp_path / "words.txt").write_text("ab\nabab\nababab\n")
    search = ("induce", "-q", "--json", "--searcher", "reinforce", "words.txt", "--effort", "1")
    found = synth_command(*search, "--policy", "policy.safetensors")
    assert json.loads(found.stdout)["best"]["pattern"] == "(ab)+"
    wrong = synth_command(*search, "--policy", "words.txt")
    assert wrong.exit_code == 2
    assert "words.txt is not a file of weights" in wrong.stderr


def test_a_table_of_the_configuration_is_for_the_command_below(synth_command, tmp_path):
    (tmp_path / "options.toml").write_text("[train.policy]\nsteps = 1\nout = 'made'\n")
    result = synth_command("train", "policy", "--config", "options.toml")
    assert result.exit_code == 0
    assert "step 1 of 1" in result.stderr
    (tmp_path / "options.toml").write_text("[train.policy]\nstep = 1\n")
    assert "'steps'" in synth_command("train", "policy", "--config", "options.toml").stderr


def test_the_directory_is_looked_at_before_the_training(synth_command):
    result = synth_command("train", "policy", "--steps", "100000", "--out", "nowhere/policy")
    assert result.exit_code == 2
    assert "no such directory: nowhere" in result.stderr
