"""Expressions as patterns of any dialect of regular expressions; what dialects differ in is a `Dialect`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsl.automata.sampling import SURROGATES
from dsl.charset import EVERYTHING, MAX_CODE_POINT, CharSet
from dsl.errors import ExportError
from dsl.expressions.expression import Chars, Concat, Empty, Epsilon, Expression, Ref, Repeat, Union
from dsl.expressions.notation import METACHARACTERS, with_marks, write_count, write_ranges
from dsl.visibility import ESCAPES, is_visible

_MOST_PIECES = 1_000


@dataclass(frozen=True)
class Dialect:
    """How a dialect writes sets, groups and counts. `most` bounds the product of counts within each other."""

    write_set: Callable[[CharSet], str]
    group: str = "(?:"
    most: int | None = None

    def write(self, node: Expression) -> str:
        """The pattern; the empty string is nothing. Raises ExportError on immense counts, ValueError on ∅ and Ref."""
        match node:
            case Epsilon():
                return ""
            case Chars(charset):
                return self.write_set(charset)
            case Concat(parts):
                return "".join(with_marks(parts, [self._grouped(part, Union) for part in parts]))
            case Union(parts):
                return "|".join(map(self.write, parts))
            case Repeat(body, low, high):
                return self._repeat(body, low, high)
            case Empty() | Ref():
                raise ValueError(f"not a pattern: {node!r}")

    def _grouped(self, node: Expression, *looser: type) -> str:
        return f"{self.group}{self.write(node)})" if isinstance(node, looser) else self.write(node)

    def _repeat(self, body: Expression, low: int, high: int | None) -> str:
        single = self._grouped(body, Union, Concat, Repeat)
        step = max(self.most // _product(body), 1) if self.most else max(low, high or 0)
        if max(low, high or 0) <= step:
            return single + write_count(low, high)
        if max(low, high or 0) > _MOST_PIECES * step:
            hint = "use * or + instead of large counts, or another format"
            raise ExportError(f"a count of {max(low, high or 0):,} in pieces of at most {step:,}", hint=hint)
        # of at most 1000: x{1500,2500} -> x{1000}x{500}x{0,1000}
        pieces = [write_count(count, count) for count in _chunks(low, step)]
        if high is None:
            pieces.append("*")
        elif high > low:
            pieces.extend(write_count(0, count) for count in _chunks(high - low, step))
        return "".join(single + (piece if piece != "{1}" else "") for piece in pieces)


def _product(node: Expression) -> int:
    """The greatest product of counts within each other."""
    match node:
        case Concat(parts) | Union(parts):
            return max(map(_product, parts))
        case Repeat(body, low, high):
            return max(low, high or 0, 1) * _product(body)
        case _:
            return 1


def _chunks(count: int, step: int) -> list[int]:
    return [step] * (count // step) + ([count % step] if count % step else [])


# ----------------------------------------------------------------------------------------------- characters


def class_writer(escaped: str, code: Callable[[int], str]) -> Callable[[CharSet], str]:
    r"""Writes sets as literals and as classes in which `\` stands before the signs `escaped`; never as `.` or `\d`.

    `code` writes what is not visible. Lone surrogates, which no text in UTF-8 holds, are left out of classes.
    """
    signs = frozenset(escaped)

    def character(number: int, meta: frozenset[str]) -> str:
        letter = chr(number)
        if letter in ESCAPES:
            return ESCAPES[letter]
        if letter in meta:
            return "\\" + letter
        return letter if is_visible(letter) else code(number)

    def ranges(charset: CharSet) -> str:
        return write_ranges(charset.ranges, lambda number: character(number, signs))

    def write_set(charset: CharSet) -> str:
        readable = charset - SURROGATES or charset
        if len(readable) == 1:
            return character(ord(readable.first()), METACHARACTERS)
        if readable | SURROGATES == EVERYTHING:
            return f"[{code(0)}-{code(MAX_CODE_POINT)}]"
        outside = ~(readable | SURROGATES)
        if "\ud7ff" in outside and "\ue000" in outside:
            outside |= SURROGATES  # llguidance takes [^\ud7ff\ue000] for all, [^\ud7ff-\ue000] for what it says
        if readable.ranges[-1][1] == MAX_CODE_POINT:  # some tools list the characters of a range
            return f"[^{ranges(outside)}]"
        return f"[{ranges(readable)}]"

    return write_set


def hexadecimal(number: int) -> str:
    r"""A character as RE2, Rust and Hyperscan write it: \x{1F600}."""
    return f"\\x{number:02x}" if number < 0x80 else f"\\x{{{number:x}}}"
