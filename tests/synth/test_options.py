"""Each option is written once: the signature, the command line, runs, tasks and estimators say the same of it."""

import inspect
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
import tomli_w

import synth
from dsl.errors import ConfigurationError, RunError
from synth.cli.commands import induce
from synth.options import OPTIONS, Options, Request

ROOT = Path(__file__).parents[2]
NAMES = {"constraints": "constraint", "guesses": "guess"}  # on the command line, where each is one of several


def test_the_signature_and_the_help_of_induce_are_those_of_the_options():
    parameters = inspect.signature(synth.induce).parameters
    assert set(parameters) == {*OPTIONS, "positives", "reject", "ask", "on_event"}
    for name in set(OPTIONS) - {"oracle"}:
        assert parameters[name].default == OPTIONS[name].default
        assert OPTIONS[name].metadata["help"] in synth.induce.__doc__


def test_the_command_has_all_options_with_their_defaults_and_their_help():
    parameters = {one.name: one for one in induce.command.params}
    given = induce.command.make_context("induce", ["words.txt"]).params
    for name in set(OPTIONS) - {"oracle", "warm_start"}:
        assert parameters[NAMES.get(name, name)].help == OPTIONS[name].metadata["help"]
    for name in set(OPTIONS) - {"oracle", "workers"}:
        assert given[NAMES.get(name, name)] == OPTIONS[name].default


def test_values_of_python_are_taken_as_they_are_meant():
    options = Options.of(
        effort=np.int64(3), timeout=2, policy=Path("weights"), guesses=iter("ab"), constraints={"posix"}
    )
    assert options == Options(effort=3, timeout=2.0, policy="weights", guesses=("a", "b"), constraints=("posix",))
    assert type(options.effort) is int


def test_a_request_comes_back_from_its_table():
    request = Request(kind="cfg", timeout=2.5, warm_start=False, guesses=("a", "é"), policy="weights", seed=-(10**30))
    assert Request.from_table(request.to_table()) == request
    written = tomllib.loads(tomli_w.dumps(Request(kind="cfg", guesses=("a", "é")).to_table()))
    assert Request.from_table(written) == Request(kind="cfg", guesses=("a", "é"))
    assert Options(workers=3, out="run").to_table() == Request().to_table()


def test_a_run_of_an_earlier_version_has_fewer_arguments():
    assert Request.from_table({"kind": "regex", "timeout": 3}) == Request(timeout=3.0)


@pytest.mark.parametrize(
    ("values", "message", "hint"),
    [
        ({"sed": 1}, "no option 'sed'", "'seed'"),
        ({"workers": 2}, "no option 'workers'", "choose from"),
        ({"kind": "segex"}, "no kind 'segex'", "'regex'"),
        ({"kind": 3}, "kind is 3", "a string"),
        ({"seed": 1.0}, "seed is 1.0", "a whole number"),
        ({"effort": "1"}, 'effort is "1"', "a whole number"),
        ({"steps": True}, "steps is true", "a whole number"),
        ({"timeout": "1"}, 'timeout is "1"', "a number"),
        ({"warm_start": 1}, "warm_start is 1", "true or false"),
        ({"guesses": "ab"}, 'guesses is "ab"', "a list of strings"),
        ({"guesses": [1]}, r"guesses is \[1\]", "a list of strings"),
        ({"device": None}, "device is null", "a string"),
        ({"effort": 6}, "effort 6 is out of range", "1 (a glance) to 5"),
        ({"questions": 0}, "a limit of 0 questions", "at least 1"),
    ],
)
def test_what_is_wrong_in_a_file_is_told(values, message, hint):
    with pytest.raises(ConfigurationError, match=message) as caught:
        Request.read(values)
    assert hint in caught.value.hint
    with pytest.raises(RunError, match=r"config\.toml"):
        Request.from_table(values)


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("induce words.txt -q --searcher reinforce", "torch"),
        ("induce words.txt -q --kind cfg --searcher reinforce", "torch"),
        ("train policy --out weights", "torch"),
        ("train bank --positives words.txt --out run", "torch"),
        ("train pcfg --positives words.txt --out run", "torch"),
        ("evaluate tasks", "evaluation"),
        ("evaluate swap --out run --tasks tomita", "evaluation"),
        ("evaluate fetch tomita", "evaluation"),
    ],
)
def test_without_torch_the_extra_is_named(command, extra, words):
    code = f"import sys; sys.modules['torch'] = None\nfrom synth.cli import main\nmain({command.split()})"
    environment = {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=words.parent, env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f" are not installed\nhint: pip install 'synth[{extra}]'\n")
