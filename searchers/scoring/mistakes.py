"""Mistakes that people and machines make in strings: whether a text may be a string of a language with one in it.

It was typed wrong, misread, cut off, or written as elsewhere. An example that a pattern does not match for such a
reason is no evidence against the pattern; one that it does not match for none of them is rather what was not foreseen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from dsl.regex import Regex

ROWS: Final = ("1234567890-", "qwertyuiop", "asdfghjkl;'", "zxcvbnm,./")  # of keys, each half a key to the right
LOOK_ALIKE: Final = ("0Oo", "0D", "1lI", "5S", "8B", "2Z", "6G", ",.", ";:", "-_", "-–")
GROUPS: Final = (("rn", "m"), ("cl", "d"), ("vv", "w"))  # that look alike
SEPARATORS: Final = "-/.: "


@cache
def replacements() -> dict[str, str]:
    """For each character those that may have been meant: its neighbours on a keyboard, and those that look like it."""
    pairs = [pair for row in ROWS for pair in pairwise(row)]
    for upper, lower in pairwise(ROWS):
        pairs += [*zip(upper, lower, strict=False), *zip(upper[1:], lower, strict=False)]
    pairs += [(one.upper(), other.upper()) for one, other in pairs if one.isalpha() and other.isalpha()]
    pairs += [(one, other) for alike in LOOK_ALIKE for one in alike for other in alike]
    meant: dict[str, str] = {}
    for one, other in {*pairs, *((other, one) for one, other in pairs)}:
        if one != other:
            meant[one] = meant.get(one, "") + other
    return meant


def is_mistaken(text: str, language: Regex) -> bool:
    """Whether a text outside a language may be one of its strings with a mistake in it."""
    return _is_cut(text, language) or any(map(language.accepts, corrections(text)))


def corrections(text: str) -> Iterator[str]:
    """What may have been meant. A character that is lacking says little: a format may allow for that."""
    for place, character in enumerate(text):
        before, behind = text[:place], text[place + 1 :]
        if character == " " or behind.startswith(character):
            yield before + behind  # 12::30 -> 12:30
        if behind:
            yield before + behind[0] + character + behind[1:]  # form -> from
        for meant in (*replacements().get(character, ""), character.swapcase()):
            yield before + meant + behind  # 5O8 -> 508
    for one, other in (*GROUPS, *(pair[::-1] for pair in GROUPS)):
        for found in re.finditer(one, text):
            yield text[: found.start()] + other + text[found.end() :]
    yield from (text.upper(), text.lower(), text.title(), text.capitalize())
    yield from _as_elsewhere(text)


def _as_elsewhere(text: str) -> Iterator[str]:
    # 2021/03/12 -> 2021-03-12
    for sign in {sign for sign in SEPARATORS if sign in text}:
        yield from (text.replace(sign, other) for other in SEPARATORS)
    # 1.234,50 -> 1,234.50
    yield re.sub(r"(?<=\d)[.,](?=\d)", lambda sign: ",."[sign[0] == ","], text)
    # 12-03-2021 -> 2021-03-12
    yield re.sub(r"(\w+)([-/. ])(\w+)\2(\w+)", r"\4\2\3\2\1", text, count=1)


def _is_cut(text: str, language: Regex) -> bool:
    """Whether a string of the language goes on where the text ends."""
    automaton = language.automaton
    return automaton.after(automaton.reached(1, text)) != 0
