"""From the values of a format to its pattern: the starts of the search, on a few values that stand for all."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from dsl.charset import LETTERS
from dsl.expressions.expression import Chars, Expression, Repeat, children, literal, rebuild, repeat, union
from searchers.mixture.columns import Leaf
from searchers.scoring.coding import Coding
from searchers.starts.column import count_texts
from searchers.starts.division import Division

FEW: Final = 30  # values that are divided
JOINERS: Final = 8  # of those that the pattern leaves out, which join the few
ROUNDS: Final = 4
DIVISIONS: Final = 60
WIDE: Final = 3  # from the least to the greatest length of words
LONG: Final = 400  # characters of a value that is divided


def described(leaves: Sequence[Leaf], coding: Coding) -> Expression:
    """The shortest description found of the values of all leaves."""
    values = {value: times for leaf in leaves for value, times in leaf.values.items()}
    few = _few(leaves)
    best: tuple[int, Expression] | None = None
    for _ in range(ROUNDS):
        expression = Division(coding, DIVISIONS).fit(_weighted(few, values))[0].expression
        accepts = re.compile(str(expression)).fullmatch
        outside = [value for value in values if not accepts(value)]
        if best is None or len(outside) < best[0]:
            best = len(outside), expression
        if not outside:
            break
        few |= dict.fromkeys(_evenly(outside, JOINERS))
    assert best is not None
    return _opened(best[1])


def _opened(node: Expression) -> Expression:
    """Words of letters may be of any length: [a-z]{3,9} -> [a-z]+"""
    if isinstance(node, Repeat) and isinstance(node.body, Chars) and node.body.set <= LETTERS:
        if node.high is not None and node.high - node.low >= WIDE:
            return repeat(node.body, min(node.low, 1), None)
        return node
    return rebuild(node, [_opened(part) for part in children(node)])


def _few(leaves: Sequence[Leaf]) -> dict[str, None]:
    """Some values of each leaf, of large ones more."""
    total = sum(len(leaf.values) for leaf in leaves)
    few: dict[str, None] = {}
    for leaf in leaves[:FEW]:
        share = max(1, round(FEW * len(leaf.values) / total))
        few |= dict.fromkeys(_evenly([value for value in leaf.values if len(value) <= LONG] or [*leaf.values], share))
    return few


def _evenly(values: Sequence[str], most: int) -> list[str]:
    """Values evenly along their order by length."""
    ordered = sorted(values, key=lambda value: (len(value), value))
    if len(ordered) <= most:
        return ordered
    if most == 1:
        return [ordered[len(ordered) // 2]]
    return [ordered[round(step * (len(ordered) - 1) / (most - 1))] for step in range(most)]


def _weighted(few: Mapping[str, None], values: Mapping[str, int]) -> dict[str, int]:
    return dict(count_texts((value, values[value]) for value in few))


def spelled(values: Sequence[str]) -> Expression:
    """The values themselves."""
    return union(*map(literal, values))
