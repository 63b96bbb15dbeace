import io
import json
import os
import re
import select
import sys

import pytest

import synth
from synth.cli.asking import Dialogue, as_shown
from synth.sessions.saving import finish, taken_up
from synth.sessions.session import Session

pty = pytest.importorskip("pty")  # not on Windows
CODES = ["ab12", "cd34", "ef56", "gh78", "xy90"]
SECONDS = 120


def talk(arguments, answers):
    """What a command writes to a terminal of 80 columns, its prompts answered in turn, and its exit code."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"COLUMNS": "80", "NO_COLOR": "1"}
        os.execv(sys.executable, [sys.executable, "-m", "synth", *arguments])
    written, answered, left = b"", 0, list(answers)
    while select.select([terminal], [], [], SECONDS)[0]:
        try:
            data = os.read(terminal, 4096)
        except OSError:  # the end, on Linux
            break
        if not data:
            break
        written += data
        if written.endswith(b"[q]uit ") and len(written) > answered and left:
            answered = len(written)
            os.write(terminal, left.pop(0).encode())
    plain = re.sub(r"\x1b\[\??[0-9;]*[A-Za-z]", "", written.decode())
    return plain.split(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def converse(monkeypatch, capsys, lines, *, examples=CODES, most=10, run=None):
    """A session after a dialogue with these lines typed, and what was shown."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
    session = Session(examples, effort=1)
    Dialogue(session, most, run).run()
    return session, capsys.readouterr().err


def test_a_person_answers_at_a_terminal(tmp_path):
    file, run = tmp_path / "codes.txt", tmp_path / "run"
    file.write_text("\n".join(CODES))
    arguments = ["induce", str(file), "--effort", "1", "--no-progress", "--ask", "--out", str(run)]
    words, code = talk(arguments, ["n\n", "+ zz9999\n", "\x04"])
    assert code == 0
    assert "[a-z]{2}[0-9]{2}" in words
    assert "match?" in words
    assert synth.Regex.parse(words[-1]).accepts("zz9999")
    kept = taken_up(run)
    assert [(said.matches, said.asked) for said in kept.said] == [(False, True), (True, False)]
    assert json.loads((run / "hall_of_fame.json").read_text())["best"]["pattern"] == words[-1]


def test_the_end_of_input_ends_the_line_of_the_question(monkeypatch, capsys):
    assert converse(monkeypatch, capsys, [])[1].endswith("[q]uit \n")


def test_ctrl_c_gives_what_was_found(tmp_path):
    file = tmp_path / "codes.txt"
    file.write_text("\n".join(CODES))
    words, code = talk(["induce", str(file), "--effort", "1", "--no-progress", "--ask", "3"], ["s\n", "\x03"])
    assert code == 130
    assert "interrupted," in words
    assert synth.Regex.parse(words[-1]).accepts("ab12")


def test_the_most_questions_are_asked(monkeypatch, capsys):
    session, shown = converse(monkeypatch, capsys, ["s", "n", "s", "n"], most=2)
    assert [said.matches for said in session.said] == [None, False]
    assert shown.count("Should this match?") == 2


def test_what_is_not_understood_is_explained(monkeypatch, capsys):
    session, shown = converse(monkeypatch, capsys, ["perhaps", "u", "d", "q"])
    assert session.said == ()
    assert "+ TEXT" in shown
    assert "nothing to undo" in shown
    assert "nothing contradicts" in shown


def test_the_empty_string_is_added_only_where_it_was_meant(monkeypatch, capsys):
    session, shown = converse(monkeypatch, capsys, ["+", "- ", '- ""', "q"])
    assert [(said.text, said.matches) for said in session.said] == [("", False)]
    assert '+ what? TEXT, or "" for the empty string' in shown


def test_undo_asks_again(monkeypatch, capsys):
    session, shown = converse(monkeypatch, capsys, ["n", "u", "q"])
    assert session.said == ()
    assert shown.count("Should this match?") == 3


def test_either_side_of_a_contradiction_can_be_dropped(monkeypatch, capsys):
    session, shown = converse(monkeypatch, capsys, ["- ab12", "n", "- ab12", "y", "q"])
    assert shown.count("'ab12' is already an example") == 2
    assert session.problem.negatives == ("ab12",)
    assert "ab12" not in session.problem.positives


def test_what_contradicts_the_pattern_is_shown_and_dropped(monkeypatch, capsys):
    saved = Session(CODES, effort=1).to_dict()
    said = [["kk11", False, True], *([text, True, True] for text in ("zq77", "rt05", "wn38"))]
    session = Session.from_dict({**saved, "said": said})
    monkeypatch.setattr(sys, "stdin", io.StringIO("d\ny\nq\n"))
    Dialogue(session, 10, None).run()
    shown = capsys.readouterr().err
    assert "against it: kk11, by your answer it should not match" in shown
    assert "Drop kk11" in shown
    assert all(said.text != "kk11" for said in session.said)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("12:60 AM", "12:60 AM"),
        ("", "(the empty string)"),
        (" a", '" a"'),
        ("\x1b[2J\u202e", r"\x1b[2J\u202e"),
        ("a\u05d0", "\na\u05d0\na\\u05d0"),
    ],
)
def test_strings_are_shown_so_that_they_can_be_judged(text, shown):
    assert as_shown(text) == shown


def test_without_a_terminal_there_is_an_error(synth_command, tmp_path):
    file = tmp_path / "codes.txt"
    file.write_text("\n".join(CODES))
    result = synth_command("induce", str(file), "--ask")
    assert result.exit_code == 2
    assert "questions need a terminal" in result.stderr
    assert "--oracle" in result.stderr


def test_a_program_and_a_person_do_not_both_answer(synth_command, tmp_path):
    file = tmp_path / "codes.txt"
    file.write_text("\n".join(CODES))
    result = synth_command("induce", str(file), "--ask", "--oracle", "true {}")
    assert result.exit_code == 2
    assert "--oracle is not for --ask" in result.stderr


def test_a_damaged_session_is_an_error(tmp_path):
    with pytest.raises(synth.RunError, match="no session"):
        taken_up(tmp_path)
    (tmp_path / "session.json").write_text("{}")
    with pytest.raises(synth.RunError, match="damaged"):
        taken_up(tmp_path)


def test_answers_to_a_callable(tmp_path):
    asked = []

    def says(text):
        asked.append(text)
        return synth.Regex.parse("[a-z]{2}[0-9]+").accepts(text)

    result = synth.induce(CODES, ask=says, effort=1, out=tmp_path / "run")
    assert 0 < len(asked) <= 10
    assert result.stats["questions"] == len(asked)
    assert result.best.language.accepts("qq1")
    assert result.best.language.accepts("qq123456")
    assert [said.text for said in taken_up(tmp_path / "run").said] == asked
    finish(taken_up(tmp_path / "run"), tmp_path / "run")


def test_a_doubted_answer_is_asked_for_again_and_said_to_be():
    session, matcher = Session(CODES, effort=1), re.compile("[a-z]{2}[0-9]{2}")
    session.answer(matcher.fullmatch(session.question) is None)
    while session.doubted is None:
        session.answer(matcher.fullmatch(session.question) is not None)
    wrong, many = session.question, len(session.said) + 1
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "stdin", io.StringIO("n\n"))
        shown = io.StringIO()
        patched.setattr(sys, "stderr", shown)
        Dialogue(session, many, None).run()
    assert "You said yes before, and all else says no. Should this match?" in shown.getvalue()
    assert session.said[-1] == (wrong, False, True)
