"""The outermost frame: every way a command can end becomes an exit code and, at most, two lines on stderr."""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Final, NoReturn

import click
from click.shell_completion import shell_complete

from dsl.errors import SynthError
from dsl.visibility import visible
from synth.cli import ending, stderr
from synth.cli.output import say
from synth.version import __version__

GARBAGE: Final = (20_000, 20, 20)  # expressions form no cycles, and looking for some takes a tenth of a short search
FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EIO)  # what a disk says that takes no more
COMPLETION: Final = "_SYNTH_COMPLETE"  # set by the shell when it asks how a command line may go on


class Application(click.Group):
    """A group of commands whose errors read `error: …` and `hint: …`."""

    def __init__(self, name: str, *, about: str, commands: Sequence[click.Command]) -> None:
        settings = {"help_option_names": ["-h", "--help"]}
        super().__init__(name, commands, help=about, context_settings=settings, no_args_is_help=True)
        click.version_option(__version__, message="%(prog)s %(version)s")(self)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which they were given: the first one first."""
        return list(self.commands)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: object) -> NoReturn:  # type: ignore[override]
        """Run a command and leave with its exit code."""
        gc.set_threshold(*GARBAGE)
        stderr.never_fail()
        ending.listen()
        arguments = list(sys.argv[1:] if args is None else args)
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # é in a Latin-less terminal: \xe9, the same pattern
        wanted = os.environ.get(COMPLETION)
        if wanted:
            sys.exit(shell_complete(self, {}, "synth", COMPLETION, wanted))
        sys.exit(self._run(arguments, prog_name or "synth"))

    def _run(self, arguments: list[str], prog_name: str) -> int:
        verbose = {"-v", "--verbose"} & set(arguments)
        if sys.stdout is None:  # before a search, whose answer would be lost
            _complain("standard output is closed", "leave it open, or send it to /dev/null")
            return 2
        try:
            with self.make_context(prog_name, arguments) as context:
                self.invoke(context)
            sys.stdout.flush()
        except click.exceptions.Exit as end:
            return end.exit_code
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            return 2
        except click.UsageError as error:
            _complain(*_usage(error, next((name for name in arguments if name in self.commands), "")))
            return 2
        except SynthError as error:
            _complain(error.message, error.hint)
            return 2
        except (KeyboardInterrupt, click.Abort):
            _complain("interrupted")
            return ending.exit_code()
        except BrokenPipeError:
            _forget_stdout()
        except MemoryError:
            _complain("out of memory", "give it less at once, or a machine with more")
            return 2
        except Exception as error:
            if isinstance(error, OSError) and error.errno in FULL and error.filename is None:
                _forget_stdout()
                _complain(f"cannot write the answer: {error.strerror}", "make room, or send standard output elsewhere")
                return 2
            if verbose:
                say(traceback.format_exc())
            _complain(f"internal: {type(error).__name__}: {error}", "run with -v for the traceback, and report it")
            return 3
        return 0


def _usage(error: click.UsageError, command: str) -> tuple[str, str]:
    message = error.message if isinstance(error, click.NoSuchOption | click.NoSuchCommand) else error.format_message()
    nearest = getattr(error, "possibilities", None)
    path = error.ctx.command_path if error.ctx else f"synth {command}".rstrip()
    hint = f"did you mean {nearest[0]}?" if nearest else f"see {path} --help"
    return message[:1].lower() + message[1:].rstrip("."), hint


def _complain(message: str, hint: str = "") -> None:
    color = False if os.environ.get("NO_COLOR") else None
    click.echo(f"{click.style('error', fg='red', bold=True)}: {_told(message)}", err=True, color=color)
    if hint:
        click.echo(f"{click.style('hint', fg='cyan', bold=True)}: {_told(hint)}", err=True, color=color)


def _told(text: str) -> str:
    # lines behind the first stand further in: none looks like an error of its own
    first, *others = visible(text, keep="\n").split("\n")
    return "\n".join([first, *(line if line.startswith("    ") else f"    {line}" for line in others)])


def _forget_stdout() -> None:
    # the reader has gone, as with `| head`: keep Python from failing again when it closes stdout
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
