"""From the values of a format to its pattern: the starts of the search, on a few values that stand for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2
from typing import Final

from dsl.charset import ANY_BUT_NEWLINE, DIGITS, EVERYTHING, LETTERS, LOWER, UPPER, CharSet
from dsl.expressions.expression import (
    Chars,
    Concat,
    Expression,
    Repeat,
    children,
    concat,
    literal,
    rebuild,
    repeat,
    union,
)
from dsl.expressions.named import scripts
from dsl.regex import Regex
from searchers.mixture.columns import Leaf
from searchers.problem import Problem
from searchers.scoring.coding import Coding
from searchers.scoring.prices import PRICES
from searchers.scoring.regexes import DescriptionLength
from searchers.starts.column import count_texts
from searchers.starts.division import Division
from searchers.starts.known_numbers import with_known_numbers
from searchers.starts.readability import readable

FEW: Final = 30  # values that are divided
JOINERS: Final = 8  # of those that the pattern leaves out, which join the few
ROUNDS: Final = 4
DIVISIONS: Final = 60
WIDE: Final = 3  # from the least to the greatest length of words
SHORT: Final = 3  # digits of a number that may have fewer
RARE: Final = 0.02  # of the values of a format, those of a leaf that may be mistakes
MOST_RARE: Final = 0.1
MOST_SIGNS: Final = 8  # of the values of a format, for any character to be one of theirs
MOST_WORDS: Final = 24
AGAIN: Final = 2  # times that each word comes at least: who drew some of many would have met one once
LONG: Final = 400  # characters of a value that is divided


def described(leaves: Sequence[Leaf], coding: Coding) -> Expression:
    """The shortest description found of the values of all leaves, less those of rare leaves that cost too much."""
    bits, expression = _fitted(leaves, coding)
    kept = leaves
    total = sum(leaf.count for leaf in leaves)
    usual = [leaf for leaf in leaves if leaf.count > max(2, RARE * total)]
    rare = total - sum(leaf.count for leaf in usual)
    if usual and 0 < rare <= MOST_RARE * total:
        fewer, simpler = _fitted(usual, coding)
        outlier = max(PRICES.outlier, 2 * log2(total / PRICES.many)) + PRICES.edit + PRICES.outlier_character
        if fewer + PRICES.noise + rare * outlier < bits:
            expression, kept = simpler, usual
    found = readable(_worded(_bounded(_opened(expression), kept), kept))
    return with_known_numbers(Regex(found), [value for leaf in kept for value in leaf.values]).expression


def _bounded(expression: Expression, leaves: Sequence[Leaf]) -> Expression:
    """Any character is one of a kind that the values have, where these have few signs. .+ -> [0-9a-z%]+"""
    seen = signs = CharSet.of({character for leaf in leaves for value in leaf.values for character in value})
    for kind in (DIGITS, LOWER, UPPER, *scripts()):
        if not kind.isdisjoint(seen):
            seen, signs = seen | kind, signs - kind
    return _instead_of_any(expression, seen) if len(signs) <= MOST_SIGNS else expression


def _instead_of_any(node: Expression, charset: CharSet) -> Expression:
    if isinstance(node, Chars):
        return Chars(charset) if node.set in (ANY_BUT_NEWLINE, EVERYTHING) else node
    return rebuild(node, [_instead_of_any(part, charset) for part in children(node)])


def _worded(expression: Expression, leaves: Sequence[Leaf]) -> Expression:
    """Few words that all come again are the format where that costs less: [EJU][PSU] -> EU|JP|US"""
    words = {value: times for leaf in leaves for value, times in leaf.values.items()}
    if not 2 <= len(words) <= MOST_WORDS or min(words.values()) < AGAIN or not all(map(_is_word, words)):
        return expression
    objective = DescriptionLength(Problem(tuple(words), tuple(words.values())))
    listed = union(*map(literal, sorted(words)))
    return min(expression, listed, key=lambda one: objective.score(Regex(one)).objective)


def _is_word(text: str) -> bool:
    return len(text) > 1 and text.isalpha()


def _fitted(leaves: Sequence[Leaf], coding: Coding) -> tuple[float, Expression]:
    """The shortest description of values that stand for all, until it leaves none out, with its bits."""
    values = {value: times for leaf in leaves for value, times in leaf.values.items()}
    few = _few(leaves)
    best: tuple[int, float, Expression] | None = None
    for _ in range(ROUNDS):
        fit = Division(coding, DIVISIONS).fit(_weighted(few, values))[0]
        accepts = Regex(fit.expression).accepts  # in linear time, as re is not
        outside = [value for value in values if not accepts(value)]
        if best is None or len(outside) < best[0]:
            best = len(outside), fit.bits, fit.expression
        if not outside:
            break
        few |= dict.fromkeys(_evenly(outside, JOINERS))
    assert best is not None
    return best[1:]


def _opened(node: Expression) -> Expression:
    """What was seen of lengths says little: words have any, numbers may be shorter. [a-z]{3,9} -> [a-z]+"""
    if isinstance(node, Concat):
        return concat(*_joined([_opened(part) for part in node.parts]))
    if not isinstance(node, Repeat) or not isinstance(node.body, Chars) or node.high is None or node.high == node.low:
        return rebuild(node, [_opened(part) for part in children(node)])
    if node.body.set <= LETTERS and node.high - node.low >= WIDE:
        return repeat(node.body, min(node.low, 1), None)
    if node.body.set == DIGITS and node.high <= SHORT:
        return repeat(node.body, min(node.low, 1), node.high)
    return node


def _joined(parts: list[Expression]) -> list[Expression]:
    """Some digits beside others are any digits: [0-2][0-9] -> [0-9]{2}"""
    joined: list[Expression] = []
    for place, part in enumerate(parts):
        if isinstance(part, Chars) and len(part.set) > 1 and part.set <= DIGITS:
            beside = (*joined[-1:], *parts[place + 1 : place + 2])
            if any(_digits(other) is not None for other in beside):
                part = Chars(DIGITS)
        both = [_digits(other) for other in (*joined[-1:], part)]
        if len(both) == 2 and both[0] is not None and both[1] is not None:
            joined[-1] = repeat(Chars(DIGITS), both[0] + both[1], both[0] + both[1])
        else:
            joined.append(part)
    return joined


def _digits(part: Expression) -> int | None:
    """How many digits a part is, each of them any; None for other parts."""
    if isinstance(part, Repeat) and part.low == part.high and part.body == Chars(DIGITS):
        return part.low
    return 1 if part == Chars(DIGITS) else None


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
