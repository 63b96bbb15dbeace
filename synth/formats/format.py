"""What every format has in common: it writes a language, knows the tool that reads it, and may read it back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar, Final, TypeAlias

from dsl.charset import CharSet
from dsl.errors import ConfigurationError, ExportError
from dsl.expressions.expression import Empty, Expression, Repeat, children
from dsl.language import START, Language

Accepts: TypeAlias = Callable[[str], bool]
_LIGHT: Final = 1_000  # leaves


class Format(ABC):
    """A notation of another tool. A plugin's class is found under its name in the entry points "synth.formats"."""

    name: ClassVar[str]
    title: ClassVar[str]  # the tool that reads it, as in "RE2 accepts 'x'"
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # the values of each, its default first
    unknown: ClassVar[CharSet] = CharSet()  # characters that no text has for the tool
    backtracks: ClassVar[bool] = False  # the tool may need 2^n steps on n characters

    @abstractmethod
    def write(self, language: Language, **options: str) -> str | bytes:
        """The language in this notation. Raises ExportError, which says why, when it cannot be said."""

    def longest(self, text: str) -> int:
        """The characters of the longest strings that the tool is given to try `text` on."""
        return 60

    def is_harmless(self, text: str, language: Language) -> bool:
        """Whether the tool reads `text` for `language` in little time and memory, and answers quickly."""
        return sum(map(_written_out, language.rules.values())) <= _LIGHT

    def target(self, text: str, **options: str) -> Accepts | None:
        """What the tool makes of `text`; None without one. Raises ImportError without it, ExportError if it refuses."""
        return None

    def read(self, text: str) -> Language:
        """The language of `text`. Raises PatternError, and ConfigurationError when this notation is only written."""
        raise ConfigurationError(f"{self.name} is written, not read", hint="give a pattern or a grammar")


def _written_out(node: Expression) -> int:
    """The leaves of an expression with its counts written out: what tools make of it."""
    if isinstance(node, Repeat):
        return max(node.low, node.high or 1) * _written_out(node.body)
    return sum(map(_written_out, children(node))) or 1


class PatternFormat(Format):
    """A notation of regular expressions. Grammars are written too, where their language is proved to be regular."""

    def write(self, language: Language, **options: str) -> str | bytes:
        """The language as a pattern. Raises ExportError."""
        return self.write_expression(expression_of(language, self.title))

    @abstractmethod
    def write_expression(self, expression: Expression) -> str:
        """The pattern. Raises ExportError."""


class GrammarFormat(Format):
    """A notation of context-free grammars. A pattern is a grammar of one rule."""

    def write(self, language: Language, **options: str) -> str | bytes:
        """The language as a grammar. Raises ExportError."""
        return self.write_rules(rules_of(language, self.title), **options)

    @abstractmethod
    def write_rules(self, rules: Mapping[str, Expression], **options: str) -> str:
        """The grammar. Raises ExportError."""


def expression_of(language: Language, title: str) -> Expression:
    """The expression of a pattern, or of a grammar whose language is proved to be regular. Raises ExportError."""
    if language.regular is None:
        hint = "the language is not regular, or no proof that it is was found; use a format of grammars"
        raise ExportError(f"{title} reads patterns, and this is a grammar", hint=hint)
    return language.regular


def rules_of(language: Language, title: str) -> Mapping[str, Expression]:
    """The rules of a grammar, or of a pattern. Raises ExportError on the empty language."""
    if isinstance(language.rules[START], Empty):
        raise ExportError(f"{title} has no grammar for the language without strings", hint="give one that has some")
    return language.rules
