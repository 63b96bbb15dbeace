r"""The notation of expressions: the part of Python's `re` syntax that describes regular languages.

`write` prints an expression, `parse` reads one back; `parse(write(node)) == node`. What is printed means the same to
`re.fullmatch`. Groups are plain, `\d \w \s` are read as Python reads them and printed as explicit ranges.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NoReturn

from dsl.charset import ALPHANUMERIC, DIGITS, EVERYTHING, LOWER, NEWLINE, UPPER, CharSet, shorthand
from dsl.errors import PatternError
from dsl.expression import (
    Chars,
    Concat,
    Empty,
    Epsilon,
    Expression,
    Ref,
    Repeat,
    Union,
    chars,
    concat,
    repeat,
    union,
)

if TYPE_CHECKING:
    from lark import Lark, Tree
    from lark.lexer import Token

ANY_BUT_NEWLINE = EVERYTHING - NEWLINE
MAX_DEPTH = 100
_MAX_SPLIT = 80  # larger sets keep ranges such as !-~ whole
_META = frozenset("\\.^$*+?{}[]|()")
_CLASS_META = frozenset("\\]^-[")
_NAMED_ESCAPES = {"\n": r"\n", "\t": r"\t", "\r": r"\r", "\f": r"\f", "\v": r"\v"}
_CONTROL = {escape[1]: character for character, escape in _NAMED_ESCAPES.items()} | {"a": "\a", "0": "\0"}


# ------------------------------------------------------------------------------------------------ printing


def write(node: Expression) -> str:
    """The notation of `node`: a pattern for `re.fullmatch`."""
    match node:
        case Empty():
            return r"[^\s\S]"
        case Epsilon():
            return "()"
        case Chars(set):
            return write_set(set)
        case Ref(name):
            return name
        case Concat(parts):
            return "".join(_grouped(part, Union) for part in parts)
        case Union(parts):
            return "|".join(map(write, parts))
        case Repeat(body, low, high):
            return _grouped(body, Union, Concat, Repeat) + write_count(low, high)


def _grouped(node: Expression, *looser: type) -> str:
    return f"({write(node)})" if isinstance(node, looser) else write(node)


def write_count(low: int, high: int | None) -> str:
    """The suffix of a repeat: `*`, `+`, `?`, `{3}`, `{2,}` or `{2,5}`."""
    match low, high:
        case 0, None:
            return "*"
        case 1, None:
            return "+"
        case 0, 1:
            return "?"
        case _, None:
            return f"{{{low},}}"
        case _:
            return f"{{{low}}}" if low == high else f"{{{low},{high}}}"


@lru_cache(maxsize=4096)  # expressions of a search have few sets, and are ordered by notation
def write_set(set: CharSet) -> str:
    """A set of characters as a literal, `.`, or a class in brackets."""
    if set == ANY_BUT_NEWLINE:
        return "."
    if set == EVERYTHING:
        return r"[\s\S]"
    if len(set) == 1:
        return _escape(set.first(), _META)
    outside = ~set
    if len(outside.ranges) < len(set.ranges) and set.ranges[-1][1] == EVERYTHING.ranges[-1][1]:
        return f"[^{_ranges(outside)}]"
    return f"[{_ranges(set)}]"


def _ranges(set: CharSet) -> str:
    # letters and digits in the customary order: A-Z a-z 0-9 and the rest behind
    def customary(pair: tuple[int, int]) -> tuple[int, int]:
        first = chr(pair[0])
        rank = 0 if "A" <= first <= "Z" else 1 if "a" <= first <= "z" else 2 if "0" <= first <= "9" else 3
        return rank, pair[0]

    pieces = []
    for low, high in sorted(_within_kinds(set), key=customary):
        ends = _escape(chr(low), _CLASS_META), _escape(chr(high), _CLASS_META)
        pieces.append(ends[0] if low == high else "".join(ends) if high == low + 1 else "-".join(ends))
    return "".join(pieces)


def _within_kinds(set: CharSet) -> list[tuple[int, int]]:
    # 0-: -> 0-9 and :, since nobody reads a range from a digit to a sign
    if len(set) > _MAX_SPLIT:
        return list(set.ranges)
    kinds = (DIGITS, UPPER, LOWER)
    rest = set - ALPHANUMERIC
    return [pair for part in (*(set & kind for kind in kinds), rest) for pair in part.ranges]


def _escape(character: str, meta: frozenset[str]) -> str:
    if character in _NAMED_ESCAPES:
        return _NAMED_ESCAPES[character]
    if character in meta:
        return "\\" + character
    if character == " " or character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


# ------------------------------------------------------------------------------------------------- reading

_GRAMMAR = r"""
start: union
union: concat ("|" concat)*
concat: repeat*
repeat: atom COUNT?
?atom: OPEN union ")" -> group
     | CLASS          -> character_class
     | ESCAPE         -> escape
     | "."            -> any
     | CHARACTER      -> character

OPEN: /\((\?:|\?P<\w+>)?/
COUNT.2: /([*+?]|\{\d+(,\d*)?\}|\{,\d*\})\??/
CLASS: /\[\^?\]?([^\]\\]|\\.)*\]/s
ESCAPE: /\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)/s
CHARACTER: /[^\\.^$*+?\[|()]/s
"""

_READABLE = {
    "CHARACTER": "a character",
    "CLASS": "a class '[…]'",
    "ESCAPE": "an escape",
    "COUNT": "a repeat",
    "OPEN": "'('",
    "RPAR": "')'",
    "VBAR": "'|'",
    "DOT": "'.'",
    "$END": "the end",
}
_OUTSIDE_THE_DSL = {
    "(?": "look-around, flags and back-references are not regular, or not part of the DSL",
    "^": "patterns always match the whole string: anchors are not needed; write \\^ for the character",
    "$": "patterns always match the whole string: anchors are not needed; write \\$ for the character",
}


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(_GRAMMAR, parser="lalr", propagate_positions=True)


def parse(text: str) -> Expression:
    """Read a pattern. Anchors around the whole pattern (`^…$`) are dropped, since patterns always match in full.

    Raises PatternError, with a caret, on what is not a pattern or lies outside regular languages.
    """
    from lark.exceptions import UnexpectedInput

    body, offset = _without_anchors(text)
    try:
        tree = _parser().parse(body)
    except UnexpectedInput as error:
        _fail(text, body, offset, error)
    return _Reader(text, offset).read(tree)


def _without_anchors(text: str) -> tuple[str, int]:
    offset = 1 if text.startswith("^") else 0
    escaped = re.search(r"(?<!\\)(\\\\)*\$\Z", text) is None
    body = text[offset:] if escaped else text[offset:-1]
    if (offset or not escaped) and _has_bare_alternative(body):
        return text, 0  # ^a|b$ anchors each side on its own: let the parser point at it
    return body, offset


def _has_bare_alternative(text: str) -> bool:
    depth = 0
    for token in re.findall(r"\\.|\[\^?\]?(?:[^\]\\]|\\.)*\]|.", text, re.DOTALL):
        depth += (token == "(") - (token == ")")
        if token == "|" and depth == 0:
            return True
    return False


def _fail(text: str, body: str, offset: int, error: Exception) -> NoReturn:
    position = getattr(error, "pos_in_stream", None)
    position = len(body) if position is None or position < 0 else position
    at_end = getattr(getattr(error, "token", None), "type", "") == "$END"
    position = len(body) if at_end else position
    rest = body[position:]
    names = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
    expected = ", ".join(sorted({_READABLE.get(name, name) for name in names}))
    hint = next((why for start, why in _OUTSIDE_THE_DSL.items() if rest.startswith(start)), "")
    if rest.startswith("?") and body[position - 1 : position] == "(":
        hint = _OUTSIDE_THE_DSL["(?"]
    elif rest.startswith("["):
        hint, expected = "the class is not closed; write \\[ for the character", "']' later"
    elif rest[:1] in ("*", "+", "?"):
        hint = f"nothing to repeat; write \\{rest[0]} for the character"
    elif rest.startswith(")"):
        hint = "this parenthesis was never opened; write \\) for the character"
    elif not rest:
        hint = "the pattern ends too early"
    raise PatternError("the pattern does not parse", text, offset + position, expected=expected, hint=hint) from None


class _Reader:
    """Turns Lark's tree into an expression; knows where in the text it is, for carets."""

    def __init__(self, text: str, offset: int) -> None:
        self.text = text
        self.offset = offset
        self.depth = 0

    def read(self, tree: Tree[Token]) -> Expression:
        parts = tree.children
        match tree.data:
            case "start":
                return self.read(parts[0])  # type: ignore[arg-type]
            case "group":
                return self.group(*parts)  # type: ignore[arg-type]
            case "union":
                return union(*map(self.read, parts))  # type: ignore[arg-type]
            case "concat":
                return concat(*map(self.read, parts))  # type: ignore[arg-type]
            case "repeat":
                body = self.read(parts[0])  # type: ignore[arg-type]
                return body if len(parts) == 1 or parts[1] is None else self.count(body, parts[1])  # type: ignore[arg-type]
            case "any":
                return Chars(ANY_BUT_NEWLINE)
            case "character_class":
                return chars(self.character_class(parts[0]))  # type: ignore[arg-type]
            case "escape":
                return Chars(self.escape(str(parts[0]), parts[0].start_pos or 0))  # type: ignore[union-attr]
            case _:
                return Chars(CharSet.of(str(parts[0])))

    def group(self, opening: Token, inner: Tree[Token]) -> Expression:
        self.depth += 1
        if self.depth > MAX_DEPTH:  # everything that walks an expression calls itself
            self.fail(f"groups nested over {MAX_DEPTH} deep", opening.start_pos or 0, "fewer parentheses")
        expression = self.read(inner)
        self.depth -= 1
        return expression

    def count(self, body: Expression, token: Token) -> Expression:
        text = str(token)
        text = text[:-1] if len(text) > 1 and text.endswith("?") else text  # lazy and greedy: one language
        simple = {"*": (0, None), "+": (1, None), "?": (0, 1)}
        if text in simple:
            low, high = simple[text]
            return repeat(body, low, high)
        first, comma, second = text[1:-1].partition(",")
        low = int(first or 0)
        high = (int(second) if second else None) if comma else low
        if high is not None and high < low:
            self.fail("a repeat needs its smaller count first", token.start_pos or 0, f"{{{high},{low}}}")
        return repeat(body, low, high)

    def escape(self, text: str, position: int) -> CharSet:
        kind = text[1]
        if kind in "xuU" and len(text) > 2:
            return CharSet.of(chr(int(text[2:], 16)))
        if kind in "dws":
            return shorthand(kind)
        if kind in "DWS":
            return ~shorthand(kind.lower())
        if kind in _CONTROL:
            return CharSet.of(_CONTROL[kind])
        if kind.isascii() and kind.isalnum():
            self.fail("this escape has no meaning here", position, "an escape such as \\d, \\n or \\.")
        return CharSet.of(kind)

    def character_class(self, token: Token) -> CharSet:
        text, start = str(token), token.start_pos or 0
        negated = text.startswith("[^")
        position, end = 1 + negated, len(text) - 1
        result = CharSet()
        while position < end:
            low, position = self.class_item(text, position, start)
            if text[position : position + 1] == "-" and position + 1 < end:
                high, after = self.class_item(text, position + 1, start)
                if len(low) != 1 or len(high) != 1 or high.first() < low.first():
                    self.fail("not a range", start + position, "a range such as a-z, smaller end first")
                result |= CharSet.between(low.first(), high.first())
                position = after
            else:
                result |= low
        return ~result if negated else result

    def class_item(self, text: str, position: int, start: int) -> tuple[CharSet, int]:
        if text[position] != "\\":
            return CharSet.of(text[position]), position + 1
        match = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL).match(text, position)
        if match is None:
            self.fail("an unfinished escape", start + position, "a character behind the backslash")
        if match[0] == r"\b":
            return CharSet.of("\b"), match.end()
        return self.escape(match[0], start + position), match.end()

    def fail(self, message: str, position: int, expected: str) -> NoReturn:
        raise PatternError(message, self.text, self.offset + position, expected=expected)
