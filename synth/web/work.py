"""The process of one page, in which its searches run: it takes orders, and says what it finds."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

from dsl.errors import ConfigurationError, SynthError
from searchers.archive import Archive
from searchers.candidate import Candidate
from searchers.protocol import Event, Improved, Noted, Progress
from searchers.scoring import make
from searchers.scoring.objective import Objective
from synth.limits.memory import at_most
from synth.results.result import Result, candidate_to_json

if TYPE_CHECKING:
    from searchers.problem import Problem
    from synth.sessions.session import Session

TOLD_SECONDS: Final = 0.1  # between two pieces of news of one kind


@dataclass(frozen=True)
class Order:
    """A search for `positives` and not `reject`, with what was answered before; `options` are those of induce."""

    number: int
    positives: Mapping[str, int]
    reject: Sequence[str]
    said: Sequence[tuple[str, bool | None]]
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Reply:
    """An answer to the question; `undo` takes the last one back, `drop` forgets what was said of a string."""

    matches: bool | None = None
    undo: bool = False
    drop: str | None = None


Tell = Callable[[str, object], None]


def work(connection: Connection, memory: int) -> None:
    """Take orders until the page has gone, with so many bytes of memory.

    What is told are numbers of searches, kinds of news, and JSON values.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with at_most(memory), suppress(BrokenPipeError, EOFError):
        _load()
        worker = _Worker(connection)
        while True:
            worker.take(connection.recv())


class _Worker:
    """One session after the other."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._number = 0
        self._session: Session | None = None
        self._out: str | None = None  # the run directory, which keeps the answers
        self._searched: Problem | None = None  # what candidates of the search were scored on
        self._view = _View(self._tell)
        self._telling = self._interrupted = False

    def take(self, order: Order | Reply) -> None:
        """Carry out an order; whatever ends it is told, and the next one can come."""
        self._interrupted = False
        signal.signal(signal.SIGINT, self._interrupt)
        try:
            if isinstance(order, Order):
                self._begin(order)
            else:
                self._reply(order)
        except KeyboardInterrupt:
            pass
        except SynthError as error:
            self._tell("failed", {"error": error.message, "hint": error.hint})
        except MemoryError:
            hint = "give it fewer or shorter examples, or less effort"
            self._tell("failed", {"error": "the memory of the search is used up", "hint": hint})
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._tell("idle", None)

    def _begin(self, order: Order) -> None:
        from synth.sessions.session import Session

        self._number, self._session, self._out = order.number, None, order.options.get("out")
        examples = [text for text, count in order.positives.items() for _ in range(count)]
        view = self._view = _View(self._tell)
        session = self._session = Session(examples, negatives=order.reject, on_event=view.hear, **order.options)
        latest = {text: matches for text, matches in order.said if matches is not None}  # some were asked about twice
        for text, matches in latest.items():
            with suppress(SynthError):  # it has become an example meanwhile
                session.add(text, matches=matches)
        self._searched = session.problem
        self._ask(session)

    def _reply(self, reply: Reply) -> None:
        session = self._session
        if session is None:
            raise ConfigurationError("there is no question yet", hint="search first")
        if reply.drop is not None:
            session.drop(reply.drop)
        elif reply.undo:
            session.undo()
        else:
            session.answer(reply.matches)
        self._ask(session)

    def _ask(self, session: Session) -> None:
        from synth.sessions.saving import finish

        contradictions = [one._asdict() for one in session.contradictions]  # this searches, where there was no search
        self._tell("thinking", None)
        result = session.result
        self._tell("result", replace(result, front=self._fame(result, session)).to_json())
        asked = {
            "question": session.question,
            "doubted": session.doubted,
            "confidence": session.confidence,
            "said": [one._asdict() for one in session.said],
            "contradictions": contradictions,
        }
        self._tell("asked", asked)
        if self._out is not None:
            finish(session, self._out)

    def _fame(self, result: Result, session: Session) -> list[Candidate[Any]]:
        """The hall of fame of a result, with what its search had met, scored with what was said since."""
        archive = Archive()
        found = [*self._view.front, *result.front, result.best]
        same = [candidate for candidate in found if candidate.language.kind == result.kind]
        if session.problem != self._searched:
            objective: Objective[Any] = make("mdl", session.problem, result.kind)
            same = objective.score_all(list(dict.fromkeys(one.language for one in same)))
        for candidate in same:
            archive.add(candidate)
        return archive.front

    def _tell(self, kind: str, data: object) -> None:
        self._telling = True  # half a message would spoil those behind it
        self._connection.send((self._number, kind, data))
        self._telling = False
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        if not self._telling:
            raise KeyboardInterrupt
        self._interrupted = True


class _View:
    """The hall of fame of a search that goes on, told a few times a second."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._archive = Archive()
        self._last = dict.fromkeys(("front", "progress"), 0.0)
        self._untold = False

    def hear(self, event: Event) -> None:
        """Take an event of the search."""
        match event:
            case Improved(candidate):
                self._untold |= self._archive.add(candidate)
            case Progress(candidates, stage):
                if self._is_due("progress"):
                    self._tell("progress", (candidates, stage))
            case Noted(message):
                self._tell("noted", message)
        if self._untold and self._is_due("front"):
            self._untold = False
            self._tell("front", [candidate_to_json(candidate) for candidate in self.front])

    @property
    def front(self) -> list[Candidate[Any]]:
        """What the search has met, simplest first."""
        return self._archive.front

    def _is_due(self, kind: str) -> bool:
        now = time.perf_counter()
        due = now - self._last[kind] >= TOLD_SECONDS
        if due:
            self._last[kind] = now
        return due


def _load() -> None:
    """Load what every search needs, while the page still waits for examples."""
    from synth.api import induce
    from synth.sessions.session import Session as Session

    with suppress(SynthError):
        induce(["a1", "b22"], steps=1)
