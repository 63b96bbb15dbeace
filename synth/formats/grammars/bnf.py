"""The notation that GBNF of llama.cpp and EBNF of xgrammar share: `name ::= "text" [a-z]+ ( other | "" )`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Final

from dsl.automata.sampling import SURROGATES
from dsl.charset import EVERYTHING, MAX_CODE_POINT, CharSet
from dsl.errors import ExportError
from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Ref, Repeat, Union
from dsl.expressions.notation import write_count, write_ranges
from dsl.grammar import Grammar
from dsl.grammars.top_down import top_down
from dsl.visibility import ESCAPES, is_visible, shown
from synth.formats.format import Accepts, GrammarFormat
from synth.formats.grammars.bnf_reader import read_bnf
from synth.formats.grammars.inlining import inlined
from synth.formats.grammars.rule_names import names_of

_IN_STRINGS: Final = frozenset('"\\')
_IN_CLASSES: Final = frozenset("\\][")
_BY_PLACE: Final = CharSet.of("^-")
_END: Final = 256  # the token that ends a text for xgrammar, behind those of the bytes
MOST: Final = 1_000  # in a count: they are written out by the parsers


class GBNF(GrammarFormat):
    """A grammar for `llama-cli --grammar-file`, which reads from the top down."""

    name = "gbnf"
    title = "llama.cpp"

    def write_rules(self, rules: Mapping[str, Expression], **options: str) -> str:
        """The rules as llama.cpp can follow them. Raises ExportError and LimitError."""
        return _write_rules(top_down(rules))

    def read(self, text: str) -> Grammar:
        """A grammar with `root` where it starts."""
        return read_bnf(text)


class EBNF(GBNF):
    """A grammar for xgrammar, vLLM, SGLang and others. References under repeats cost much: flat rules are inlined."""

    name = "ebnf"
    title = "xgrammar"

    def write_rules(self, rules: Mapping[str, Expression], **options: str) -> str:
        """The rules, with those put in place that use no others. Raises ExportError and LimitError."""
        return _write_rules(inlined(top_down(rules)))

    def target(self, text: str, **options: str) -> Accepts:
        """A matcher over the bytes as tokens."""
        from xgrammar import GrammarCompiler, GrammarMatcher, TokenizerInfo, VocabType

        tokens: list[str | bytes] = [bytes([byte]) for byte in range(256)]
        info = TokenizerInfo([*tokens, b"</s>"], vocab_type=VocabType.RAW, stop_token_ids=[_END])
        try:
            compiled = GrammarCompiler(info, cache_enabled=False).compile_grammar(text, root_rule_name="root")
        except RuntimeError as error:
            raise ExportError(f"{self.title} refuses the grammar: {error}", hint="write it with other rules") from None

        def accepts(string: str) -> bool:
            matcher = GrammarMatcher(compiled)
            return all(map(matcher.accept_token, string.encode())) and bool(matcher.accept_token(_END))

        return accepts


def _write_rules(rules: Mapping[str, Expression]) -> str:
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
    if letter in ESCAPES:
        return ESCAPES[letter]
    if is_visible(letter):
        return letter
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
