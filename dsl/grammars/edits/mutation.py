"""Random edits of grammars, which evolution draws one at a time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Final

from dsl.charset import CharSet
from dsl.expressions.edits import mutate
from dsl.expressions.expression import size
from dsl.grammar import Grammar
from dsl.grammars.edits.edit import tidied
from dsl.grammars.edits.rule_edits import EDITS, RULE_EDITS
from dsl.grammars.edits.spans import Rules, put, spans

MAX_SIZE: Final = 200  # nodes
_TRIES: Final = 10
_DRAWN_FROM: Final = 2_000


def some_edits(grammar: Grammar, rng: random.Random, sets: Sequence[CharSet], count: int) -> list[Grammar]:
    """At most `count` grammars that a random kind of edit makes of `grammar`, drawn from the first it has."""
    edit = rng.choice(EDITS)
    found = list(islice(edit.rewrite(grammar.rules, sets), _DRAWN_FROM))
    usable = (_usable(rules, MAX_SIZE) for rules in rng.sample(found, min(count, len(found))))
    return [edited for edited in usable if edited is not None]


def mutate_grammar(
    grammar: Grammar, rng: random.Random, sets: Sequence[CharSet], *, max_size: int = MAX_SIZE
) -> Grammar:
    """A random mutation of a rule's expression, or edit of rules; itself when ten draws give nothing usable."""
    for _ in range(_TRIES):
        if rng.random() < 0.5:
            name = rng.choice(list(grammar.rules))
            rules: Rules = {**grammar.rules, name: mutate(grammar.rules[name], rng, sets)}
        else:
            rules = rng.choice([grammar.rules, *rng.choice(RULE_EDITS).rewrite(grammar.rules, sets)])
        mutated = _usable(rules, max_size)
        if mutated is not None and mutated != grammar:
            return mutated
    return grammar


def crossover_grammars(
    one: Grammar, other: Grammar, rng: random.Random, *, max_size: int = MAX_SIZE
) -> tuple[Grammar, Grammar]:
    """Two grammars with a random subtree swapped, which brings the rules it needs; themselves after ten vain draws."""
    for _ in range(_TRIES):
        place, other_place = (rng.choice(list(spans(grammar.rules, longest=1))) for grammar in (one, other))
        crossed = _usable({**other.rules, **put(one.rules, place, other_place.content)}, max_size)
        other_crossed = _usable({**one.rules, **put(other.rules, other_place, place.content)}, max_size)
        if crossed is not None and other_crossed is not None:
            return crossed, other_crossed
    return one, other


def _usable(rules: Rules, max_size: int) -> Grammar | None:
    tidy = tidied(rules)
    if tidy is None or sum(1 + size(expression) for expression in tidy.values()) > max_size:
        return None
    return Grammar(tidy)
