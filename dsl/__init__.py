"""What a language is: expressions and grammars, their notation, automata, distance, sampling."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsl.grammar import Grammar
    from dsl.regex import Regex

__all__ = ["parse"]


def parse(text: str) -> Regex | Grammar:
    """The language that `text` describes: a grammar where some line begins with `start:`, else a regular expression.

    `parse(str(language)) == language`. Raises PatternError.
    """
    from dsl.grammar import Grammar
    from dsl.grammars.notation import is_grammar_text
    from dsl.regex import Regex

    return Grammar.parse(text) if is_grammar_text(text) else Regex.parse(text)
