"""The notation of grammars: the part of Lark's EBNF that describes context-free languages character by character.

`write_grammar` prints rules, `Grammar.parse` reads them back; `Grammar.parse(str(grammar)) == grammar`. What is printed
means the same to `lark.Lark(text, parser="earley", lexer="dynamic_complete")`. Read, but not printed: terminals in
capitals (they become rules), `%ignore` (it is written out), `[…]`, aliases, priorities, `!`, and `?` before a name.

    start: "if " test block | name "=" /[0-9a-f]/~1..4
    name: ("a".."z")+
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby

from dsl.charset import KINDS, CharSet
from dsl.expressions.expression import (
    EPSILON,
    Chars,
    Concat,
    Epsilon,
    Expression,
    Ref,
    Repeat,
    Union,
    star,
)
from dsl.expressions.notation import write, write_count, write_set
from dsl.visibility import ESCAPES, code, shown

_WIDTH = 100
_ESCAPES = ESCAPES | {"\f": r"\f"}
_HEAD = re.compile(r"^[ \t]*[?!]*start(\.\d+)?[ \t]*:", re.MULTILINE)


def is_grammar_text(text: str) -> bool:
    """Whether `text` is meant as a grammar, not as a regex: some line begins with `start:`."""
    return _HEAD.search(text) is not None


def write_grammar(rules: Mapping[str, Expression]) -> str:
    """The rules, one a line."""
    return "\n".join(write_rule(name, expression) for name, expression in rules.items())


def write_rule(name: str, expression: Expression) -> str:
    """One rule, its alternatives below each other when they are long together."""
    first, *others = map(_write, alternatives(expression))
    line = " | ".join([f"{name}: {first}".rstrip(), *others])
    return line if len(line) <= _WIDTH else "\n    | ".join([f"{name}: {first}".rstrip(), *others])


def alternatives(body: Expression) -> tuple[Expression, ...]:
    """The alternatives of a rule, as they print: `(a|b)?` on top of a rule is three."""
    match body:
        case Union(parts):
            return parts
        case Repeat(Union(parts), 0, 1):  # (a|b)? -> | a | b
            return (EPSILON, *parts)
        case Repeat(Concat() as body, 0, 1):
            return EPSILON, body
        case _:
            return (body,)


def _write(node: Expression) -> str:
    match node:
        case Epsilon():
            return ""
        case Chars(charset):
            return _write_set(charset)
        case Ref(name):
            return name
        case Concat(parts):
            return " ".join(_write_parts(parts))
        case Union(parts):
            return " | ".join(map(_write, parts))
        case Repeat(body, low, None) if low > 1:  # x{2,} -> x~2 x*
            single = _repeatable(body)
            return f"{single}~{low} {single}*"
        case Repeat(body, low, high):
            return _repeatable(body) + _write_count(low, high)
        case _:
            return f"/{write(node)}/"


def _write_parts(parts: tuple[Expression, ...]) -> Iterator[str]:
    # characters in a row make one string
    for is_letter, run in groupby(parts, key=_is_letter):
        found = list(run)
        if is_letter:
            yield _quote("".join(part.set.first() for part in found if isinstance(part, Chars)))
            continue
        for index, part in enumerate(found):
            text = _write(part)
            following = found[index + 1 : index + 2]
            # x~2 x* alone would be read as x{2,}
            is_split = isinstance(part, Repeat) and 1 < part.low == part.high and following == [star(part.body)]
            yield f"({text})" if is_split or isinstance(part, Union) else text


def _is_letter(node: Expression) -> bool:
    return isinstance(node, Chars) and len(node.set) == 1


def _repeatable(node: Expression) -> str:
    is_word = isinstance(node, Concat) and all(map(_is_letter, node.parts))
    loose = isinstance(node, Concat | Union | Repeat) and not is_word
    return f"({_write(node)})" if loose else _write(node)


def _write_count(low: int, high: int | None) -> str:
    suffix = write_count(low, high)
    if len(suffix) == 1:  # * + ?
        return suffix
    return f"~{low}" if low == high else f"~{low}..{high}"


def _write_set(charset: CharSet) -> str:
    if len(charset) == 1:
        return _quote(charset.first())
    low, high = map(chr, charset.ranges[0])
    if len(charset.ranges) == 1 and any(low in kind and high in kind for kind in KINDS):
        return f'"{low}".."{high}"'
    return "/" + write_set(charset).replace("/", r"\/") + "/"


def _quote(text: str) -> str:
    pieces = [letter if shows and letter not in '"\\' else _escape(letter) for letter, shows in shown(text)]
    return f'"{"".join(pieces)}"'


def _escape(character: str) -> str:
    return "\\" + character if character in '"\\' else _ESCAPES.get(character) or code(character)
