"""Each fuzzer for a moment, and for a minute where there is time; and that they find what is wrong."""

import shutil
import subprocess
import sys
from shlex import split

import pytest

from dsl.automata.dfa import DFA
from tests.fuzz import damaged_files
from tests.fuzz.__main__ import FUZZERS, table
from tests.fuzz.fuzzing import Tally, run, run_case, run_on_workers

ROOT = __file__.rpartition("/tests/")[0]


@pytest.mark.parametrize("fuzzer", FUZZERS)
def test_nothing_is_found_in_two_seconds(fuzzer):
    found = run(fuzzer, 0, 2, cases=25)  # the same cases on every machine, or the first of them
    assert not found.failures, "\n".join(found.failures)
    assert found.checks


@pytest.mark.slow
@pytest.mark.parametrize("fuzzer", FUZZERS)
def test_nothing_is_found_in_a_minute(fuzzer):
    found = run(fuzzer, 1, 60)
    assert not found.failures, "\n".join(found.failures)


def test_what_is_wrong_is_shrunk_to_a_line(monkeypatch):
    minimise = DFA.minimise

    def forgetful(dfa):  # of the words that lead to state 2
        minimal = minimise(dfa)
        return DFA(
            minimal.atoms, minimal.table, [accepts and state != 2 for state, accepts in enumerate(minimal.accepting)]
        )

    monkeypatch.setattr(DFA, "minimise", forgetful)
    (failure,) = run("regex_language", 0, 0.001).failures
    what, line = failure.splitlines()
    assert what.startswith("regex_language: minimise rejects ")
    assert line.startswith("    python -c 'from dsl.automata.dfa import *")
    assert len(line) < 200


def test_a_line_can_be_run_as_it_stands():
    code = "from tests.fuzz.fuzzing import python_line; print(python_line('print(\"it\\'s\\\\n\")'))"
    line = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    line = line.replace("python", sys.executable, 1)
    assert subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, text=True).stdout == "it's\n\n"


def test_a_case_is_the_same_whatever_ran_before_it():
    assert run_case("regex_language", 3, 5) == run_case("regex_language", 3, 5)


def test_workers_share_the_cases():
    found = run_on_workers("regex_python", 0, 1, 2)
    assert found.cases >= 2
    assert not found.failures


def test_the_table_adds_up():
    both = Tally("regex_python", 1, 2_000, 3.0, ["a"]) + Tally("regex_python", 2, 3_000, 2.0)
    assert (
        table([both]).splitlines()[-1]
        == "| regex_python | 5,000 | pairs of pattern and string, against `re` | 3 | 1 | 3 |"
    )


@pytest.mark.parametrize("name", damaged_files.KINDS)
def test_what_is_not_damaged_is_read(name, tmp_path):
    for command in damaged_files.KINDS[name].commands:
        it, new = damaged_files.lay_out(damaged_files.original(name), tmp_path)
        if command.split()[0] in damaged_files.CALLS:
            assert damaged_files.problem_with(command, damaged_files.original(name)) is None
        else:
            code, errors = damaged_files.invoke([word.format(it=it, new=new) for word in split(command)])
            assert code in (0, 1) or "--oracle" in errors, (command, errors)
        shutil.rmtree(it)
        shutil.rmtree(new, ignore_errors=True)
