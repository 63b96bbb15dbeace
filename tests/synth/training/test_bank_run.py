"""synth train bank: what it learns, what it records, what it refuses; and how patterns are minimised."""

import json

import pytest

from differentiable import RegexBank
from dsl.automata.dfa import DFA, equivalent
from dsl.expressions.expression import size
from dsl.expressions.notation import parse
from synth.cli import main
from synth.results.minimise import minimise


def run(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    return end.value.code, capsys.readouterr()


@pytest.fixture
def files(tmp_path):
    (tmp_path / "in").write_text("ab\nabab\nababab\nabababab\n")
    (tmp_path / "out").write_text("a\nb\nba\naba\nbab\nabb\naab\nabba\nbb\naa\nc\n")
    return ["--positives", str(tmp_path / "in"), "--negatives", str(tmp_path / "out")]


def test_a_pattern_is_learned_and_recorded(files, tmp_path, capsys):
    folder = tmp_path / "run"
    arguments = ["train", "bank", *files, "--out", str(folder), "--steps", "100"]
    code, streams = run(arguments, capsys)
    assert code == 0
    assert equivalent(parse(streams.out.strip()), parse("(ab)*"))
    assert "decided rightly" in streams.err
    summary = json.loads((folder / "patterns.json").read_text())
    assert summary["pattern"] == streams.out.strip()
    assert summary["agreement"]["pattern"] == 1.0
    assert summary["certified_length"] >= 10_000
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    assert events[-1]["agreement"] == 1.0
    assert RegexBank.load(folder / "bank.safetensors").hard()(["abab", "abb"]).shape[0] == 2
    assert "steps = 100" in (folder / "config.toml").read_text()
    code, streams = run(arguments, capsys)
    assert code == 2
    assert "exists already" in streams.err


def test_a_pattern_is_repaired_and_the_training_ends_when_it_is(files, tmp_path, capsys):
    folder = tmp_path / "run"
    code, streams = run(["train", "bank", *files, "--out", str(folder), "--init", "(ac)*", "--steps", "5000"], capsys)
    assert code == 0
    assert equivalent(parse(streams.out.strip()), parse("(ab)*"))
    summary = json.loads((folder / "patterns.json").read_text())
    assert summary["certified_length"] >= 10_000
    events = (folder / "events.jsonl").read_text().splitlines()
    assert len(events) < 20
    bank = RegexBank.load(folder / "bank.safetensors")
    assert equivalent(parse(bank.snap_back()[summary["automaton"]].pattern), parse("(ab)*"))


@pytest.mark.parametrize("more", [["--states", "3", "--steps", "75"], ["--init", "(ac)+"]])
def test_without_negatives_the_shortest_description_wins(files, tmp_path, capsys, more):
    folder = tmp_path / "run"
    code, streams = run(["train", "bank", *files[:2], "--out", str(folder), *more], capsys)
    assert code == 0
    assert streams.out.strip() in ("(ab)*", "(ab)+")
    assert "bits in all" in streams.err
    assert "ε" not in streams.err  # the certificate is one of mode accept
    summary = json.loads((folder / "patterns.json").read_text())
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    assert summary["bits"] == min(event["bits"] for event in events)
    assert summary["agreement"]["pattern"] == 1.0


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--init", "(a"], "expected"),
        (["--init", "(ab){400}"], "needs 802 states"),
        (["--positives", "out"], "also positives"),
        (["--device", "nowhere"], "no device"),
        (["--positives", "nowhere"], "no such file"),
    ],
)
def test_mistakes_are_named(files, tmp_path, capsys, more, message):
    more = [str(tmp_path / value) if value == "out" else value for value in more]
    code, streams = run(["train", "bank", *files, "--out", str(tmp_path / "run"), *more], capsys)
    assert code == 2
    assert message in streams.err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(("pattern", "least"), [("a(ba)*b|(ab)*", "(ab)*"), ("[0-9]|[0-9][0-9]+|x", "[0-9]+|x")])
def test_minimising_keeps_the_language(pattern, least, monkeypatch):
    monkeypatch.setattr("synth.results.minimise.SECONDS", 60.0)  # however busy the machine is
    expression = parse(pattern)
    smaller = minimise(DFA.from_expression(expression).minimise(), expression)
    assert equivalent(smaller, expression)
    assert size(smaller) == size(parse(least))
