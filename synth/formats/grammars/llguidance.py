"""The Lark dialect of llguidance: a terminal for each character, or longer ones where its greedy lexer provably agrees.

It takes the longest match and never goes back: of `/[0-9]/+ /[0-9]/` as two terminals it rejects everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsl.charset import CharSet
from dsl.errors import ExportError
from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Ref, Repeat, Union
from dsl.expressions.notation import write_count
from dsl.grammar import Grammar
from dsl.language import START
from dsl.visibility import ESCAPES, is_visible
from synth.formats.format import Accepts, GrammarFormat
from synth.formats.grammars.rule_names import names_of
from synth.formats.grammars.terminals import terminals_of
from synth.formats.patterns.dialects import Dialect, class_writer
from synth.formats.patterns.re2 import ESCAPED

_LEXERS: Final = ("characters", "terminals")
_ESCAPES: Final = ESCAPES | {'"': '\\"', "\\": "\\\\"}


class LLGuidance(GrammarFormat):
    """A grammar for `LLMatcher.grammar_from_lark`."""

    name = "llguidance"
    title = "llguidance"
    options: Mapping[str, tuple[str, ...]] = {"lexer": _LEXERS}  # type: ignore[misc]

    def write_rules(self, rules: Mapping[str, Expression], *, lexer: str = _LEXERS[0], **options: str) -> str:
        """The rules. Raises ExportError when a greedy lexer would not agree with lexer="terminals"."""
        if lexer == "characters":
            return _write_rules(rules)
        found = terminals_of(rules, in_bytes=True)
        lines = [f"{name}: /{_regex(body)}/" for name, body in found.terminals.items()]
        return "\n".join([_write_rules(found.rules, found.terminals), *lines])

    def target(self, text: str, **options: str) -> Accepts:
        """A matcher over the bytes as tokens; its errors have to be asked for."""
        from llguidance import LLMatcher, LLTokenizer

        matcher = LLMatcher(LLTokenizer("byte"), LLMatcher.grammar_from_lark(text))
        if matcher.is_error():
            why = matcher.get_error().partition("\n")[0]
            raise ExportError(f"{self.title} refuses the grammar: {why}", hint="write it with other rules")

        def accepts(string: str) -> bool:
            matcher.reset()
            tokens = list(string.encode())
            accepted = matcher.try_consume_tokens(tokens) == len(tokens) and bool(matcher.is_accepting())
            if matcher.is_error():  # of its own limits
                why = matcher.get_error().partition("\n")[0]
                raise ExportError(f"{self.title} gives up on {string!r}: {why}", hint="use smaller counts")
            return accepted

        return accepts

    def read(self, text: str) -> Grammar:
        """A grammar of which each rule is written out, with %ignore and terminals."""
        return Grammar.parse(text)


def _write_rules(rules: Mapping[str, Expression], terminals: Mapping[str, Expression] | None = None) -> str:
    names = names_of(rules, START, "_") | {name: name for name in terminals or {}}
    return "\n".join(f"{names[name]}: {_write(body, names)}" for name, body in rules.items())


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
            return " ".join(_grouped(part, names, Union) for part in parts)
        case Repeat(body, low, high):
            return _repeated(_grouped(body, names, Concat, Union, Repeat), low, high)
        case _:
            raise ValueError(f"not in a grammar: {node!r}")


def _grouped(node: Expression, names: Mapping[str, str], *looser: type) -> str:
    return f"({_write(node, names)})" if isinstance(node, looser) else _write(node, names)


def _repeated(single: str, low: int, high: int | None) -> str:
    count = write_count(low, high)
    if len(count) == 1:  # * + ?
        return single + count
    return f"({single}~{low} {single}*)" if high is None else f"{single}~{low}..{high}"


def _write_set(charset: CharSet) -> str:
    if len(charset) == 1 and (is_visible(charset.first()) or charset.first() in _ESCAPES):
        return f'"{_ESCAPES.get(charset.first(), charset.first())}"'
    return f"/{_regex(Chars(charset))}/"


def _regex(node: Expression) -> str:
    return _DIALECT.write(node).replace("/", "\\/")


def _code(number: int) -> str:
    # of the ways in which Rust writes characters those that Python has too
    return f"\\x{number:02x}" if number < 0x80 else f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


_DIALECT: Final = Dialect(class_writer(ESCAPED, _code))
