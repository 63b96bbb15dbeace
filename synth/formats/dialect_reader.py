r"""Patterns of other dialects than Python's, as that reads them: anchors, names of classes, and what letters mean.

\A(?:[[:digit:]]+|\x{e9})\z   ->   (?:[0-9]+|\u00e9)
"""

from __future__ import annotations

import re
from typing import Final

from dsl.charset import EVERYTHING
from dsl.errors import PatternError
from dsl.expression import Chars, concat, star
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
_ASCII: Final = {"d": "0-9", "w": "A-Za-z0-9_", "s": r" \t\n\r\f\v"}
_TOKEN: Final = re.compile(r"\[:(\w+):\]|\\x\{([0-9a-fA-F]+)\}|\\u\{([0-9a-fA-F]+)\}|\\(.)|(.)", re.DOTALL)
_BEGINNINGS: Final = ("\\A", "^")
_ENDS: Final = ("\\z", "\\Z", "$")


def read_dialect(text: str, *, ascii_letters: bool = True, escapes_in_classes: bool = True) -> Regex:
    r"""The language of a pattern that matches in full with its anchors, and anywhere where it has none.

    `ascii_letters`: `\d`, `\w` and `\s` are of ASCII; `escapes_in_classes`: a backslash escapes in brackets too.
    Raises PatternError.
    """
    start = next((anchor for anchor in _BEGINNINGS if text.startswith(anchor)), "")
    end = next((anchor for anchor in _ENDS if text.endswith(anchor) and not _is_escaped(text, anchor)), "")
    body = text[len(start) : len(text) - len(end)]
    try:
        found = Regex.parse(_translated(body, ascii_letters, escapes_in_classes)).expression
    except PatternError as error:
        message = error.message.partition("\n")[0]
        position = min(len(start) + error.position, len(text))
        raise PatternError(message, text, position, expected=error.expected, hint=error.hint) from None
    anything = star(Chars(EVERYTHING))
    return Regex(concat(*([] if start else [anything]), found, *([] if end else [anything])))


def _is_escaped(text: str, anchor: str) -> bool:
    before = text.removesuffix(anchor)
    return anchor == "$" and (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _translated(body: str, ascii_letters: bool, escapes_in_classes: bool) -> str:
    pieces: list[str] = []
    inside = False
    opened = 0
    for match in _TOKEN.finditer(body):
        name, code, other_code, escaped, plain = match.groups()
        if name is not None and inside:
            if name not in _CLASSES:
                raise PatternError(f"no class [:{name}:]", body, match.start(), expected=", ".join(_CLASSES))
            pieces.append(_CLASSES[name])
        elif code or other_code:
            pieces.append(f"\\U{int(code or other_code, 16):08x}")
        elif escaped is not None and inside and not escapes_in_classes:
            pieces.append("\\\\")
            if escaped == "]":
                inside = False
            pieces.append(escaped if escaped in "]-" else re.escape(escaped))
        elif escaped is not None and ascii_letters and escaped in _ASCII:
            pieces.append(_ASCII[escaped] if inside else f"[{_ASCII[escaped]}]")
        elif escaped is not None:
            pieces.append(match[0])
        elif plain == "[" and not inside:
            inside, opened = True, match.end() + body.startswith("^", match.end())
            pieces.append(plain)
        elif plain == "]" and inside and match.start() != opened:
            inside = False
            pieces.append(plain)
        else:
            pieces.append("\\" + match[0] if inside and match[0] in "[]" else match[0])
    return "".join(pieces)
