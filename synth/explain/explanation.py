"""Expressions in words: a tree of parts, each with an English phrase.

[0-9]{3}-[A-Z]{2,4}   ->   3 digits, then '-', then 2 to 4 upper-case letters
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from dsl.charset import (
    ALPHANUMERIC,
    ANY_BUT_NEWLINE,
    DIGITS,
    EVERYTHING,
    LETTERS,
    LOWER,
    UPPER,
    WORD,
    CharSet,
    shorthand,
)
from dsl.expressions.expression import Chars, Concat, Empty, Epsilon, Expression, Ref, Repeat, Union, concat
from dsl.expressions.named import WHITESPACE
from dsl.visibility import visible


@dataclass(frozen=True, eq=False)
class Part:
    """A piece of an expression in one phrase: a leaf, or with the steps, alternatives or body that it is made of."""

    expression: Expression
    words: str
    children: tuple[Part, ...] = ()

    def lines(self, depth: int = 0) -> Iterator[tuple[int, Part]]:
        """The parts that have a line of their own, with their indentation, in the order of the pattern."""
        if isinstance(self.expression, Concat) and self.children and depth == 0:
            for child in self.children:
                yield from child.lines()
            return
        yield depth, self
        bodies = self.children
        if isinstance(self.expression, Repeat) and bodies and isinstance(bodies[0].expression, Concat):
            bodies = bodies[0].children or bodies  # the steps stand right below "2 times:"
        for body in bodies:
            yield from body.lines(depth + 1)


def explain(expression: Expression) -> Part:
    """The expression as a tree of parts in words."""
    match expression:
        case Empty():
            return Part(expression, "nothing: no string matches")
        case Epsilon():
            return Part(expression, "the empty string")
        case Chars(charset):
            return Part(expression, _one(charset))
        case Ref(name):
            return Part(expression, f"<{name}>")
        case Repeat(Ref(name), low, high):
            return Part(expression, f"<{name}> {_times(low, high)}")
        case Repeat(Chars(charset), low, high):
            return Part(expression, _several(charset, low, high))
        case Repeat(body, low, high):
            return Part(expression, f"{_times(low, high)}:", (explain(body),))
        case Union(parts):
            return Part(expression, "one of:", tuple(map(explain, parts)))
        case Concat(parts):
            steps = tuple(_steps(parts))
            return Part(expression, steps[0].words) if len(steps) == 1 else Part(expression, "in sequence:", steps)
        case _:
            return Part(expression, str(expression))


def sentence(part: Part) -> str:
    """The whole part as one phrase, its steps joined by "then"."""
    if not part.children:
        return part.words
    match part.expression:
        case Concat():
            return ", then ".join(map(sentence, part.children))
        case Union():
            return "either " + " or ".join(
                f"({sentence(child)})" if child.children else child.words for child in part.children
            )
        case _:
            return f"{part.words.removesuffix(':')} ({sentence(part.children[0])})"


def _steps(parts: tuple[Expression, ...]) -> Iterator[Part]:
    # a b [0-9] c -> 'ab', a digit, 'c'
    for fixed, group in groupby(parts, lambda part: isinstance(part, Chars) and len(part.set) == 1):
        run = list(group)
        if fixed:
            yield Part(concat(*run), quote("".join(part.set.first() for part in run if isinstance(part, Chars))))
        else:
            yield from map(explain, run)


# ---------------------------------------------------------------------------------------------------- phrases

_SPOKEN = {" ": "a space", "\n": "a newline", "\t": "a tab", "\r": "a carriage return"}
_A_F = CharSet.between("a", "f") | CharSet.between("A", "F")

# class -> one of it, several of it
_NAMES = {
    DIGITS: ("a digit", "digits"),
    LOWER: ("a lower-case letter", "lower-case letters"),
    UPPER: ("an upper-case letter", "upper-case letters"),
    LETTERS: ("a letter", "letters"),
    ALPHANUMERIC: ("a letter or digit", "letters or digits"),
    WORD: ("a letter, digit or '_'", "letters, digits or '_'"),
    DIGITS | _A_F: ("a hexadecimal digit", "hexadecimal digits"),
    DIGITS | (_A_F & LOWER): ("a lower-case hexadecimal digit", "lower-case hexadecimal digits"),
    DIGITS | (_A_F & UPPER): ("an upper-case hexadecimal digit", "upper-case hexadecimal digits"),
    WHITESPACE: ("a white-space character", "white-space characters"),
    ANY_BUT_NEWLINE: ("any character but a newline", "characters, any but newlines"),
    EVERYTHING: ("any character", "characters of any kind"),
}
_SHORTHAND_NAMES = {
    "d": ("a digit of any script", "digits of any script"),
    "w": ("a word character of any script", "word characters of any script"),
    "s": ("a white-space character of any kind", "white-space characters of any kind"),
}
_PIECES = (ALPHANUMERIC, LETTERS, LOWER, UPPER, DIGITS)


def quote(text: str) -> str:
    """A literal text as people write it: in quotes, or by name when it cannot be seen."""
    if text in _SPOKEN:
        return _SPOKEN[text]
    if visible(text) != text:
        return visible(repr(text))
    return f'"{text}"' if "'" in text else f"'{text}'"


def _one(charset: CharSet) -> str:
    name = _named(charset)
    if name is not None:
        return name[0]
    if len(charset) > len(EVERYTHING) // 2:
        return f"any character but {_either(~charset)}"
    return _either(charset)


def _several(charset: CharSet, low: int, high: int | None) -> str:
    if (low, high) == (0, 1):
        return f"optionally {_one(charset)}"
    name = _named(charset)
    if name is not None:
        return f"{_count(low, high)} {name[1]}"
    if len(charset) == 1:
        return f"{quote(charset.first())} {_times(low, high)}"
    each = f"none of them {_either(~charset)}" if len(charset) > len(EVERYTHING) // 2 else f"each {_either(charset)}"
    return f"{_count(low, high)} characters, {each}"


def _named(charset: CharSet) -> tuple[str, str] | None:
    found = _NAMES.get(charset)
    if found is None and len(charset.ranges) > 5:  # the classes of \d \w \s are slow to make and never this short
        found = _shorthands().get(charset)
    return found


@cache
def _shorthands() -> dict[CharSet, tuple[str, str]]:
    return {shorthand(letter): names for letter, names in _SHORTHAND_NAMES.items()}


def _either(charset: CharSet) -> str:
    # [a-z0-9_b-d] -> a lower-case letter, a digit or '_'
    words = []
    for piece in _PIECES:
        if piece <= charset:
            words.append(_NAMES[piece][0])
            charset -= piece
    for low, high in charset.ranges:
        if high - low < 2:
            words.extend(quote(chr(code)) for code in range(low, high + 1))
        else:
            words.append(f"{quote(chr(low))} to {quote(chr(high))}")
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _count(low: int, high: int | None) -> str:
    if high is None:
        return f"{low} or more"
    if low == high:
        return str(low)
    return f"up to {high}" if low == 0 else f"{low} to {high}"


def _times(low: int, high: int | None) -> str:
    return "optionally" if (low, high) == (0, 1) else f"{_count(low, high)} times"
