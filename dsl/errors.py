"""The errors that users can cause, one tree below SynthError, and a warning."""

from __future__ import annotations

import copyreg
from typing import Final

from dsl.visibility import visible, width

_LONGEST_LINE: Final = 240  # characters shown of the line with the fault


class SynthError(Exception):
    """Base of every error a user can cause; `hint` says what to do. Both show what cannot be seen as its code."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        message, hint = visible(message, keep="\n"), visible(hint, keep="\n")
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\nhint: {self.hint}" if self.hint else self.message

    def __reduce__(self) -> tuple[object, ...]:
        # past __init__, which takes other arguments in each class: errors come back whole from other processes
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class PatternError(SynthError):
    """A pattern that does not parse, drawn with a caret under the place.

    a(b|c
         ^ expected ')'
    """

    def __init__(self, message: str, text: str, position: int, *, expected: str = "", hint: str = "") -> None:
        before, after = _around(text, position)
        caret = " " * width(before) + "^" + (f" expected {expected}" if expected else "")
        super().__init__(f"{message}\n    {before}{after}\n    {caret}", hint=hint)
        self.text = text
        self.position = position
        self.expected = expected


def _around(text: str, position: int) -> tuple[str, str]:
    """The line of the fault as it can be seen, up to the caret and from there; of a long line what is near."""
    before = text[:position].rpartition("\n")[2]
    after = text[position:].partition("\n")[0]
    start = max(len(before) - max(_LONGEST_LINE - len(after), _LONGEST_LINE // 2), 0)
    end = _LONGEST_LINE - (len(before) - start)
    return (
        ("…" if start else "") + visible(before[start:]),
        visible(after[:end]) + ("…" if end < len(after) else ""),
    )


class ExampleError(SynthError):
    """Examples that cannot be used as given."""


class ConstraintError(SynthError):
    """A constraint that does not exist, or that nothing can satisfy."""


class LimitError(SynthError):
    """An explicit limit was passed."""


class ConfigurationError(SynthError):
    """An option, searcher, objective or format that does not exist."""


class ExportError(SynthError):
    """A language that the notation of another tool cannot say, or that the tool gets wrong."""


class ExportWarning(UserWarning):
    """What whoever uses an export should know: its tool hangs on some texts, or could not try it."""


class MissingExtraError(SynthError, ImportError):
    """A feature whose libraries come with an extra that is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"the libraries for {feature} are not installed", hint=f"pip install 'synth[{extra}]'")


class RunError(SynthError):
    """A run directory that cannot be written or read."""


class LookaheadError(SynthError):
    """A grammar that cannot be read from the left with so few characters of lookahead."""


class VocabularyError(SynthError):
    """A language that no sequence of tokens of a vocabulary can spell."""
