"""synth train pcfg: what it learns, what it records, what it refuses."""

import json

import pytest

from differentiable import PCFG
from dsl.grammar import Grammar
from dsl.grammars.recognition import accepts_all
from synth.cli import main

TEXTS = ["ab", "aabb", "aaabbb", "aaaabbbb"]
NEARLY = 'start: "a" start "c" | "a" "b"'


def run(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    return end.value.code, capsys.readouterr()


@pytest.fixture
def positives(tmp_path):
    (tmp_path / "in").write_text("\n".join(TEXTS) + "\n")
    return ["--positives", str(tmp_path / "in")]


def test_a_grammar_is_learned_and_recorded(positives, tmp_path, capsys):
    folder = tmp_path / "run"
    arguments = ["train", "pcfg", *positives, "--out", str(folder), "--nonterminals", "4", "--steps", "50"]
    code, streams = run(arguments, capsys)
    assert code == 0
    assert "held out" in streams.err
    assert accepts_all(Grammar.parse(streams.out), TEXTS).all()
    assert (folder / "grammar.lark").read_text().strip() == streams.out.strip()
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    assert [event["step"] for event in events] == [25, *range(50, 49 + len(events))]  # rounds follow the steps
    assert len(events) > 2
    held_out = [event["held_out"] for event in events]
    assert held_out == sorted(held_out, reverse=True)
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["after"]["accepted"] == len(TEXTS)
    assert summary["before"]["nats"] == pytest.approx(min(event["held_out"] for event in events), abs=1e-4)
    assert len(PCFG.load(str(folder / "pcfg.safetensors")).names) == 4
    assert "steps = 50" in (folder / "config.toml").read_text()
    code, streams = run(arguments, capsys)
    assert code == 2
    assert "exists already" in streams.err


def test_a_grammar_that_is_nearly_right_is_put_right(positives, tmp_path, capsys):
    more = ["--grammar", NEARLY, "--out", str(tmp_path / "run"), "--steps", "100", "--quiet"]
    code, streams = run(["train", "pcfg", *positives, *more], capsys)
    assert code == 0
    assert not streams.err
    found = Grammar.parse(streams.out)
    assert accepts_all(found, [*TEXTS, "aaaaabbbbb"]).all()
    assert not accepts_all(found, ["aac", "aabc", "ba"]).any()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--grammar", "start: ("], "expected"),
        (["--device", "nowhere"], "no device"),
        (["--positives", "nowhere"], "no such file"),
    ],
)
def test_mistakes_are_named(positives, tmp_path, capsys, more, message):
    code, streams = run(["train", "pcfg", *positives, "--out", str(tmp_path / "run"), *more], capsys)
    assert code == 2
    assert message in streams.err
    assert not (tmp_path / "run").exists()


def test_strings_that_are_too_long_are_named(tmp_path, capsys):
    (tmp_path / "in").write_text("a" * 300 + "\n")
    arguments = ["--positives", str(tmp_path / "in"), "--out", str(tmp_path / "run")]
    code, streams = run(["train", "pcfg", *arguments], capsys)
    assert code == 2
    assert "300 characters" in streams.err
    assert not (tmp_path / "run").exists()
