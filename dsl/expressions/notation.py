r"""The notation of expressions: the part of Python's `re` syntax that describes regular languages.

`write` prints an expression, `parse` reads one back; `parse(write(node)) == node`. What is printed means the same to
`re.fullmatch`. Groups are plain, `\d \w \s` are read as Python reads them and printed as explicit ranges.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final, NoReturn

from dsl.charset import ALPHANUMERIC, ANY_BUT_NEWLINE, EVERYTHING, KINDS, MAX_CODE_POINT, CharSet, shorthand
from dsl.errors import PatternError
from dsl.expressions.expression import (
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
from dsl.visibility import ESCAPES, code, is_visible, shown

MAX_DEPTH: Final = 100
MAX_COUNT: Final = 4_294_967_294  # of `re`
_MAX_SPLIT = 80  # larger sets keep ranges such as !-~ whole
_FEW_SIGNS: Final = 4  # are written one by one
_SIGNS: Final = range(0x20, 0x7F)
METACHARACTERS: Final = frozenset("\\.^$*+?{}[]|()")
_CLASS_META = frozenset("\\]^-[")
_NAMED_ESCAPES = ESCAPES | {"\f": r"\f", "\v": r"\v"}
_CONTROL = {escape[1]: character for character, escape in _NAMED_ESCAPES.items()} | {"a": "\a"}


# ------------------------------------------------------------------------------------------------ printing


def write(node: Expression) -> str:
    """The notation of `node`: a pattern for `re.fullmatch`."""
    match node:
        case Empty():
            return r"[^\s\S]"
        case Epsilon():
            return "()"
        case Chars(charset):
            return write_set(charset)
        case Ref(name):
            return name
        case Concat(parts):
            written = [_grouped(part, Union) for part in parts]
            return "".join(with_marks(parts, written))
        case Union(parts):
            return "|".join(map(write, parts))
        case Repeat(body, low, high):
            return _grouped(body, Union, Concat, Repeat) + write_count(low, high)


def _grouped(node: Expression, *looser: type) -> str:
    return f"({write(node)})" if isinstance(node, looser) else write(node)


def with_marks(parts: tuple[Expression, ...], written: list[str]) -> Iterable[str]:
    """The parts of a sequence as they are written, but marks that stand behind their letters by themselves."""
    joined = "".join(written)
    return _with_marks(parts, written) if r"\u" in joined or r"\U" in joined or r"\x{" in joined else written


def _with_marks(parts: tuple[Expression, ...], written: list[str]) -> Iterator[str]:
    letters = [part.set.first() if isinstance(part, Chars) and len(part.set) == 1 else " " for part in parts]
    for (letter, shows), piece in zip(shown("".join(letters)), written, strict=True):
        yield letter if shows and not is_visible(letter) else piece


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
def write_set(charset: CharSet) -> str:
    """A set of characters as a literal, `.`, or a class in brackets."""
    if charset == ANY_BUT_NEWLINE:
        return "."
    if charset == EVERYTHING:
        return r"[\s\S]"
    if len(charset) == 1:
        return _escape(charset.first(), METACHARACTERS)
    outside = ~charset
    if len(outside.ranges) < len(charset.ranges) and charset.ranges[-1][1] == EVERYTHING.ranges[-1][1]:
        return f"[^{_ranges(outside)}]"
    return f"[{_ranges(charset)}]"


def _ranges(charset: CharSet) -> str:
    # letters and digits in the customary order: A-Z a-z 0-9 and the rest behind
    def customary(pair: tuple[int, int]) -> tuple[int, int]:
        first = chr(pair[0])
        rank = 0 if "A" <= first <= "Z" else 1 if "a" <= first <= "z" else 2 if "0" <= first <= "9" else 3
        return rank, pair[0]

    pairs = sorted(_within_kinds(charset), key=customary)
    return write_ranges(pairs, lambda number: _escape(chr(number), _CLASS_META))


def write_ranges(pairs: Iterable[tuple[int, int]], character: Callable[[int], str]) -> str:
    """The inside of a class, as in `a-cx`, from the first and last code points of its ranges."""
    pieces = []
    for low, high in pairs:
        ends = character(low), character(high)
        pieces.append(ends[0] if low == high else "".join(ends) if high == low + 1 else "-".join(ends))
    return "".join(pieces)


def _within_kinds(charset: CharSet) -> list[tuple[int, int]]:
    # 0-: -> 0-9 and :, and \--/ -> \-./, since nobody reads a range from or to a sign
    if len(charset) > _MAX_SPLIT:
        return list(charset.ranges)
    pairs = [pair for kind in KINDS for pair in (charset & kind).ranges]
    for low, high in (charset - ALPHANUMERIC).ranges:
        are_few_signs = low in _SIGNS and high in _SIGNS and high - low < _FEW_SIGNS
        pairs += [(sign, sign) for sign in range(low, high + 1)] if are_few_signs else [(low, high)]
    return pairs


def _escape(character: str, meta: frozenset[str]) -> str:
    if character in _NAMED_ESCAPES:
        return _NAMED_ESCAPES[character]
    if character in meta:
        return "\\" + character
    return character if is_visible(character) else code(character)


# ------------------------------------------------------------------------------------------------- reading

_OPENING = re.compile(r"\((?:\?:|\?P<([^>]*)>|(?!\?))")
_COUNT = re.compile(r"[*+?]|\{(?:([0-9]*)(,)([0-9]*)|([0-9]+))\}")
_SHORT_COUNTS = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_CODE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))")
_NAME = re.compile(r"\\N\{([^}]+)\}")
_OCTAL = re.compile(r"\\(0[0-7]{0,2}|[1-7][0-7]{2})")
_OCTAL_IN_CLASS = re.compile(r"\\([0-7]{1,3})")
_DIGITS: Final = 10  # of the greatest count
_LAST_OCTAL: Final = 0o377
_NOT_REGULAR = "look-around, flags and back-references are not regular, or not part of the DSL"
_NO_ANCHORS = "patterns always match the whole string: anchors are not needed"


def parse(text: str) -> Expression:
    """Read a pattern; anchors around it are dropped. Raises PatternError on what `re` refuses or is not regular."""
    return _Reader(text).read()


class _Group:
    """What was read of a group that is still open: its alternatives, and the items of the one that it is at."""

    __slots__ = ("alternatives", "items")

    def __init__(self) -> None:
        self.alternatives: list[Expression] = []
        self.items: list[Expression] = []

    def end_alternative(self) -> None:
        self.alternatives.append(concat(*self.items))
        self.items = []


class _Reader:
    """Reads a pattern from left to right, as `re` does. The open groups are a list: nothing here calls itself."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.groups = [_Group()]
        self.names: set[str] = set()
        self.is_repeatable = self.is_repeated = False  # what stands before
        self.anchor: int | None = None

    def read(self) -> Expression:
        while self.position < len(self.text):
            self.token()
        if len(self.groups) > 1:
            self.refuse(len(self.text), "the pattern ends too early", "')'")
        whole = self.groups.pop()
        if whole.alternatives and self.anchor is not None:  # ^a|b$ anchors each side on its own
            self.refuse(self.anchor, _hint_on_anchor(self.text[self.anchor]))
        whole.end_alternative()
        return union(*whole.alternatives)

    def token(self) -> None:
        match self.text[self.position]:
            case "(":
                self.open()
            case ")":
                self.close()
            case "|":
                self.groups[-1].end_alternative()
                self.position += 1
                self.is_repeatable = self.is_repeated = False
            case "^" | "$":
                self.drop_anchor()
            case "*" | "+" | "?":
                self.count()
            case "{" if _COUNT.match(self.text, self.position):
                self.count()
            case "[":
                self.add(chars(self.character_class()))
            case "\\":
                self.add(Chars(self.escape()))
            case ".":
                self.position += 1
                self.add(Chars(ANY_BUT_NEWLINE))
            case character:
                self.position += 1
                self.add(_letter(character))

    def add(self, item: Expression) -> None:
        self.groups[-1].items.append(item)
        self.is_repeatable, self.is_repeated = True, False

    def open(self) -> None:
        found = _OPENING.match(self.text, self.position)
        if found is None:
            self.refuse(self.position + 1, _NOT_REGULAR)
        name = found[1]
        if name is not None and (not name.isidentifier() or name in self.names):
            self.fail("not the name of a group, or used before", self.position + 4, "a name such as year")
        if len(self.groups) > MAX_DEPTH:  # everything that walks an expression calls itself
            self.fail(f"groups nested over {MAX_DEPTH} deep", self.position, "fewer parentheses")
        if name is not None:
            self.names.add(name)
        self.groups.append(_Group())
        self.position = found.end()
        self.is_repeatable = self.is_repeated = False

    def close(self) -> None:
        if len(self.groups) == 1:
            self.refuse(self.position, "this parenthesis was never opened; write \\) for the character")
        group = self.groups.pop()
        group.end_alternative()
        self.position += 1
        self.add(union(*group.alternatives))

    def drop_anchor(self) -> None:
        sign = self.text[self.position]
        if (sign, self.position) != ("^", 0) and (
            sign == "^" or self.position + 1 < len(self.text) or len(self.groups) > 1
        ):
            self.refuse(self.position, _hint_on_anchor(sign))
        if self.anchor is None:
            self.anchor = self.position
        self.position += 1
        self.is_repeatable = False

    def count(self) -> None:
        found = _COUNT.match(self.text, self.position)
        if found is None:
            raise AssertionError("called at a count")
        if not self.is_repeatable:
            self.refuse(self.position, f"nothing to repeat; write \\{found[0][0]} for the character", "a character")
        if self.is_repeated:
            self.refuse(self.position, "a repeat of a repeat: put the first into parentheses", "no second repeat")
        low, high = self.counts(found)
        group = self.groups[-1]
        group.items[-1] = repeat(group.items[-1], low, high)
        self.position = found.end()
        if self.text.startswith("+", self.position):
            self.refuse(self.position, "possessive repeats are not part of the DSL", "no +")
        self.position += self.text.startswith("?", self.position)  # lazy and greedy: one language
        self.is_repeated = True

    def counts(self, found: re.Match[str]) -> tuple[int, int | None]:
        if found[0] in _SHORT_COUNTS:
            return _SHORT_COUNTS[found[0]]
        first, comma, second, only = found.groups()
        for digits in (first, second, only):  # as long ones are not even numbers to Python
            if digits and (len(digits) > _DIGITS or int(digits) > MAX_COUNT):
                self.fail(f"a count of more than {MAX_COUNT:,}", self.position, "a smaller count, * or +")
        if not comma:
            return int(only), int(only)
        low, high = int(first or 0), int(second) if second else None
        if high is not None and high < low:
            self.fail("a repeat needs its smaller count first", self.position, f"{{{high},{low}}}")
        return low, high

    def escape(self, *, in_class: bool = False) -> CharSet:
        start, kind = self.position, self.text[self.position + 1 : self.position + 2]
        code = self.code(in_class=in_class)
        if code is not None:
            return CharSet([(code, code)])
        self.position += 2
        if not kind:
            self.refuse(len(self.text), "the pattern ends too early", "a character behind the backslash")
        if kind in "dws":
            return shorthand(kind)
        if kind in "DWS":
            return ~shorthand(kind.lower())
        if kind in _CONTROL:
            return CharSet.of(_CONTROL[kind])
        if kind == "b" and in_class:
            return CharSet.of("\b")
        if kind.isascii() and kind.isalnum():
            hint = _NOT_REGULAR if kind.isdigit() and not in_class else _NO_ANCHORS if kind in "AbBZ" else ""
            self.fail("this escape has no meaning here", start, "an escape such as \\d, \\n or \\.", hint)
        return CharSet.of(kind)

    def code(self, *, in_class: bool) -> int | None:
        r"""The code point of an escape that names one: `\x41`, `\u00e9`, `\101`, `\N{BULLET}`."""
        start = self.position
        if found := _CODE.match(self.text, start):
            code = int(found[found.lastindex or 0], 16)
        elif found := (_OCTAL_IN_CLASS if in_class else _OCTAL).match(self.text, start):
            code = int(found[1], 8)
            if code > _LAST_OCTAL:
                self.fail("no such character", start, "an octal escape up to \\377")
        elif found := _NAME.match(self.text, start):
            code = self.named(found[1])
        else:
            return None
        if code > MAX_CODE_POINT:
            self.fail("no such character", start, "an escape up to \\U0010ffff")
        self.position = found.end()
        return code

    def named(self, name: str) -> int:
        try:
            return ord(unicodedata.lookup(name))
        except (KeyError, TypeError, ValueError):  # a name of none, of several characters together, with a surrogate
            self.fail("no character has this name", self.position + 3, "a name such as BULLET")

    def character_class(self) -> CharSet:
        opening = self.position
        negated = self.text.startswith("[^", opening)
        self.position += 1 + negated
        ranges = [*self.class_range(opening)]  # a bracket that stands first is a character
        while not self.text.startswith("]", self.position):
            ranges += self.class_range(opening)
        self.position += 1
        found = CharSet(ranges)
        return ~found if negated else found

    def class_range(self, opening: int) -> tuple[tuple[int, int], ...]:
        """A character, a set such as `\\d`, or a range of a class that began at `opening`."""
        low = self.class_item(opening)
        dash = self.position
        if not self.text.startswith("-", dash) or self.text.startswith("]", dash + 1):
            return low.ranges
        self.position += 1
        high = self.class_item(opening)
        if len(low) != 1 or len(high) != 1 or high.first() < low.first():
            self.fail("not a range", dash, "a range such as a-z, smaller end first")
        return ((ord(low.first()), ord(high.first())),)

    def class_item(self, opening: int) -> CharSet:
        character = self.text[self.position : self.position + 1]
        if not character:
            self.refuse(opening, "the class is not closed; write \\[ for the character", "']' later")
        if character == "\\":
            return self.escape(in_class=True)
        self.position += 1
        return CharSet.of(character)

    def refuse(self, position: int, hint: str, expected: str = "") -> NoReturn:
        self.fail("the pattern does not parse", position, expected, hint)

    def fail(self, message: str, position: int, expected: str, hint: str = "") -> NoReturn:
        raise PatternError(message, self.text, position, expected=expected, hint=hint)


@lru_cache(maxsize=1024)
def _letter(character: str) -> Chars:
    return Chars(CharSet.of(character))


def _hint_on_anchor(sign: str) -> str:
    return f"{_NO_ANCHORS}; write \\{sign} for the character"
