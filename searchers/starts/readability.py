"""An expression as a person would write it, of the same language: counts together, words whole.

The forms that the objective likes best may be others: what two counts or the common letters of words save in bits, a
reader pays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product
from math import prod
from typing import Final

from dsl.expressions.expression import (
    Chars,
    Concat,
    Expression,
    Repeat,
    Union,
    children,
    concat,
    literal,
    optional,
    rebuild,
    repeat,
    repetition,
    union,
    walk,
)

MAX_WORDS: Final = 12
MAX_ALIKE: Final = 3  # letters of a class that stands for words; what has no more letters has no words
MAX_LONGER: Final = 12  # letters that words may take more than what they have in common


def readable(expression: Expression) -> Expression:
    """The same language, rewritten from the leaves up."""
    rebuilt = rebuild(expression, map(readable, children(expression)))
    match rebuilt:
        case Union(parts):
            return _whole_words([rebuilt]) or _with_option(_joined(parts))
        case Concat(parts):
            return concat(*_spelled(_counted(parts)))
        case Repeat(Repeat(body, few, same), low, high) if few == same and low == high and high is not None:
            return repeat(body, few * low, few * low)  # ([A-Z]{2}){2} -> [A-Z]{4}
    return rebuilt


def _counted(parts: Sequence[Expression]) -> Iterator[Expression]:
    # [a-z]+[a-z]{2} -> [a-z]{3,}, [0-9][0-9]? -> [0-9]{1,2}; ab+ and aa stay
    for body, alike in groupby(parts, lambda part: repetition(part)[0]):
        together = list(alike)
        if len(together) == 1 or (isinstance(body, Chars) and len(body.set) == 1):
            yield from together
            continue
        low = high = 0
        is_open = False
        for part in together:
            _, least, most = repetition(part)
            low, high, is_open = low + least, high + (most or 0), is_open or most is None
        yield repeat(body, low, None if is_open else high)


def _joined(parts: Sequence[Expression]) -> list[Expression]:
    # [0-9]|[0-9]{2} -> [0-9]{1,2}
    found: list[Expression] = []
    parts_by_body = sorted(parts, key=lambda part: str(repetition(part)[0]))
    for body, alike in groupby(parts_by_body, lambda part: repetition(part)[0]):
        spans = sorted((low, high) for _, low, high in map(repetition, alike) if high is not None)
        merged: list[tuple[int, int]] = []
        for low, high in spans:
            if merged and low <= merged[-1][1] + 1:
                merged[-1] = merged[-1][0], max(merged[-1][1], high)
            else:
                merged.append((low, high))
        found += [repeat(body, low, high) for low, high in merged]
    return found + [part for part in parts if repetition(part)[2] is None]


def _with_option(parts: Sequence[Expression]) -> Expression:
    # -(90|[1-8]?[0-9])|90|[1-8]?[0-9] -> -?(90|[1-8]?[0-9])
    for part in parts:
        if isinstance(part, Concat):
            rest = concat(*part.parts[1:])
            alike = rest.parts if isinstance(rest, Union) else (rest,)
            if set(alike) <= {*parts}:
                others = [other for other in parts if other != part and other not in alike]
                return union(concat(optional(part.parts[0]), rest), *others)
    return union(*parts)


def _spelled(parts: Iterator[Expression]) -> Iterator[Expression]:
    # (CRITIC|FAT)AL -> CRITICAL|FATAL
    for is_word, together in groupby(parts, lambda part: _words(part) is not None):
        run = list(together)
        whole = _whole_words(run) if is_word else None
        yield from run if whole is None else [whole]


def _whole_words(run: Sequence[Expression]) -> Expression | None:
    """The words that a run of letters and alternatives spells, if they are several and few; None where they stay."""
    spelled = [words for part in run if (words := _words(part)) is not None]
    if len(spelled) < len(run) or not any(isinstance(part, Union) for part in run):
        return None
    words = _joint(spelled)
    letters = sum(isinstance(node, Chars) for part in run for node in walk(part))
    if words is None or sum(map(len, words)) > letters + MAX_LONGER or len(set("".join(words))) <= MAX_ALIKE:
        return None
    return union(*map(literal, words))


def _joint(spelled: Sequence[Sequence[str]]) -> list[str] | None:
    """Each word before each of the next, if they are few."""
    few = prod(map(len, spelled)) <= MAX_WORDS
    return ["".join(words) for words in product(*spelled)] if few else None


def _words(node: Expression, blanks: str = "") -> list[str] | None:
    """The words of a finite language of letters, with blanks within alternatives, MAX_WORDS at most; None of others."""
    match node:
        case Chars(charset) if len(charset) <= MAX_ALIKE:
            letters = list(charset)
            return letters if all(letter.isalpha() or letter in blanks for letter in letters) else None
        case Concat(parts) | Union(parts):
            blanks = " " if isinstance(node, Union) else blanks
            spelled = [words for part in parts if (words := _words(part, blanks)) is not None]
            if len(spelled) < len(parts):
                return None
            if isinstance(node, Concat):
                return _joint(spelled)
            found = [word for words in spelled for word in words]
            return found if len(found) <= MAX_WORDS and all(word == word.strip() for word in found) else None
    return None
