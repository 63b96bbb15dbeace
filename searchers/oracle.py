"""A judge of strings that a search may ask: a callable made safe to rely on, its answers kept in memory and on disk."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np

from dsl.errors import ConfigurationError, RunError
from dsl.language import Language
from searchers.lines import Lines

CHECKED: Final = 5  # examples, and strings to reject, that are really asked about
CHECKED_SHARE: Final = 10  # of so many questions allowed, one may go into each of the two


class Oracle:
    """`oracle(text)` says whether a string belongs to the language; None: unknown.

    ask     the callable; what it raises, and whatever it returns but True, False and None, is unknown and a failure
    limit   how many distinct strings may be asked about, here or before a search was resumed; all others are unknown
    path    a file that keeps the answers, one JSON object a line; of those it holds already nobody is asked again

    A line is whole or, torn by a kill, dropped when the file is next read; `damaged` counts others that are left out.
    An answer that a disk did not take is written with the next one, or by `keep`: `unkept` says why it was not.
    ConfigurationError from `ask` is passed on. Raises RunError when `path` cannot be read or is another file.
    """

    def __init__(
        self, ask: Callable[[str], bool | None], *, limit: int | None = None, path: Path | None = None
    ) -> None:
        self.questions = 0
        self.failures = 0
        self.last_error = ""
        self.contradictions: list[str] = []
        self._ask = ask
        self._limit = limit
        self._known: dict[str, bool | None] = {}
        self._examples: dict[str, bool] = {}
        self.unkept = ""
        self.damaged = 0
        self._lines = None if path is None else Lines(path)
        self._kept: dict[str, bool] = {}  # answers of the file that this search has not come to
        if path is not None:
            self._kept, self.damaged = _read(path)

    def __call__(self, text: str) -> bool | None:
        """Whether `text` belongs to the language. An example belongs to it, whatever `ask` says."""
        return self._examples[text] if text in self._examples else self._answer(text)

    def anew(self, text: str) -> bool | None:
        """Ask about a string, also where the answer is known: who errs may say otherwise the second time."""
        self._known.pop(text, None)
        return self(text)

    @property
    def exhausted(self) -> bool:
        """Whether no more questions are allowed."""
        return self._limit is not None and self.questions >= self._limit

    def agrees(self, language: Language) -> bool:
        """Whether no answer so far speaks against a language, but for those about examples."""
        answers = {
            text: answer for text, answer in self._known.items() if answer is not None and text not in self._examples
        }
        return language.accepts_all(list(answers)) == list(answers.values())

    @property
    def warnings(self) -> tuple[str, ...]:
        """What its user should know of its answers."""
        found = []
        if self.contradictions:
            count, first = len(self.contradictions), self.contradictions[0]
            found.append(f"the oracle contradicts {count} of the examples, which win; the first is {first!r}")
        if self.damaged:
            found.append(f"{self.damaged} damaged lines of the oracle's answers are left out")
        if self.unkept:
            found.append(f"answers of the oracle could not be kept: {self.unkept}")
        if self.unanswered:
            last = f", the last: {self.last_error}" if self.failures else ""
            found.append(
                f"the oracle left {self.unanswered} of {self.questions} questions unanswered"
                f" ({self.failures} failures{last})"
            )
        return tuple(found)

    @property
    def unanswered(self) -> int:
        """The questions without an answer, failures among them."""
        return sum(answer is None for answer in self._known.values())

    def believe(self, positives: Iterable[str], negatives: Iterable[str] = ()) -> None:
        """Take examples for granted; a few are asked about all the same, to find what `ask` thinks otherwise of."""
        given = dict.fromkeys(negatives, False) | dict.fromkeys(positives, True)
        new = {text: label for text, label in given.items() if text not in self._examples}
        self._examples.update(new)
        most = CHECKED if self._limit is None else min(CHECKED, self._limit // CHECKED_SHARE)
        for label in (True, False):
            for text in islice((text for text in new if new[text] is label), most):
                answer = self._answer(text)
                if answer is None:  # it may hang, each time for seconds
                    return
                if answer is not label:
                    self.contradictions.append(text)

    def _answer(self, text: str) -> bool | None:
        if text not in self._known:
            if self.exhausted:
                return None
            self.questions += 1
            self._known[text] = self._kept.pop(text, None)
            if self._known[text] is None:
                self._known[text] = self._asked(text)
                self._keep(text, self._known[text])
        return self._known[text]

    def _asked(self, text: str) -> bool | None:
        try:
            answer: object = self._ask(text)
        except ConfigurationError:
            raise
        except Exception as error:
            self._fail(f"{type(error).__name__}: {error}")
            return None
        if isinstance(answer, bool | np.bool):
            return bool(answer)
        if answer is None:
            return None
        self._fail(f"it answered with {type(answer).__qualname__}, not with True, False or None")
        return None

    def _fail(self, error: str) -> None:
        self.failures += 1
        self.last_error = error

    def keep(self) -> None:
        """Write the answers that could not be written before."""
        if self._lines is None:
            return
        try:
            self._lines.flush()
            self.unkept = ""
        except OSError as error:
            if not self.unkept:
                self._fail(f"its answers are no longer kept: {error.strerror}")
            self.unkept = error.strerror or str(error)

    def _keep(self, text: str, answer: bool | None) -> None:
        if self._lines is None or answer is None:  # what is unknown today may be known tomorrow
            return
        self._lines.add({"text": text, "accepted": answer})
        self.keep()


def _read(path: Path) -> tuple[dict[str, bool], int]:
    """The answers in a file, which loses a torn last line, and how many other lines are none."""
    answers: dict[str, bool] = {}
    damaged = 0
    try:
        data = path.read_bytes() if path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        for line in whole.splitlines():
            try:
                text, accepted = _entry(line)
                answers[text] = accepted
            except (ValueError, KeyError, TypeError, RecursionError):
                damaged += 1
        if damaged and not answers:
            raise RunError(f"{path} holds something else than an oracle's answers", hint="choose another file")
        if len(whole) < len(data):
            with path.open("r+b") as file:
                file.truncate(len(whole))
    except OSError as error:
        hint = "choose a file that can be read and written"
        raise RunError(f"cannot read the answers in {path}: {error.strerror}", hint=hint) from None
    return answers, damaged


def _entry(line: bytes) -> tuple[str, bool]:
    value = json.loads(line)
    text, accepted = value["text"], value["accepted"]
    if not (isinstance(text, str) and isinstance(accepted, bool)):
        raise TypeError
    return text, accepted
