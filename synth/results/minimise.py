"""A regex written smaller, its language unchanged: the exact searcher, with counterexamples until it is right."""

from __future__ import annotations

from functools import reduce
from typing import Final

from dsl.automata.dfa import DFA
from dsl.charset import CharSet
from dsl.errors import SynthError
from dsl.expressions.expression import Chars, Expression, chars, children, rebuild, size
from searchers.budget import Budget
from searchers.exact.search import MAX_ALPHABET, minimal_expression

SECONDS: Final = 2.0
SHORT: Final = 4  # strings up to this length are examples from the start
ENOUGH: Final = 60


def minimise(automaton: DFA, expression: Expression) -> Expression:
    """A smaller expression for `automaton`, if found in SECONDS by exact search with counterexamples; or the same."""
    used = _specimens(automaton)
    if not 0 < len(used) <= MAX_ALPHABET:
        return expression
    texts = _short_strings(list(used))
    positives = [text for text in texts if automaton.accepts(text)]
    negatives = [text for text in texts if not automaton.accepts(text)]
    budget = Budget(seconds=SECONDS)
    while positives and not budget.spent:
        try:
            found = minimal_expression(positives, negatives, budget=budget)
        except SynthError:
            return expression
        if found is None or size(found) >= size(expression):
            return expression
        widened = _widened(found, used)
        wrong = DFA.from_expression(widened).witness(automaton)
        if wrong is None:
            return min(widened, expression, key=size)
        (positives if automaton.accepts(wrong) else negatives).append(wrong)
    return expression


def _specimens(automaton: DFA) -> dict[str, CharSet]:
    """For each symbol that some string of the language has, a character and the class."""
    live = automaton.live()
    read = {
        atom
        for state, row in enumerate(automaton.table)
        if live[state]
        for atom, following in enumerate(row)
        if live[following]
    }
    return {automaton.atoms.specimen(atom): automaton.atoms.sets[atom] for atom in sorted(read)}


def _short_strings(characters: list[str]) -> list[str]:
    texts, layer = [""], [""]
    for _ in range(SHORT):
        layer = [text + character for text in layer for character in characters]
        texts += layer
        if len(texts) > ENOUGH:
            break
    return texts[: 4 * ENOUGH]


def _widened(expression: Expression, classes: dict[str, CharSet]) -> Expression:
    if isinstance(expression, Chars):
        return chars(reduce(CharSet.__or__, (classes[character] for character in expression.set)))
    return rebuild(expression, [_widened(part, classes) for part in children(expression)])
