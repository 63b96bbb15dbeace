"""What a language is: expressions and grammars, their notation, automata, distance, sampling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.language import Language

__all__ = ["kinds", "parse"]


def kinds() -> Mapping[str, type[Language]]:
    """The kinds of language by their names: Regex is "regex", Grammar is "cfg"."""
    from dsl.grammar import Grammar
    from dsl.regex import Regex

    return {kind.kind: kind for kind in (Regex, Grammar)}


def parse(text: str) -> Language:
    """The language of a text: a grammar where a line begins with `start:`, else a regex. Raises PatternError."""
    from dsl.grammars.notation import is_grammar_text

    return kinds()["cfg" if is_grammar_text(text) else "regex"].parse(text)
