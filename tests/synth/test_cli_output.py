"""What is printed: no text, name or pattern makes a terminal do anything, and data stays what it is."""

import json
import os
import pty
import subprocess
import sys
from unicodedata import category

import pytest

HIDDEN = "\x1b]0;title\x07\x9b2J\u202e\u00ad\u061c\u180e\u200b\u2066\ufeff\U000e0041\u3000\ue000"
ROOT = __file__.rpartition("/tests/")[0]


def unseen(text):
    return {letter for letter in text if category(letter)[0] in "CZ" and letter not in " \n"}


@pytest.fixture
def examples(tmp_path):
    path = tmp_path / "examples.txt"
    path.write_text(f"a{HIDDEN}\nab\n\u0301c\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "ab", "FILE"],
        ["score", "ab|\u202e", "FILE", "--json"],
        ["explain", f"a[b{HIDDEN}]", "FILE"],
        ["explain", f'start: "{HIDDEN.replace(chr(7), "")}" | /b/', "FILE"],
        ["parse", "GRAMMAR", "FILE"],
        ["parse", "GRAMMAR", "FILE", "--json"],
        ["induce", "FILE", "--effort", "1", "--steps", "3"],
        ["induce", "FILE", "--effort", "1", "--steps", "3", "--json"],
        ["induce", HIDDEN.replace("\0", "")],
        ["induce", "FILE", "--oracle", HIDDEN],
        ["export", f"(a{HIDDEN}", "--to", "re"],
        ["export", "a", "--to", HIDDEN],
        ["export", f"a{HIDDEN}", "--to", "dot"],
        ["sample", "a", f"--{HIDDEN}"],
        [HIDDEN],
        ["report", HIDDEN],
        ["convert", f"a{HIDDEN}(", "--from", "rust"],
    ],
    ids=lambda arguments: "-".join(arguments[:3]).encode("ascii", "ignore").decode(),
)
def test_nothing_unseen_is_printed(synth_command, examples, tmp_path, arguments):
    grammar = tmp_path / "grammar.lark"
    grammar.write_text('start: "a" /[\\s\\S]/* | "ab"')
    places = {"FILE": examples, "GRAMMAR": str(grammar)}
    result = synth_command(*(places.get(argument, argument) for argument in arguments))
    assert not unseen(result.stdout)
    assert not unseen(result.stderr)
    assert result.exit_code in (0, 1, 2)


def test_no_line_of_a_name_looks_like_an_error_of_its_own(synth_command):
    result = synth_command("induce", "nothing\nerror: all is lost\nhint: rm -r /")
    assert [line[:5] for line in result.stderr.splitlines()] == ["error", "    e", "    h", "hint:"]


def test_samples_in_a_pipe_are_as_they_are(synth_command):
    assert synth_command("sample", r"\x1b\u202e", "-n", "1").stdout == "\x1b\u202e\n"


def on_terminal(*arguments):
    """What a terminal gets on stdout."""
    reader, writer = pty.openpty()
    command = [sys.executable, "-m", "synth", *arguments]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        os.close(writer)
        _, errors = process.communicate()
    found = b""
    while True:
        try:
            piece = os.read(reader, 4096)
        except OSError:  # nobody writes any more
            break
        if not piece:
            break
        found += piece
    os.close(reader)
    return found.decode().replace("\r\n", "\n"), errors.decode(), process.returncode


def test_samples_on_a_terminal_show_what_cannot_be_seen():
    assert on_terminal("sample", r"\x1b\u202e", "-n", "1")[0] == "\\x1b\\u202e\n"


def test_exports_on_a_terminal_show_what_their_notation_has_no_code_for():
    assert on_terminal("export", r"\x1bb", "--to", "ere")[0] == "^(\\x1bb)$\n"
    assert on_terminal("export", "start: a\na: start | ", "--to", "lark")[0].count("\n") == 2


def test_bytes_are_not_for_a_terminal():
    shown, errors, code = on_terminal("export", "a", "--to", "dfa")
    assert (shown, code) == ("", 2)
    assert "hint: send it to a file" in errors


@pytest.mark.parametrize(
    "arguments",
    [
        ["induce", "-"],
        ["induce", "--batch", "-"],
        ["induce", "examples.txt", "--reject", "-"],
        ["score", "p", "-"],
        ["score", "p", "examples.txt", "--reject", "-"],
        ["explain", "p", "-"],
        ["parse", "grammar.lark", "-"],
        ["train", "pcfg", "--positives", "-", "--out", "run"],
    ],
    ids=lambda arguments: " ".join(arguments),
)
@pytest.mark.parametrize("standard_input", ["<&-", "0> written"])
def test_a_standard_input_that_cannot_be_read_is_the_users_fault(tmp_path, arguments, standard_input):
    (tmp_path / "examples.txt").write_text("ab\n")
    (tmp_path / "grammar.lark").write_text('start: "a"')
    command = f"exec '{sys.executable}' -m synth \"$@\" {standard_input}"
    environment = {**os.environ, "PYTHONPATH": ROOT}
    result = subprocess.run(
        ["sh", "-c", command, "sh", *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert result.returncode == 2, result.stderr
    assert "standard input" in result.stderr
    assert "\nhint: " in result.stderr


def test_json_says_the_same_with_its_own_escapes():
    from synth.results.json_text import json_text

    for text in (HIDDEN, "plain", "é 日本 e\u0301", "\x7f", "\ud800"):
        written = json_text({"text": text})
        assert json.loads(written) == {"text": text}
        assert not unseen(written)
    assert json_text("é 日本") == '"é 日本"'


def test_numbers_of_many_digits_and_deep_nesting_are_told_by_line(synth_command, tmp_path):
    for line in ("7" * 5_000, "[" * 100_000, "-" + "7" * 5_000 + "e1"):
        path = tmp_path / "examples.jsonl"
        path.write_text(f'"a"\n{line}\n')
        for arguments in (["induce", str(path)], ["induce", "--batch", str(path)]):
            result = synth_command(*arguments)
            assert result.exit_code == 2
            assert "line" in result.stderr
            assert "hint: " in result.stderr
