"""What an edit of a grammar is: a rewriting of rules, whose results are tidied, and its effect on the language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import update_wrapper
from typing import TypeAlias

from dsl.charset import CharSet
from dsl.expressions.expression import Empty, Expression, Ref, union
from dsl.grammar import Grammar
from dsl.grammars.edits.spans import Rules, alternatives
from dsl.grammars.rules import references, unproductive
from dsl.language import START

Rewrite: TypeAlias = Callable[[Rules, Sequence[CharSet]], Iterator[Rules]]


class Effect(Enum):
    """What an edit does to the language."""

    KEEPS = "the same strings"
    GROWS = "all strings as before, and others"
    SHRINKS = "no others than before"
    CHANGES = "anything"


class Edit:
    """All ways to edit a grammar in one manner: `edit(grammar, sets)` yields valid grammars, with repetitions."""

    def __init__(self, rewrite: Rewrite, effect: Effect) -> None:
        self.rewrite = rewrite
        self.effect = effect
        update_wrapper(self, rewrite)

    def __call__(self, grammar: Grammar, sets: Sequence[CharSet] = ()) -> Iterator[Grammar]:
        for rules in self.rewrite(grammar.rules, sets):
            if (tidy := tidied(rules)) is not None:
                yield Grammar(tidy)


def edit_with(effect: Effect) -> Callable[[Rewrite], Edit]:
    """A decorator that makes an edit of a rewriting."""
    return lambda rewrite: Edit(rewrite, effect)


def tidied(rules: Rules) -> Rules | None:
    """The rules that `start` reaches, none with itself as an alternative; None when one cannot produce anything."""
    found = {START: _without_itself(START, rules[START])}
    pending = [START]
    for name in pending:
        for used in sorted(other for other in references(found[name]) if other not in found):
            found[used] = _without_itself(used, rules[used])
            pending.append(used)
    if any(isinstance(expression, Empty) for expression in found.values()) or unproductive(found):
        return None
    return {name: found[name] for name in rules if name in found}


def _without_itself(name: str, expression: Expression) -> Expression:
    # a: a | x -> a: x
    parts = alternatives(expression)
    return union(*(part for part in parts if part != Ref(name))) if Ref(name) in parts else expression
