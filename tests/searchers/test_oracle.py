"""The oracle's promises: no callable can hurt a search, no question is asked twice, no answer is lost by a kill."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dsl.errors import ConfigurationError, RunError
from dsl.regex import Regex
from searchers.oracle import Oracle

ROOT = Path(__file__).parents[2]


def balanced(text):
    return text.count("(") == text.count(")")


def test_each_string_is_asked_about_once():
    asked = []
    oracle = Oracle(lambda text: asked.append(text) or balanced(text))
    assert [oracle(text) for text in ("()", "(", "()")] == [True, False, True]
    assert asked == ["()", "("]
    assert (oracle.questions, oracle.unanswered, oracle.failures) == (2, 0, 0)


def test_beyond_the_limit_all_is_unknown_but_what_is_known():
    oracle = Oracle(balanced, limit=2)
    assert [oracle(text) for text in ("()", "(", "()()", "()")] == [True, False, None, True]
    assert oracle.exhausted
    assert oracle.questions == 2


def test_unknown_is_no_failure():
    oracle = Oracle(lambda _: None)
    assert oracle("a") is None
    assert (oracle.failures, oracle.unanswered) == (0, 1)


@pytest.mark.parametrize("answer", [1, 0, "yes", [], object()])
def test_what_is_no_truth_value_is_unknown(answer):
    oracle = Oracle(lambda _: answer)
    assert oracle("a") is None
    assert oracle.failures == 1
    assert type(answer).__name__ in oracle.last_error


def test_a_crash_is_unknown_and_counted():
    oracle = Oracle(lambda text: 1 / len(text) > 0)
    assert oracle("") is None
    assert oracle("") is None
    assert oracle("a") is True
    assert (oracle.failures, oracle.questions) == (1, 2)
    assert oracle.last_error == "ZeroDivisionError: division by zero"


def test_an_interrupt_and_a_wrong_configuration_are_passed_on():
    for error in (KeyboardInterrupt, ConfigurationError("no such program")):

        def fail(_, error=error):
            raise error

        with pytest.raises(error if isinstance(error, type) else type(error)):
            Oracle(fail)("a")


def test_an_example_wins_over_the_oracle_and_the_contradiction_is_kept():
    oracle = Oracle(lambda text: text != "()")
    oracle.believe(["()", "(())"], [")("])
    oracle.believe(["()"])
    assert oracle.contradictions == ["()", ")("]
    assert [oracle(text) for text in ("()", "(())", ")(")] == [True, True, False]


def test_answers_speak_against_languages_and_examples_do_not():
    oracle = Oracle(lambda text: {"a": True, "aa": False}.get(text))
    oracle.believe(["b"])
    for text in ("a", "aa", "unknown"):
        oracle(text)
    assert [oracle.agrees(Regex.parse(pattern)) for pattern in ("a", "a|b", "a+", "b")] == [True, True, False, False]


def test_few_examples_are_asked_about():
    examples = ["a" * length for length in range(1, 50)]
    oracle = Oracle(lambda _: True)
    oracle.believe(examples)
    assert oracle.questions == 5
    assert all(oracle(text) for text in examples)
    assert oracle.questions == 5
    sparing = Oracle(lambda _: True, limit=20)
    sparing.believe(examples, ["b", "c", "d"])
    assert sparing.questions == 4


def test_an_oracle_that_does_not_answer_is_not_asked_about_all_examples():
    oracle = Oracle(lambda _: None)
    oracle.believe(["a", "b", "c"], ["d"])
    assert oracle.questions == 1


def test_answers_outlive_the_oracle(tmp_path):
    path = tmp_path / "oracle.jsonl"
    texts = ["", "()", "é\n\u2028(", "\ud800", '"\\']
    first = Oracle(balanced, path=path)
    answers = [first(text) for text in texts]
    second = Oracle(lambda _: pytest.fail("asked again"), path=path)
    assert [second(text) for text in texts] == answers
    assert second.questions == len(texts)


def test_a_limit_counts_what_was_asked_before_so_that_a_resumed_search_does_what_the_whole_one_did(tmp_path):
    path = tmp_path / "oracle.jsonl"
    whole = _asked(balanced, tmp_path / "whole.jsonl")
    for text in ("", "("):
        Oracle(balanced, path=path)(text)
    assert _asked(balanced, path) == whole == [True, False, True, None]


def _asked(ask, path):
    oracle = Oracle(ask, limit=3, path=path)
    return [oracle(text) for text in ("", "(", "()", "(())")]


def test_what_is_unknown_is_not_kept(tmp_path):
    path = tmp_path / "oracle.jsonl"
    assert Oracle(lambda _: None, path=path)("a") is None
    assert Oracle(lambda _: True, path=path)("a") is True


def test_a_torn_last_line_is_dropped(tmp_path):
    path = tmp_path / "oracle.jsonl"
    whole = '{"text": "a", "accepted": true}\n'
    path.write_text(whole + '{"text": "b", "acc')
    oracle = Oracle(lambda _: False, path=path)
    assert (oracle("a"), oracle("b"), oracle.questions) == (True, False, 2)
    assert path.read_text() == whole + '{"text": "b", "accepted": false}\n'


@pytest.mark.parametrize("content", ["[]\n", "{}\n", "start: a\n", '{"text": 1, "accepted": true}\n'])
def test_another_file_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "oracle.jsonl"
    path.write_text(content + "torn")
    with pytest.raises(RunError, match="something else"):
        Oracle(balanced, path=path)
    assert path.read_text() == content + "torn"


def test_a_disk_that_fails_does_not_end_the_search(tmp_path):
    oracle = Oracle(balanced, path=tmp_path / "nowhere" / "oracle.jsonl")
    assert [oracle("()"), oracle("(")] == [True, False]
    assert oracle.failures == 1
    assert "no longer kept" in oracle.last_error


def test_an_answer_that_a_disk_did_not_take_is_written_with_the_next(tmp_path):
    oracle = Oracle(balanced, path=tmp_path / "later" / "oracle.jsonl")
    oracle("()")
    assert oracle.unkept
    (tmp_path / "later").mkdir()
    oracle("(")
    assert not oracle.unkept
    again = Oracle(lambda _: pytest.fail("asked again"), path=tmp_path / "later" / "oracle.jsonl")
    assert [again("()"), again("(")] == [True, False]


def test_damaged_lines_are_counted_and_asked_about_again(tmp_path):
    path = tmp_path / "oracle.jsonl"
    path.write_bytes(b'{"text": "a", "accepted": true}\n{"text"\n\xff\n3\n' + b"[" * 100_000 + b"\n")
    oracle = Oracle(lambda _: False, path=path)
    assert (oracle("a"), oracle("b"), oracle.damaged) == (True, False, 4)


def test_who_errs_can_be_asked_anew():
    said = iter([True, False])
    oracle = Oracle(lambda _: next(said), limit=2)
    assert (oracle("a"), oracle("a"), oracle.anew("a"), oracle("a")) == (True, True, False, False)
    assert oracle.exhausted
    assert oracle.questions == 2


def test_a_kill_loses_no_answer(tmp_path):
    path = tmp_path / "oracle.jsonl"
    code = (
        "import itertools, sys, pathlib; from searchers.oracle import Oracle\n"
        "oracle = Oracle(lambda text: len(text) % 2 == 0, path=pathlib.Path(sys.argv[1]))\n"
        "for length in itertools.count(): oracle('a' * (length % 1000) + str(length)); print(length, flush=True)"
    )
    arguments = [sys.executable, "-c", code, str(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True) as process:
        seen = [process.stdout.readline() for _ in range(50)]
        time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        seen += process.stdout.readlines()
    oracle = Oracle(lambda _: pytest.fail("asked again"), path=path)
    for line in seen:
        if line.endswith("\n"):
            text = "a" * (int(line) % 1000) + line.strip()
            assert oracle(text) is (len(text) % 2 == 0)
    for line in path.read_text().splitlines():
        assert json.loads(line)["accepted"] in (True, False)
