"""Grammars that differ in the names of their rules alone: one spelling, and one number, for all of them.

Rules are numbered as they are met from `start` on. Alternatives have no order but that of their notation, in which the
names take part; so they are visited by colour, which is made of an expression with the colours of the rules that it
uses in place of their names, round after round (Weisfeiler and Leman 1968, "A reduction of a graph to a canonical
form").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count
from string import ascii_lowercase
from typing import Final

from dsl.automata.components import reached
from dsl.expressions.expression import Chars, Concat, Expression, Ref, Repeat, Union, children
from dsl.grammar import Grammar
from dsl.grammars.rules import substituted
from dsl.language import START

ROUNDS: Final = 2  # alternatives that only differ further away are rare; grammars with such are met under two spellings


def canonical(grammar: Grammar) -> Grammar:
    """The grammar with rules named start, a, b, … and ordered as they are met from `start` on."""
    names = dict(zip(_numbers(grammar.rules), chain([START], fresh_names(())), strict=False))
    renamed = {old: Ref(new) for old, new in names.items()}
    return Grammar({new: substituted(grammar.rules[old], renamed) for old, new in names.items()})


def fingerprint(rules: Mapping[str, Expression]) -> int:
    """A number for the rules that `start` reaches, whatever their names; others differ, save for one pair in 2^64."""
    numbers = _numbers(rules)
    return hash(tuple(_colour(rules[name], numbers) for name in numbers))


def fresh_name(taken: Iterable[str]) -> str:
    """The first name of a rule that is not taken, of a, b, …, z, a1, b1, …"""
    return next(fresh_names(taken))


def fresh_names(taken: Iterable[str]) -> Iterator[str]:
    """All names of rules that are not taken, one after the other."""
    known = set(taken)
    names = (f"{letter}{number or ''}" for number in count() for letter in ascii_lowercase)
    return (name for name in names if name not in known)


def _numbers(rules: Mapping[str, Expression]) -> dict[str, int]:
    """The rules that `start` reaches, numbered in the order in which they are met."""
    colours = {name: int(name == START) for name in rules}
    for _ in range(ROUNDS):
        colours = {name: _colour(expression, colours) for name, expression in rules.items()}
    met = reached([START], lambda name: _references(rules[name], colours))
    return {name: number for number, name in enumerate(met)}


def _colour(node: Expression, colours: Mapping[str, int]) -> int:
    # numbers alone, because the hash of a str is another one in every process
    match node:
        case Chars(charset):
            return hash((1, charset))
        case Ref(name):
            return hash((2, colours[name]))
        case Concat(parts):
            return hash((3, *(_colour(part, colours) for part in parts)))
        case Union(parts):
            return hash((4, *sorted(_colour(part, colours) for part in parts)))
        case Repeat(body, low, high):
            return hash((5, low, 0 if high is None else high + 1, _colour(body, colours)))
        case _:
            return 6


def _references(node: Expression, colours: Mapping[str, int]) -> Iterator[str]:
    """The names that an expression uses, from left to right; alternatives, whose order hangs on names, by colour."""
    if isinstance(node, Ref):
        yield node.name
    parts = children(node)
    if isinstance(node, Union):
        parts = tuple(sorted(parts, key=lambda part: _colour(part, colours)))
    for part in parts:
        yield from _references(part, colours)
