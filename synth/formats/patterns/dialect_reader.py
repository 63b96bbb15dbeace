r"""Patterns of other dialects than Python's, as that reads them: anchors, names of classes, and what letters mean.

\A(?:[[:digit:]]+|\x{e9})\z   ->   (?:[0-9]+|\u00e9)
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from dsl.charset import EVERYTHING, MAX_CODE_POINT
from dsl.errors import PatternError
from dsl.expressions.expression import Chars, Expression, concat, star, union
from dsl.expressions.notation import parse, write_ranges
from dsl.regex import Regex

_CLASSES: Final = {
    "alpha": "A-Za-z",
    "digit": "0-9",
    "alnum": "A-Za-z0-9",
    "upper": "A-Z",
    "lower": "a-z",
    "space": r" \t\n\r\f\v",
    "blank": r" \t",
    "punct": r"!-\/:-@\[-`{-~",
    "print": " -~",
    "graph": "!-~",
    "cntrl": r"\x00-\x1f\x7f",
    "xdigit": "0-9A-Fa-f",
    "word": "A-Za-z0-9_",
}
_LETTERS: Final = {"d": "digit", "w": "word", "s": "space"}
_TOKEN: Final = re.compile(
    r"\[:(?P<not>\^?)(?P<class>\w+):\]|\\[xu]\{(?P<code>[0-9a-fA-F]+)\}"
    r"|\\u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|\\(?P<escaped>.)|(?P<named>\(\?<[A-Za-z_]\w*>)|(?P<plain>.)",
    re.DOTALL,
)
_DIGITS: Final = len("10ffff")
_BEGINNINGS: Final = ("\\A", "^")
_ENDS: Final = ("\\z", "\\Z", "$")
_REPEATED: Final = ("*", "+", "?", "}")


@dataclass(frozen=True)
class Syntax:
    r"""What a dialect means by signs that dialects differ in.

    escapes      a backslash escapes in brackets, too
    empty        [] and [^] are whole classes
    lazy         ? behind a repeat takes less, where it would else repeat that once more
    open_counts  {,n} is a repeat, where it would else be these characters, or nothing at all
    white        what \s is, in brackets
    places       escapes that are places in a text, no characters
    operations   what brackets have beside characters, and is not read
    """

    escapes: bool = True
    empty: bool = False
    lazy: bool = True
    open_counts: bool = False
    white: str = _CLASSES["space"]
    places: str = ""
    operations: tuple[str, ...] = ()


_USUAL: Final = Syntax()


def read_dialect(text: str, syntax: Syntax = _USUAL) -> Regex:
    r"""The language of a pattern that matches in full with its anchors, and anywhere where it has none.

    `\d`, `\w` and `\s` are of ASCII, and `\D`, `\W` and `\S` all others. Raises PatternError.
    """
    pieces = list(_translated(text, syntax))
    return Regex(union(*(_alternative(text, part) for part in _split(pieces, len(text)))))


@dataclass(frozen=True, slots=True)
class _Piece:
    """What Python writes for the token at `position`; `sign` is the token itself where it has a meaning."""

    position: int
    python: str
    sign: str = ""


def _split(pieces: list[_Piece], end: int) -> Iterator[list[_Piece]]:
    """The alternatives, of which each has anchors of its own, each with its end behind it: `^a|b$`."""
    part: list[_Piece] = []
    depth = 0
    for piece in pieces:
        depth += (piece.sign == "(") - (piece.sign == ")")
        if piece.sign == "|" and depth == 0:
            yield [*part, _Piece(piece.position, "")]
            part = []
        else:
            part.append(piece)
    yield [*part, _Piece(end, "")]


def _alternative(text: str, pieces: list[_Piece]) -> Expression:
    *body, end = pieces
    starts = bool(body) and body[0].sign in _BEGINNINGS
    body = body[starts:]
    ends = bool(body) and body[-1].sign in _ENDS
    body = body[: len(body) - ends]
    try:
        found = Regex.parse("".join(piece.python for piece in body)).expression
    except PatternError as error:
        places = list(accumulate((len(piece.python) for piece in body), initial=0))
        position = [*body, end][bisect_right(places, error.position) - 1].position
        message = error.message.partition("\n")[0]
        raise PatternError(message, text, position, expected=error.expected, hint=error.hint) from None
    anything = star(Chars(EVERYTHING))
    return concat(*([] if starts else [anything]), found, *([] if ends else [anything]))


def _translated(text: str, syntax: Syntax) -> Iterator[_Piece]:
    inside, position, opened, before = False, 0, 0, ""
    while match := _TOKEN.match(text, position):
        at, position, plain = position, match.end(), match["plain"]
        if inside and not syntax.escapes and text[at] == "\\":
            position = at + 1  # what stands behind has its own meaning
            yield _Piece(at, "\\\\")
        elif inside and plain == "]" and at != opened:
            inside = False
            yield _Piece(at, plain)
        elif inside:
            yield _Piece(at, _in_brackets(text, match, syntax))
        elif plain == "[":
            inside, opened = True, position + text.startswith("^", position)
            if syntax.empty and text.startswith("]", opened):
                inside, position = False, opened + 1
            yield _Piece(at, plain if inside else r"[^\s\S]" if opened == at + 1 else r"[\s\S]")
        else:
            piece = _outside(text, match, syntax, before)
            yield piece
            before = piece.sign
            continue
        before = ""


def _in_brackets(text: str, match: re.Match[str], syntax: Syntax) -> str:
    at, token = match.start(), match[0]
    if match["class"] is not None:
        return _class(text, match, syntax)
    operation = next((sign for sign in syntax.operations if text.startswith(sign, at)), None)
    if operation is not None:
        raise PatternError(
            f"{operation} in brackets is not read", text, at, expected="characters, or a backslash before"
        )
    if match["plain"] is not None:
        return "\\" + token if token in "[]" else token
    if (match["escaped"] or " ").lower() in _LETTERS:
        return _shorthand(match["escaped"], syntax)
    return _character(text, match)


def _outside(text: str, match: re.Match[str], syntax: Syntax, before: str) -> _Piece:
    at, token, escaped = match.start(), match[0], match["escaped"]
    if match["named"] is not None:
        return _Piece(at, "(?:", "(")
    if escaped is not None and escaped in syntax.places:
        raise PatternError("a place between characters is not read", text, at, expected="characters")
    if escaped is not None and escaped.lower() in _LETTERS:
        return _Piece(at, f"[{_shorthand(escaped, syntax)}]", token)
    if token == "?" and before in _REPEATED and not syntax.lazy:
        raise PatternError("a repeat of a repeat", text, at, expected="the first in parentheses")
    if token == "{" and text.startswith("{,", at) and not syntax.open_counts:
        raise PatternError("a repeat without its smaller count", text, at, expected="{0,")
    return _Piece(at, _character(text, match), token)


def _character(text: str, match: re.Match[str]) -> str:
    """A token as Python writes it; codes of its own name one character, as do those of surrogates in pairs."""
    if match["high"] is not None:
        return f"\\U{0x10000 + (int(match['high'], 16) - 0xD800 << 10) + int(match['low'], 16) - 0xDC00:08x}"
    if match["code"] is None:
        return match[0]
    digits = match["code"].lstrip("0") or "0"
    if len(digits) > _DIGITS or int(digits, 16) > MAX_CODE_POINT:
        raise PatternError("no such character", text, match.start(), expected="an escape up to \\x{10ffff}")
    return f"\\U{int(digits, 16):08x}"


def _class(text: str, match: re.Match[str], syntax: Syntax) -> str:
    name = match["class"]
    if name not in _CLASSES or (match["not"] and not syntax.escapes):
        raise PatternError(f"no class {match[0]}", text, match.start(), expected=", ".join(_CLASSES))
    return _others(_CLASSES[name]) if match["not"] else _CLASSES[name]


def _shorthand(letter: str, syntax: Syntax) -> str:
    content = syntax.white if letter in "sS" else _CLASSES[_LETTERS[letter.lower()]]
    return content if letter.islower() else _others(content)


def _others(content: str) -> str:
    """The inside of a class of all characters but those of another one."""
    others = parse(f"[^{content}]")
    assert isinstance(others, Chars)
    return write_ranges(others.set.ranges, lambda number: f"\\U{number:08x}")
