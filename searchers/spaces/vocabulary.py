"""The sets of characters that edits of grammars may use."""

from __future__ import annotations

from collections import Counter
from typing import Final

from dsl.charset import DIGITS, LOWER, UPPER, CharSet
from dsl.expressions.expression import Chars, walk
from dsl.expressions.named import NAMED, scripts
from dsl.grammar import Grammar
from searchers.problem import Problem

MAX_LITERALS: Final = 16  # that edits bring in
MAX_NAMED: Final = 6


def is_within(grammar: Grammar, alphabet: CharSet) -> bool:
    """Whether a grammar uses characters of `alphabet` alone."""
    leaves = (node for expression in grammar.rules.values() for node in walk(expression) if isinstance(node, Chars))
    return all(leaf.set <= alphabet for leaf in leaves)


def vocabulary(problem: Problem) -> list[CharSet]:
    """The sets that edits bring in: the commonest named classes and characters of the examples."""
    alphabet = problem.constraints.alphabet
    frequency: Counter[str] = Counter()
    for text, times in zip(problem.positives, problem.weights, strict=True):
        frequency.update(dict.fromkeys(text, times))
    seen = CharSet.of(frequency) & alphabet
    named = sorted((charset for charset in (*NAMED, *scripts()) if charset & seen and charset <= alphabet), key=_price)[
        :MAX_NAMED
    ]
    few = [charset for kind in (DIGITS, LOWER, UPPER) if len(charset := seen & kind) > 1]
    literals = [CharSet.of(character) for character, _ in frequency.most_common() if character in alphabet]
    return list(dict.fromkeys([*named, *few, *literals[:MAX_LITERALS]]))


def _price(charset: CharSet) -> float:
    return NAMED[charset] if charset in NAMED else scripts()[charset]
