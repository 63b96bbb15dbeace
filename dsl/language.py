"""What every kind of language can do: the protocol that regular expressions and grammars fulfil."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Protocol, TypeVar

from dsl.export import export
from dsl.expressions.expression import Expression

START: Final = "start"  # the rule whose strings are the language


class Language(Protocol):
    """A set of strings, given by one expression or by several that refer to each other.

    kind     the name of the kind, as users write it: "regex", "cfg"
    rules    the expressions by name, the first of them called START; that of a regular expression stands alone
    pattern  the notation, which `parse` reads
    size     the nodes of all expressions, as the objective counts them
    regular  an expression of the same language; None where it is not known to be regular
    """

    kind: ClassVar[str]
    rules: Mapping[str, Expression]

    @property
    def pattern(self) -> str: ...

    @property
    def size(self) -> int: ...

    @property
    def regular(self) -> Expression | None: ...

    @classmethod
    @abstractmethod
    def parse(cls, text: str, /) -> Language:
        """The language of a notation. Raises PatternError."""

    @classmethod
    @abstractmethod
    def of(cls, expression: Expression, /) -> Language:
        """The language of one expression without references."""

    @abstractmethod
    def accepts_all(self, texts: Sequence[str]) -> list[bool]:
        """Whether the whole of each text belongs to the language. Raises LimitError when the language is too large."""

    @abstractmethod
    def distances(self, texts: Sequence[str]) -> list[int]:
        """The exact Levenshtein distance of each text. Raises LimitError on the empty language, and when slow."""

    @abstractmethod
    def sample(self, n: int, rng: random.Random | int | None = None) -> list[str]:
        """`n` strings of the language, from a stream or a seed. Raises LimitError on the empty language."""

    def accepts(self, text: str) -> bool:
        """Whether the whole of `text` belongs to the language."""
        return self.accepts_all([text])[0]

    def distance(self, text: str) -> int:
        """The exact Levenshtein distance from `text` to the nearest string of the language, as `distances`."""
        return self.distances([text])[0]

    def to(self, format: str, **options: str) -> str | bytes:
        """The language in the notation of another tool, such as "re", "lark" or "gbnf": see docs/exports.md.

        Tried by the tool that reads it where it is installed. Raises ConfigurationError on an unknown format, option or
        value, ExportError when the notation cannot say the language, and when the tool tells a string from it.
        """
        return export(self, format, **options)

    def __str__(self) -> str:
        return self.pattern

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({self.pattern!r})"


LanguageT = TypeVar("LanguageT", bound=Language)
