"""The notation that GBNF and the EBNF of xgrammar share: `name ::= "text" [a-z]+ ( other | "" )`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Final

from dsl.automata.sampling import SURROGATES
from dsl.charset import EVERYTHING, MAX_CODE_POINT, CharSet
from dsl.errors import ExportError
from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Ref, Repeat, Union
from dsl.expressions.notation import write_count, write_ranges
from dsl.visibility import is_visible, shown
from synth.formats.grammars.rule_names import names_of

_NAMED: Final = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
_IN_STRINGS: Final = frozenset('"\\')
_IN_CLASSES: Final = frozenset("\\][")
_BY_PLACE: Final = CharSet.of("^-")
MOST: Final = 1_000  # in a count: they are written out by the parsers


def write_rules(rules: Mapping[str, Expression]) -> str:
    """The rules, one a line, `root` first. Raises ExportError on counts that the parsers do not take."""
    names = names_of(rules, "root", "-")
    return "\n".join(f"{names[name]} ::= {_write(body, names)}" for name, body in rules.items())


def _write(node: Expression, names: Mapping[str, str]) -> str:
    match node:
        case Epsilon():
            return '""'
        case Ref(name):
            return names[name]
        case Chars(charset):
            return _write_set(charset)
        case Union(parts):
            return " | ".join(_write(part, names) for part in parts)
        case Concat(parts):
            return " ".join(_write_sequence(parts, names))
        case Repeat(Concat() | Union() | Repeat() as body, low, high):
            return f"({_write(body, names)})" + _count(low, high)
        case Repeat(body, low, high):
            return _write(body, names) + _count(low, high)
        case _:
            raise ValueError(f"not in a grammar: {node!r}")


def _write_sequence(parts: tuple[Expression, ...], names: Mapping[str, str]) -> list[str]:
    # characters in a row make one string
    written = []
    for is_letter, run in groupby(parts, key=lambda part: isinstance(part, Chars) and len(part.set) == 1):
        if is_letter:
            written.append(_quote("".join(part.set.first() for part in run if isinstance(part, Chars))))
        else:
            written += [f"({_write(part, names)})" if isinstance(part, Union) else _write(part, names) for part in run]
    return written


def _count(low: int, high: int | None) -> str:
    if max(low, high or 0) > MOST:
        raise ExportError(f"a count beyond {MOST:,}", hint="use * or + instead, or a format of patterns")
    return write_count(low, high)


def _write_set(charset: CharSet) -> str:
    readable = charset - SURROGATES or charset
    if len(readable) == 1:
        return _quote(readable.first())
    if readable | SURROGATES == EVERYTHING:
        return f"[{_character(0)}-{_character(MAX_CODE_POINT)}]"
    if readable.ranges[-1][1] == MAX_CODE_POINT:
        return f"[^{_ranges(~(readable | SURROGATES))}]"
    return f"[{_ranges(readable)}]"


def _ranges(charset: CharSet) -> str:
    # llama.cpp knows no escape for ^ and -: they are themselves by their place, at the end
    plain = write_ranges((charset - _BY_PLACE).ranges, lambda code: _character(code, _IN_CLASSES))
    return plain + "".join(letter for letter in ("^-" if plain else "-^") if letter in charset)


def _quote(text: str) -> str:
    pieces = (
        letter if shows and letter not in _IN_STRINGS else _character(ord(letter), _IN_STRINGS)
        for letter, shows in shown(text)
    )
    return f'"{"".join(pieces)}"'


def _character(code: int, signs: frozenset[str] = frozenset()) -> str:
    letter = chr(code)
    if letter in signs:
        return "\\" + letter
    if letter in _NAMED:
        return _NAMED[letter]
    if is_visible(letter):
        return letter
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
