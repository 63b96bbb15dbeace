"""Writing an expression shorter without changing its language."""

from __future__ import annotations

from functools import lru_cache

from dsl.automata.atoms import Atoms
from dsl.automata.dfa import DFA
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Concat, Expression, Union, children, rebuild, size, union, walk

MAX_STATES = 200
MAX_ALTERNATIVES = 12


def without_redundant_alternatives(expression: Expression) -> Expression:
    """Drop every alternative that another one contains.

    A mixture of `[0-9]+` and `[0-9]{4}` may cost fewer bits than `[0-9]+` alone, but it is the same language.
    """
    before = children(expression)
    parts = [without_redundant_alternatives(part) for part in before]
    is_same = all(one is other for one, other in zip(before, parts, strict=True))
    rebuilt = expression if is_same else rebuild(expression, parts)
    if not isinstance(rebuilt, Union) or len(rebuilt.parts) > MAX_ALTERNATIVES or all(map(is_word, rebuilt.parts)):
        return rebuilt
    return _pruned(rebuilt)


def is_word(part: Expression) -> bool:
    """Whether it is one text, written out."""
    steps = part.parts if isinstance(part, Concat) else (part,)
    return all(isinstance(step, Chars) and len(step.set) == 1 for step in steps)


@lru_cache(maxsize=10_000)
def _pruned(whole: Union) -> Expression:
    # [0-9]+|[0-9]{4} -> [0-9]+
    try:
        atoms = Atoms({node.set for node in walk(whole) if isinstance(node, Chars)})
        automata = [DFA.from_expression(part, atoms=atoms, max_states=MAX_STATES) for part in whole.parts]
    except LimitError:
        return whole
    kept = list(range(len(automata)))
    for index in sorted(kept, key=lambda index: -size(whole.parts[index])):  # of equal ones the smallest stays
        if any(other != index and automata[other].contains(automata[index]) for other in kept):
            kept.remove(index)
    return union(*(whole.parts[index] for index in kept))
