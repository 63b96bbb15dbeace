"""POSIX extended regular expressions: `grep -E`, `regcomp`, and what else has no `\\d` and no `(?:`."""

from __future__ import annotations

import ctypes
from typing import Final

from dsl.automata.sampling import SURROGATES
from dsl.charset import ASCII, MAX_CODE_POINT, CharSet
from dsl.errors import ExportError
from dsl.expressions.expression import Chars, Empty, Expression, walk
from dsl.expressions.notation import METACHARACTERS, write_ranges
from dsl.regex import Regex
from synth.formats.format import Accepts, PatternFormat
from synth.formats.patterns.dialect_reader import Syntax, read_dialect
from synth.formats.patterns.dialects import Dialect

_SPECIAL: Final = CharSet.of("]^-[\\")  # in brackets by their place alone: nothing can be escaped there
_NUL: Final = CharSet.of("\0")
_AROUND_NEWLINE: Final = CharSet.of("\t\n\v")  # a range with its ends
_MOST_LISTED: Final = 400
_SYNTAX: Final = Syntax(escapes=False, lazy=False, open_counts=True, places="<>`'", operations=("[.", "[="))
_EXTENDED: Final = 1
_ALL_CATEGORIES: Final = 0x1FBF
_ROOM: Final = 1024  # bytes, many times a regex_t


class Posix(PatternFormat):
    """A pattern anchored by itself. Ranges beyond ASCII mean nothing in POSIX, and NUL ends a string in C."""

    name = "ere"
    title = "POSIX"
    unknown = CharSet.of("\0")

    def write_expression(self, expression: Expression) -> str:
        """The pattern between `^` and `$`. Raises ExportError on what only other dialects can say."""
        if isinstance(expression, Empty):
            raise ExportError("POSIX has no pattern that never matches", hint="give a language that has strings")
        for node in walk(expression):
            if isinstance(node, Chars) and "\0" in node.set and node.set.ranges[-1][1] != MAX_CODE_POINT:
                hint = "leave NUL out of the class, or use another format"
                raise ExportError(f"POSIX has no text with NUL in it, as {node} would match", hint=hint)
        return f"^({Dialect(_write_set, group='(', most=255).write(expression)})$"

    def target(self, text: str, **options: str) -> Accepts:
        """`regcomp` and `regexec` of the C library. Raises ImportError where they are not those of Linux."""
        return _Compiled(text).accepts

    def read(self, text: str) -> Regex:
        """A pattern; what is not anchored may stand anywhere in a text."""
        return read_dialect(text, _SYNTAX)


class _Compiled:
    def __init__(self, text: str) -> None:
        library = ctypes.CDLL(None)
        if not hasattr(library, "gnu_get_libc_version"):
            raise ImportError("no C library whose regcomp is known")
        library.newlocale.restype = library.uselocale.restype = ctypes.c_void_p
        library.newlocale.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p]
        library.uselocale.argtypes = [ctypes.c_void_p]
        self.locale = library.newlocale(_ALL_CATEGORIES, b"C.UTF-8", None)
        self.library, self.memory = library, ctypes.create_string_buffer(_ROOM)
        previous = library.uselocale(self.locale)  # of this thread alone
        failed = library.regcomp(self.memory, text.encode(), _EXTENDED)
        library.uselocale(previous)
        if failed:
            raise ExportError("POSIX refuses the pattern: it is too large", hint="use smaller counts")

    def accepts(self, string: str) -> bool:
        if "\0" in string:
            return False
        previous = self.library.uselocale(self.locale)
        found: bool = self.library.regexec(self.memory, string.encode(), 0, None, 0) == 0
        self.library.uselocale(previous)
        return found

    def __del__(self) -> None:
        if hasattr(self, "memory"):
            self.library.regfree(self.memory)


def _write_set(charset: CharSet) -> str:
    readable = charset - SURROGATES - _NUL
    if not readable:
        hint = "leave it out, or use another format"
        raise ExportError(f"POSIX has no text with half a surrogate pair, as {Chars(charset)} would match", hint=hint)
    if len(readable) == 1:
        letter = readable.first()
        return "\\" + letter if letter in METACHARACTERS else letter
    if charset.ranges[-1][1] == MAX_CODE_POINT:
        return _all_but(~(charset | SURROGATES | _NUL))
    return f"[{_listed(readable)}]"


def _all_but(outside: CharSet) -> str:
    # . -> ([^\t-\v]|[\t\v]) with the characters themselves: at a newline grep would end the pattern
    if outside and "\n" not in outside:
        return f"[^{_listed(outside)}]"
    spared = _AROUND_NEWLINE - outside
    others = f"[^{_listed(outside | _AROUND_NEWLINE)}]"
    return f"({others}|[{_listed(spared)}])" if spared else others


def _listed(charset: CharSet) -> str:
    """The characters between brackets: `]` first, `-` first or last, `^` not first, no `[:` that could open a class."""
    if len(charset - ASCII) > _MOST_LISTED:
        hint = "ranges beyond ASCII have no meaning there; use another format"
        raise ExportError(f"POSIX has no brackets for {len(charset - ASCII):,} characters", hint=hint)
    plain = write_ranges((charset & ASCII - _SPECIAL).ranges, chr) + "".join(charset - ASCII)
    order = "]\\[^-" if "]" in charset else "-\\[^"  # ]-a would be a range
    special = "".join(letter for letter in order if letter in charset)
    first = special[:1] if special[:1] in ("]", "-") else ""
    return first + plain + special.removeprefix(first)
