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
_ASCII: Final = {
    "d": "0-9",
    "w": "A-Za-z0-9_",
    "s": r" \t\n\r\f\v",
    "D": r"\x00-\x2f\x3a-\U0010ffff",
    "W": r"\x00-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\U0010ffff",
    "S": r"\x00-\x08\x0e-\x1f\x21-\U0010ffff",
}
_TOKEN: Final = re.compile(
    r"\[:(\w+):\]|\\x\{([0-9a-fA-F]+)\}|\\u\{([0-9a-fA-F]+)\}|\\(.)|(?P<named>\(\?<[A-Za-z_]\w*>)|(.)", re.DOTALL
)
_DIGITS: Final = len("10ffff")
_BEGINNINGS: Final = ("\\A", "^")
_ENDS: Final = ("\\z", "\\Z", "$")


def read_dialect(text: str, *, escapes_in_classes: bool = True) -> Regex:
    r"""The language of a pattern that matches in full with its anchors, and anywhere where it has none.

    `\d`, `\w` and `\s` are of ASCII, and `\D`, `\W` and `\S` all others; `escapes_in_classes`: a backslash escapes in
    brackets too. Raises PatternError.
    """
    pieces = list(_translated(text, escapes_in_classes))
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


def _translated(text: str, escapes_in_classes: bool) -> Iterator[_Piece]:
    inside = False
    opened = 0
    for match in _TOKEN.finditer(text):
        name, code, other_code, escaped, named, plain = match.groups()
        at, token = match.start(), match[0]
        if name is not None and inside:
            if name not in _CLASSES:
                raise PatternError(f"no class [:{name}:]", text, at, expected=", ".join(_CLASSES))
            yield _Piece(at, _CLASSES[name])
        elif code or other_code:
            digits = (code or other_code).lstrip("0")
            if len(digits) > _DIGITS or int(digits or "0", 16) > MAX_CODE_POINT:
                raise PatternError("no such character", text, at, expected="an escape up to \\x{10ffff}")
            yield _Piece(at, f"\\U{int(digits or '0', 16):08x}")
        elif escaped is not None and inside and not escapes_in_classes:
            inside = escaped != "]"
            yield _Piece(at, "\\\\" + (escaped if escaped in "]-" else re.escape(escaped)))
        elif escaped is not None and escaped in _ASCII:
            yield _Piece(at, _ASCII[escaped] if inside else f"[{_ASCII[escaped]}]")
        elif named is not None and not inside:
            yield _Piece(at, "(?:", "(")
        elif inside:
            inside = plain != "]" or at == opened
            yield _Piece(at, "\\" + token if plain == "[" or (plain == "]" and inside) else token)
        elif plain == "[":
            inside, opened = True, match.end() + text.startswith("^", match.end())
            yield _Piece(at, token)
        else:
            yield _Piece(at, token, token)
