"""Questions to the person at the terminal: a string, and whether it should match."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from unicodedata import bidirectional

import click

from dsl.errors import ConfigurationError, ExampleError, RunError
from dsl.visibility import code, visible, width
from synth.cli.output import say
from synth.cli.searching import show
from synth.results.result import Result, Stats
from synth.sessions.saving import finish, keep
from synth.sessions.session import Contradiction, Session

if TYPE_CHECKING:
    from synth.api import Listener
    from synth.results.tensorboard import TensorBoard

ANSWERS: Final = {"y": True, "yes": True, "n": False, "no": False, "s": None, "skip": None}
KEYS: Final = "[y]es [n]o [s]kip [u]ndo [q]uit"
HELP: Final = (
    "y, n, s   answer: it should match, it should not, you do not know\n"
    "u         take back the last answer\n"
    "d         drop what contradicts the pattern\n"
    "+ TEXT    TEXT should match, too        - TEXT    it should not\n"
    "q         be content with the pattern"
)
EMPTY: Final = '""'  # the empty string, as it is typed
DOUBTS: Final = {  # before what is asked about again, by what was answered
    True: "You said yes before, and all else says no. ",
    False: "You said no before, and all else says yes. ",
    None: "",
}
RIGHT_TO_LEFT: Final = ("R", "AL")
COLUMNS: Final = 80


def require_terminal() -> None:
    """Raise ConfigurationError where nobody could answer."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        hint = "leave --ask out, or let a program answer: --oracle COMMAND"
        raise ConfigurationError("questions need a terminal", hint=hint)


def converse(
    context: click.Context,
    begin: Callable[[Listener], Session],
    most: int,
    run: str | None,
    board: TensorBoard | None = None,
) -> None:
    """Search, ask at most so many questions, and print the answer as a search does; `run` keeps what was said."""
    begun: list[Session] = []

    def search(hear: Listener) -> Result:
        begun.append(begin(hear))
        return begun[0].result

    def ask(first: Result) -> tuple[Result, tuple[int, int]]:
        session = begun[0]
        result = first if first.interrupted else _asked(Dialogue(session, most, run))
        return result, (session.problem.total, len(session.problem.negatives))

    show(context, search, (0, 0), board, ask)


def _asked(dialogue: Dialogue) -> Result:
    """What the answers make of it, also if Ctrl-C ends them."""
    try:
        dialogue.run()
        result = dialogue.session.result
    except KeyboardInterrupt:
        click.echo(err=True)
        result = dialogue.session.result
        result = replace(result, stats=Stats(**{**result.stats, "interrupted": True}))
    dialogue.keep(finish)
    return result


class Dialogue:
    """At most so many questions of a session, until there are no more or the person has had enough.

    After each answer the session is kept in the directory `run`, if there is one.
    """

    def __init__(self, session: Session, most: int, run: str | None) -> None:
        self.session = session
        self.most = most
        self.kept_in = run
        self._shown = ""
        self._warned: frozenset[Contradiction] = frozenset()

    def run(self) -> None:
        """Ask. Ctrl-D ends it like q; Ctrl-C raises KeyboardInterrupt, and what was answered holds."""
        while self._asked < self.most:
            self._show_state()
            question = self.session.question
            if question is None:
                say("what is left agrees on all strings that would be asked")
                return
            if not self._answered(question):
                return
            self.keep(keep)
        self._show_state()

    def keep(self, write: Callable[[Session, str], None]) -> None:
        """Keep what was said; a disk that does not take it ends nothing."""
        if self.kept_in is not None:
            try:
                write(self.session, self.kept_in)
            except RunError as error:
                say(f"warning: {error.message}")

    @property
    def _asked(self) -> int:
        return sum(said.asked for said in self.session.said)

    def _answered(self, question: str) -> bool:
        """Read lines until one answers or adds something. False at the end."""
        self._prompt(question)
        while True:
            line = _line()
            word = line.strip().lower()
            if not line or word in ("q", "quit"):
                return False
            if word in ANSWERS:
                self.session.answer(ANSWERS[word])
                return True
            if word in ("u", "undo"):
                if self.session.undo():
                    return True
                say("nothing to undo")
            elif word == "d":
                if self._dropped():
                    return True
            elif line[:1] in ("+", "-"):
                if self._added(line[1:].removeprefix(" ").rstrip("\r\n"), matches=line[0] == "+"):
                    return True
            else:
                say(HELP)
            self._prompt(question)

    def _added(self, text: str, *, matches: bool) -> bool:
        if not text:
            say(f"{'+' if matches else '-'} what? TEXT, or {EMPTY} for the empty string")
            return False
        text = "" if text == EMPTY else text
        try:
            self.session.add(text, matches)
        except ExampleError as error:
            say(error.message)
            click.echo("Drop what was said before? [y]es, or [n]o to leave it ", nl=False, err=True)
            if _line().strip().lower() not in ("y", "yes"):
                return False
            try:
                self.session.drop(text)
            except ExampleError as last:
                say(f"{last.message}: {last.hint}")
                return False
            self.session.add(text, matches)
        return True

    def _dropped(self) -> bool:
        contradictions = self.session.contradictions
        for contradiction in contradictions:
            click.echo(f"Drop {_told(contradiction)}? [y]es [n]o ", nl=False, err=True)
            if _line().strip().lower() in ("y", "yes"):
                self.session.drop(contradiction.text)
                return True
        say("nothing was dropped" if contradictions else "nothing contradicts the pattern")
        return False

    def _show_state(self) -> None:
        """The pattern, where it is another one, and what newly contradicts it."""
        pattern = self.session.result.best.pattern
        if pattern != self._shown:
            self._shown = pattern
            sure = f"({self.session.confidence:.0%} sure)"
            between = "\n" if "\n" in pattern else "  "
            click.echo(f"so far{between}{_bold(visible(pattern, keep=chr(10)))}{between}{sure}", err=True)
        contradictions = frozenset(self.session.contradictions)
        for contradiction in sorted(contradictions - self._warned):
            say(f"against it: {_told(contradiction)}; d drops it")
        self._warned = contradictions

    def _prompt(self, question: str) -> None:
        asked, plain = f"{DOUBTS[self.session.doubted]}Should this match?  ", as_shown(question)
        room = COLUMNS - len(asked) - len(KEYS) - 3
        between = "  " if width(plain) <= room and "\n" not in plain else "\n"
        click.echo(f"{asked}{_bold(plain)}{between}{KEYS} ", nl=False, err=True)


def as_shown(text: str) -> str:
    """A string as a person can judge it: with what cannot be seen as its code, in quotes where its ends cannot be.

    Text that runs from right to left stands alone, its codes below it, since terminals differ in how they turn it.
    """
    if not text:
        return "(the empty string)"
    plain = visible(text)
    if text != text.strip():
        plain = f'"{plain}"'
    if any(bidirectional(character) in RIGHT_TO_LEFT for character in text):
        codes = "".join(character if character.isascii() else code(character) for character in plain)
        return f"\n{plain}\n{codes}"
    return plain


def _told(contradiction: Contradiction) -> str:
    said = "should match" if contradiction.matches else "should not match"
    whose = {"example": "an example that", "negative": "a string that", "answer": "by your answer it"}
    return f"{as_shown(contradiction.text)}, {whose[contradiction.given]} {said}"


def _bold(text: str) -> str:
    return text if os.environ.get("NO_COLOR") else click.style(text, bold=True)


def _line() -> str:
    """A line from the terminal, empty at its end; what is no text counts as not understood."""
    try:
        line = sys.stdin.readline()
    except UnicodeDecodeError:
        return "?\n"
    if not line.endswith("\n"):  # Ctrl-D leaves the cursor behind the prompt
        click.echo(err=True)
    return line
