"""Commands as oracles: exit codes, one argument without a shell, and nothing that a command does hurts."""

import sys
from pathlib import Path

import pytest

from dsl.errors import ConfigurationError
from searchers.oracle import Oracle
from synth.inputs.command_oracle import CommandOracle
from tests.support.processes import wait_for


def has_ended(process):
    """Whether a process is gone, or only waits for its parent to hear of its end."""
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z"


@pytest.mark.parametrize(("code", "answer"), [(0, True), (1, False), (2, None), (127, None), (255, None)])
def test_the_exit_code_is_the_answer(code, answer):
    assert CommandOracle(f"sh -c 'exit {code}'")("x") is answer


@pytest.mark.parametrize("text", ["", "a b", "$HOME `id` $(id)", "'\"\\", "-n", "{}", "*", "é\n\u2028"])
def test_the_string_is_one_argument_and_no_shell_reads_it(text, tmp_path):
    copy = tmp_path / "copy"
    script = f"import sys; open({str(copy)!r}, 'w', encoding='utf-8', newline='').write(repr(sys.argv[1:]))"
    assert CommandOracle(f'{sys.executable} -c "{script}" {{}} --also={{}}')(text) is True
    assert copy.read_text(encoding="utf-8") == repr([text, f"--also={text}"])


@pytest.mark.parametrize("text", ["", "a b\n", "é", "x" * 1_000_000])
def test_without_a_place_the_string_goes_to_standard_input(text, tmp_path):
    assert CommandOracle(f"sh -c 'cat > {tmp_path}/copy'")(text) is True
    assert (tmp_path / "copy").read_bytes() == text.encode()


def test_a_command_may_leave_its_input_unread():
    assert CommandOracle("true")("x" * 1_000_000) is True


def test_what_it_prints_is_dropped(capfd):
    assert CommandOracle("sh -c 'echo out; echo err >&2; yes | head -c 1000000'")("x") is True
    assert capfd.readouterr() == ("", "")


def test_a_command_that_hangs_is_ended_with_all_it_started(tmp_path):
    helper = tmp_path / "helper"
    with pytest.raises(TimeoutError, match=r"within 1\.5 seconds"):
        CommandOracle(f"sh -c 'sleep 6000 & echo $! > {helper}; sleep 6000'", seconds=1.5)("x")
    wait_for(lambda: has_ended(int(helper.read_text())))


@pytest.mark.parametrize("text", ["a\0b", "x" * 3_000_000])
def test_a_string_that_cannot_be_an_argument_is_unknown(text):
    oracle = Oracle(CommandOracle("true {}"))
    assert oracle(text) is None
    assert oracle.failures == 1
    assert oracle("a") is True


def test_a_crash_is_unknown():
    oracle = Oracle(CommandOracle("sh -c 'kill -SEGV $$'"))
    assert oracle("x") is None
    assert "signal 11" in oracle.last_error


@pytest.mark.parametrize("command", ["", "  ", "check 'x", "no-such-program-here {}", "{}"])
def test_a_command_that_cannot_be_started(command):
    with pytest.raises(ConfigurationError) as caught:
        CommandOracle(command)
    assert caught.value.hint


def test_a_program_that_is_none(tmp_path):
    program = tmp_path / "program"
    program.write_bytes(b"\x7fELF nonsense")
    program.chmod(0o755)
    with pytest.raises(ConfigurationError, match="cannot be started"):
        Oracle(CommandOracle(f"{program} {{}}"))("x")
