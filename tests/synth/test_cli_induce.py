import json
import re
import shutil
import stat
from contextlib import nullcontext

import pytest


def test_the_pattern_alone_goes_to_stdout(stub, synth_command, words):
    result = synth_command("induce", str(words))
    assert result.exit_code == 0
    assert result.stdout == "[a-z]+[0-9]+\n"
    assert re.search(r"→\s+5\s+0\s+12\.0\s+\[a-z\]\+\[0-9\]\+", result.stderr)
    assert "300 candidates" in result.stderr


def test_long_patterns_are_left_to_the_terminal_to_wrap(synth_command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = (
        f"2024-05-{day} GET /orders/{day}{day} HTTP/1.1 took 3{day} ms for reader no. {day}1\n" for day in range(10, 30)
    )
    result = synth_command("induce", "-", "--effort", "1", input="".join(lines))
    assert len(result.stdout) > 80
    assert f"  {result.stdout}" in result.stderr


def test_standard_input(stub, synth_command):
    result = synth_command("induce", "-", "--quiet", input="ab1\nc2\nxyz34\n")
    assert (result.exit_code, result.stdout) == (0, "[a-z]+[0-9]+\n")


@pytest.mark.parametrize("size", ["9" * 400, "9" * 400 + "TB", "999999999999GB"])
def test_more_memory_than_there_is_is_all_there_is(stub, synth_command, words, size):
    assert synth_command("induce", str(words), "-q", "--memory", size).exit_code == 0


def test_quiet_leaves_stderr_empty(stub, synth_command, words):
    assert synth_command("induce", str(words), "-q").stderr == ""


def test_what_is_odd_about_the_examples_is_told(stub, synth_command, words):
    words.write_text("ab12 \nc3\n")
    assert "warning: 1 of 2 examples begins or ends with blanks" in synth_command("induce", str(words)).stderr
    assert synth_command("induce", str(words), "-q").stderr == ""


def test_json_is_one_object_on_one_line(stub, synth_command, words):
    result = synth_command("induce", str(words), "--json", "--seed", "4")
    value = json.loads(result.stdout)
    assert value["best"]["pattern"] == "[a-z]+[0-9]+"
    assert value["stats"]["seed"] == 4
    assert result.stdout.count("\n") == 1


def test_json_in_place_of_another_notation_is_told(stub, synth_command, words):
    result = synth_command("induce", str(words), "--json", "--to", "re2")
    assert json.loads(result.stdout)["kind"] == "regex"
    assert "warning: --json leaves out --to" in result.stderr


def test_options_reach_the_search(synth_command, words, monkeypatch):
    seen = {}

    def induce(positives, **options):
        seen.update(options, positives=positives)
        raise KeyboardInterrupt

    monkeypatch.setattr("synth.api.induce", induce)
    (words.parent / "no.txt").write_text("12\n")
    arguments = "--reject no.txt --searcher beam --objective median --effort 3 --timeout 1.5 --steps 7 --no-warm-start"
    more = "--seed 9 --workers 2 --constraint posix --constraint max-states=9 --guess a+ --guess b --out run"
    assert synth_command("induce", "words.txt", *arguments.split(), *more.split()).exit_code == 130
    del seen["on_event"]
    assert seen == {
        "positives": ["ab12", "c3", "xyz99", "q4", "rst1"],
        "reject": ["12"],
        "oracle": None,
        "questions": None,
        "kind": "regex",
        "searcher": "beam",
        "objective": "median",
        "effort": 3,
        "timeout": 1.5,
        "steps": 7,
        "warm_start": False,
        "seed": 9,
        "workers": 2,
        "ray": None,
        "constraints": ("posix", "max-states=9"),
        "guesses": ("a+", "b"),
        "policy": None,
        "device": "cpu",
        "out": "run",
        "storage": None,
    }


def test_an_interrupt_prints_the_best_so_far(stub, synth_command, words, monkeypatch):
    search = stub.search

    def interrupted(self, *arguments):
        for number, event in enumerate(search(self, *arguments)):
            if number == 3:
                raise KeyboardInterrupt
            yield event

    monkeypatch.setattr(stub, "search", interrupted)
    result = synth_command("induce", str(words))
    assert result.exit_code == 130
    assert result.stdout == "ab12|c3|q4|rst1|xyz99\n"
    assert "interrupted" in result.stderr
    assert "error" not in result.stderr


def test_an_interrupt_before_anything_is_found(stub, synth_command, words, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(stub, "search", interrupted)
    result = synth_command("induce", str(words))
    assert (result.exit_code, result.stdout) == (130, "")
    assert "error: interrupted" in result.stderr


def test_a_run_directory(stub, synth_command, words):
    assert synth_command("induce", str(words), "--out", "run").exit_code == 0
    again = synth_command("induce", str(words), "--out", "run")
    assert (again.exit_code, again.stdout) == (2, "")
    assert "error: run exists already\nhint: " in again.stderr
    shutil.rmtree("run")
    assert synth_command("induce", str(words), "--out", str(words / "run")).exit_code == 2


def test_a_result_that_cannot_be_saved_is_printed(stub, synth_command, words, monkeypatch):
    search = stub.search

    def sabotaged(self, *arguments):
        shutil.rmtree("run")
        yield from search(self, *arguments)

    monkeypatch.setattr(stub, "search", sabotaged)
    result = synth_command("induce", str(words), "--out", "run")
    assert result.exit_code == 2
    assert result.stdout == "[a-z]+[0-9]+\n"
    assert "could not be saved" in result.stderr


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (None, [], "no such file"),
        (b"", [], "is empty"),
        (b"a\xff\n", [], "line 1, byte 2"),
        (b"a\n", ["--reject", "words.txt"], "also examples"),
        (b"a\n", ["--guess", "a(b"], "^ expected ')'"),
        (b"a\n", ["--constraint", "posx"], "no constraint 'posx'"),
        (b"a\n", ["--constraint", "alphabet=[0-9", "--quiet"], "not a class"),
        (b"a\n", ["--searcher", "bean"], "no searcher 'bean'"),
        (b"a\n", ["--kind", "cfg", "--searcher", "exact"], "'exact' is not for kind='cfg'"),
        (b"a\n", ["--kind", "cgf"], "no kind 'cgf'"),
        (b"a\n", ["--kind", "cfg", "--oracle", "no-such-program-here {}"], "no program 'no-such-program-here'"),
        (b"a\n", ["--kind", "cfg", "--oracle", "check 'x"], "has no closing quotation"),
        (b"a\n", ["--kind", "cfg", "--oracle", " "], "empty command"),
        (b"a\n", ["--searcher", "beam", "--oracle", "true {}"], "used by searcher='auto'"),
        (b"a\n", ["--to", "larc"], "did you mean 'lark'?"),
        (b"a" * 100_001, [], "the limit is 100,000"),
        (b"a\n", ["--timeout", "-1"], "a timeout of -1.0 seconds"),
    ],
)
def test_bad_input_is_one_error_with_a_hint(stub, synth_command, tmp_path, content, options, message):
    if content is not None:
        (tmp_path / "words.txt").write_bytes(content)
    result = synth_command("induce", "words.txt", *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert re.match(r"error: [^\n]+(\n.*)*\nhint: [^\n]+\n\Z", result.stderr)


def test_a_file_without_permission(stub, synth_command, words, monkeypatch):
    def refuse(_):
        raise PermissionError(13, "Permission denied")

    words.chmod(stat.S_IWUSR)  # root reads it all the same
    monkeypatch.setattr("pathlib.Path.read_bytes", refuse)
    assert "error: cannot read words.txt: Permission denied" in synth_command("induce", "words.txt").stderr


def test_a_grammar(grammar_stub, synth_command, brackets):
    result = synth_command("induce", str(brackets), "--kind", "cfg")
    assert (result.exit_code, result.stdout) == (0, 'start: ("(" start ")")*\n')
    assert re.search(r"→\s+7\s+0\s+[0-9.]+\s+start: \(", result.stderr)
    assert "5 of 5 examples match" in result.stderr


def test_a_grammar_as_json(grammar_stub, synth_command, brackets):
    value = json.loads(synth_command("induce", str(brackets), "--kind", "cfg", "--json", "-q").stdout)
    assert value["kind"] == "cfg"
    assert value["best"]["pattern"] == value["best"]["notation"] == 'start: ("(" start ")")*'
    assert [found["size"] for found in value["front"]] == sorted(found["size"] for found in value["front"])


def test_the_reason_is_shown(stub, grammar_stub, synth_command, brackets, monkeypatch):
    monkeypatch.setattr("tests.support.stub_search.PATTERNS", ("[()]*",))
    result = synth_command("induce", str(brackets), "--kind", "auto")
    assert result.stdout == 'start: ("(" start ")")*\n'
    assert re.search(r"^a grammar: it saves [0-9.]+ bits against the best regular expression$", result.stderr, re.M)


def test_an_oracle_is_asked_and_its_failures_are_told(grammar_stub, synth_command, brackets):
    asked = synth_command("induce", str(brackets), "--kind", "cfg", "--oracle", "test -n {}", "--out", "run")
    assert "7 questions" in asked.stderr
    assert "warning" not in asked.stderr
    with open("run/oracle.jsonl", encoding="ascii") as answers:
        assert json.loads(next(answers)) == {"text": "()", "accepted": True}
    denying = synth_command("induce", str(brackets), "--kind", "cfg", "--oracle", "false {}", "--questions", "20")
    assert "warning: the oracle contradicts 2 of the examples, which win; the first is '()'" in denying.stderr
    broken = synth_command("induce", str(brackets), "--kind", "cfg", "--oracle", "sh -c 'kill -9 $$'")
    assert broken.exit_code == 0
    assert "warning: the oracle left 3 of 3 questions unanswered (3 failures, the last: ChildProc" in broken.stderr


def test_an_interrupt_prints_the_best_grammar_so_far(grammar_stub, synth_command, brackets, monkeypatch):
    search = grammar_stub.search

    def interrupted(self, *arguments):
        for number, event in enumerate(search(self, *arguments)):
            if number == 3:
                raise KeyboardInterrupt
            yield event

    monkeypatch.setattr(grammar_stub, "search", interrupted)
    result = synth_command("induce", str(brackets), "--kind", "cfg")
    assert result.exit_code == 130
    assert result.stdout == "start: /[()]/*\n"
    assert "interrupted" in result.stderr


@pytest.mark.parametrize("size", ["500MB", "0.5GB", "1 GiB", "2g", "600000000", "500mib"])
def test_the_memory_is_limited(size, stub, synth_command, words, monkeypatch):
    given = []
    monkeypatch.setattr("synth.limits.memory.at_most", lambda size: given.append(size) or nullcontext())
    assert synth_command("induce", "words.txt", "-q", "--memory", size).exit_code == 0
    expected = {"0.5GB": 500_000_000, "500MB": 500_000_000, "1 GiB": 1 << 30, "2g": 2 * 10**9, "500mib": 500 << 20}
    assert given == [expected.get(size, 600_000_000)]


@pytest.mark.parametrize(
    ("size", "told"), [("2X", "no amount"), ("-1GB", "no amount"), ("", "no amount"), ("1MB", "too little")]
)
def test_a_wrong_amount_of_memory(size, told, stub, synth_command, words):
    result = synth_command("induce", "words.txt", f"--memory={size}")
    assert result.exit_code == 2
    assert told in result.stderr
    assert "hint:" in result.stderr


def test_half_of_the_machine_without_a_wish(stub, synth_command, words, monkeypatch):
    given = []
    monkeypatch.setattr("synth.limits.memory.at_most", lambda size: given.append(size) or nullcontext())
    monkeypatch.setattr("synth.limits.memory.of_this_machine", lambda: 4 * 10**9)
    assert synth_command("induce", "words.txt", "-q").exit_code == 0
    assert given == [2 * 10**9]


def test_a_cluster_gives_its_processes_their_memory(synth_command, words, monkeypatch):
    given = []
    monkeypatch.setattr("synth.limits.memory.at_most", lambda size: given.append(size) or nullcontext())
    monkeypatch.setattr("synth.api.induce", lambda *_, **__: 1 / 0)
    synth_command("induce", "words.txt", "--memory", "1GB", "--ray", "local")
    assert given == [None]
