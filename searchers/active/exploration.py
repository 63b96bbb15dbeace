"""What no example shows: other brackets, signs and operators, tried in the shortest examples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain, product
from typing import Final

from dsl.charset import PRINTABLE
from searchers.active.queries import Context, Membership, contents, shortest
from searchers.active.segmentation import Kind
from searchers.active.vocabulary import operators, times_of_day
from searchers.structure.pairs import BRACKETS, TOP

OPERATED: Final = 8  # operators in whose place others are tried
SIGNS: Final = [character for character in PRINTABLE if not character.isalnum()]
_OPERATOR: Final = re.compile(r"""(?<=[\w\s)\]}'"])[^\w\s()\[\]{}'"]+(?=[\w\s(\[{'"])""")


def explore(member: Membership) -> None:
    """Ask for texts with what no example has, and add those that the language has."""
    _try_signs(member)
    _try_operators(member)
    for text in next(filter(None, map(times_of_day, member.texts)), []):
        member.add(text)


def _try_signs(member: Membership) -> None:
    """Ask for brackets and signs that no example has, in the shortest example and instead of it."""
    seen = set().union(*member.texts)
    least = member.texts[0]
    for first, last in (*BRACKETS, '""'):
        if first not in seen:
            for text in (first + last, first + least + last, least + first + last):
                member.add(text)
    for sign in SIGNS:
        if sign not in seen:
            for text in (least + sign + least, sign + least):
                member.add(text)


def _try_operators(member: Membership) -> None:
    """Ask for operators of signs that are known, in the shortest examples with another one."""
    contexts: dict[str, Context] = {}
    for text in member.texts:
        for match in _OPERATOR.finditer(text):
            contexts.setdefault(match[0], Context(text, *match.span()))
    seen = set().union(*contexts)
    for context in list(contexts.values())[:OPERATED]:
        for sign in operators():
            if sign not in contexts and seen.issuperset(sign):
                member.add(context.around(sign))


def fill_empty_groups(member: Membership, kinds: Iterable[Kind], tokens: Sequence[str]) -> bool:
    """Of groups that are only known empty: ask for one token, and for two with a sign between them."""
    found = False
    for kind in kinds:
        if contents(kind.contexts) == [""]:
            context = shortest(kind.contexts)
            joined = (f"{one}{sign}{other}" for sign in SIGNS for one, other in product(tokens, tokens))
            found |= any(member.add(context.around(inside)) for inside in chain(tokens, joined))
    return found


def repeat_contents(member: Membership, kinds: Iterable[Kind]) -> bool:
    """Ask in each kind of group for what it holds twice, with a sign between that stands in no such group."""
    found = False
    for kind in kinds:
        held = [inside for inside in contents(kind.contexts) if inside]
        if kind.pair != TOP and held:
            context = shortest(context for context in kind.contexts if context.inside == held[0])
            seen = set().union(*held)
            for sign in ("", *SIGNS):
                if sign not in seen:
                    found |= member.add(context.around(held[0] + sign + held[0]))
    return found
