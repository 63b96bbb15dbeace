"""Tools that try one derivation after the other: patterns on which they hang, and others of the same language.

((a{0,2}){2,}){2,}   ->   a*
"""

from __future__ import annotations

from abc import abstractmethod
from contextlib import suppress
from typing import Final
from warnings import warn

from dsl.automata.ambiguity import is_catastrophic, is_linear
from dsl.automata.dfa import DFA
from dsl.automata.elimination import to_expression
from dsl.errors import ExportWarning, LimitError, PatternError
from dsl.expressions.expression import Expression, Repeat, Union, children, rebuild, repeat, size
from dsl.language import Language
from dsl.regex import Regex
from synth.formats.format import PatternFormat, expression_of

_SHORT: Final = 14  # characters
_MOST_STATES: Final = 200
_TURNS: Final = 10
_LARGE: Final = 300  # nodes, or ten times as many as there were


class BacktrackingFormat(PatternFormat):
    """A notation of patterns whose tools try one derivation after the other."""

    backtracks = True

    def write(self, language: Language, **options: str) -> str | bytes:
        """The language as a pattern, another, with an ExportWarning, where the tool hangs. Raises ExportError."""
        return self.write_expression(tamed(expression_of(language, self.title), self.title))

    def longest(self, text: str) -> int:
        """Long strings only where matching is proved to be linear."""
        try:
            return super().longest(text) if is_linear(self._expression(text)) else _SHORT
        except LimitError:
            return _SHORT

    def is_harmless(self, text: str, language: Language) -> bool:
        """Whether short texts need few steps."""
        try:
            return super().is_harmless(text, language) and not is_catastrophic(self._expression(text))
        except (LimitError, PatternError):
            return False

    @abstractmethod
    def read(self, text: str) -> Regex:
        """The language of a pattern. Raises PatternError."""

    def _expression(self, text: str) -> Expression:
        return self.read(text).expression


def tamed(expression: Expression, title: str) -> Expression:
    """The expression, or where the tool of this title hangs on it, another one of the language; warns of both."""
    if not hangs(expression):
        return expression
    other = without_hang(expression)
    found = "no other one for it was found" if other is None else "another one for its language was written"
    warn(f"{title} may hang on this pattern, and {found}", ExportWarning, stacklevel=2)
    return other or expression


def hangs(expression: Expression) -> bool:
    """Whether matching needs very many steps on short texts; of large counts the first turns are looked at."""
    try:
        return not is_linear(expression) and is_catastrophic(expression)
    except LimitError:
        smaller = _fewer_turns(expression)
        return smaller != expression and hangs(smaller)


def _fewer_turns(node: Expression) -> Expression:
    # (a{0,50}b){40} -> (a{0,10}b){10}
    if not children(node):
        return node
    parts = [_fewer_turns(part) for part in children(node)]
    if isinstance(node, Repeat):
        return repeat(parts[0], min(node.low, _TURNS), None if node.high is None else min(node.high, _TURNS))
    return rebuild(node, parts)


def without_hang(expression: Expression) -> Expression | None:
    """Another expression of the same language, changed where it hangs; None when none of moderate size is found."""
    unambiguous = _unambiguous(expression)
    return _remade(unambiguous) if hangs(unambiguous) else unambiguous


def _unambiguous(node: Expression) -> Expression:
    if not children(node):
        return node
    whole = rebuild(node, [_unambiguous(part) for part in children(node)])
    is_choice = isinstance(whole, Repeat | Union)
    return (_remade(whole) or whole) if is_choice and hangs(whole) else whole


def _remade(node: Expression) -> Expression | None:
    with suppress(LimitError):
        automaton = DFA.from_expression(node, max_states=_MOST_STATES)
        found = to_expression(automaton, max_size=max(_LARGE, 10 * size(node)))
        return None if hangs(found) else found
    return None
