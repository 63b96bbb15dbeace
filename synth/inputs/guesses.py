"""Guesses of the user, patterns and grammars alike, as what a search for either kind can begin with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

import dsl
from dsl.errors import ConfigurationError
from dsl.expressions.expression import Expression
from dsl.grammar import Grammar


class Guesses(TypedDict):
    """Guesses by the names that `Problem` calls them."""

    guesses: tuple[Expression, ...]
    guessed_grammars: tuple[Grammar, ...]


def read_guesses(texts: Iterable[str], kind: str) -> Guesses:
    """The patterns and grammars that `texts` are. Raises PatternError, and ConfigurationError on one of no use."""
    expressions: list[Expression] = []
    grammars: list[Grammar] = []
    for text in texts:
        language = dsl.parse(text)
        if isinstance(language, Grammar) and kind != "regex":
            grammars.append(language)
        elif language.regular is not None:
            expressions.append(language.regular)
        else:
            hint = "search with kind='cfg', or guess a pattern"
            raise ConfigurationError("a guess is a grammar, and not known to be regular", hint=hint)
    return Guesses(guesses=tuple(expressions), guessed_grammars=tuple(grammars))
