"""Lark: its Earley parser takes every grammar; its LALR parser, linear in time, those freed of conflicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from dsl.automata.sampling import SURROGATES
from dsl.charset import EVERYTHING, CharSet
from dsl.errors import ExportError, LimitError
from dsl.expressions.expression import Expression
from dsl.grammar import Grammar
from dsl.grammars.notation import write_grammar
from dsl.grammars.regularity import as_repeats, regular_expression
from dsl.grammars.top_down import top_down
from dsl.language import START
from dsl.visibility import code
from synth.formats.backtracking import hangs, without_hang
from synth.formats.format import Accepts, GrammarFormat
from synth.formats.grammars.expansion import taken_apart
from synth.formats.grammars.inlining import inlined
from synth.formats.grammars.terminals import Terminals, terminals_of
from synth.formats.patterns.dialects import Dialect, class_writer

if TYPE_CHECKING:
    from lark.common import LexerConf
    from lark.lexer import ContextualLexer

_PARSERS: Final = ("earley", "lalr")

Rules = Mapping[str, Expression]


class Lark(GrammarFormat):
    """A grammar for `lark.Lark(text, parser="earley", lexer="dynamic_complete")`, or for `parser="lalr"`."""

    name = "lark"
    title = "Lark"
    options: Mapping[str, tuple[str, ...]] = {"parser": _PARSERS}  # type: ignore[misc]

    def write_rules(self, rules: Rules, *, parser: str = _PARSERS[0], **options: str) -> str:
        """The notation of grammars itself; for LALR with terminals. Raises ExportError when conflicts remain."""
        return write_grammar(taken_apart(rules)) if parser == "earley" else _without_conflicts(rules)

    def longest(self, text: str) -> int:
        """Earley's time grows with the cube of the length."""
        return 30

    def target(self, text: str, *, parser: str = _PARSERS[0], **options: str) -> Accepts:
        """Lark, with the parser that the text is for."""
        from lark import Lark as Parser
        from lark.exceptions import LarkError, UnexpectedInput

        lexer = "dynamic_complete" if parser == "earley" else "contextual"
        try:
            made = Parser(text, parser=parser, lexer=lexer, _plugins={"ContextualLexer": _lexer_class()})
        except LarkError as error:
            raise ExportError(f"{self.title} refuses the grammar: {error}", hint="write it with other rules") from None

        def accepts(string: str) -> bool:
            try:
                made.parse(string)
            except UnexpectedInput:
                return False
            return True

        return accepts

    def read(self, text: str) -> Grammar:
        """A grammar of which each rule is written out, with %ignore and terminals."""
        return Grammar.parse(text)


@cache
def _lexer_class() -> type[ContextualLexer]:
    from lark.lexer import ContextualLexer

    class Unvalidated(ContextualLexer):
        """Compares no terminals with interegular, which lists the characters of classes: ours are proved apart."""

        def __init__(self, conf: LexerConf, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 (Lark's own)
            conf.skip_validation = True
            super().__init__(conf, *arguments, **options)

    return Unvalidated


def _without_conflicts(rules: Rules) -> str:
    """The grammar with disjoint terminals, in the first form in which it has no conflicts."""
    conflict = ""
    for form in _forms(rules):
        try:
            found = terminals_of(form(), disjoint=True)
        except LimitError:
            continue
        conflict = _conflict(found)
        if not conflict:
            return _write(found)
    reason = f"has conflicts in this grammar: {conflict}" if conflict else "has terminals that are too large to compare"
    raise ExportError(f"LALR {reason}", hint="use parser=earley")


def _forms(rules: Rules) -> Iterator[Callable[[], Rules]]:
    regular = regular_expression(Grammar(rules))
    if regular is not None:  # one terminal
        yield lambda: {START: regular}
    yield lambda: rules
    yield lambda: inlined(rules)
    yield lambda: as_repeats(inlined(rules))
    yield lambda: inlined(top_down(rules))
    yield lambda: inlined(top_down(as_repeats(rules)))


_write_class: Final = class_writer("\\]^-[", lambda number: code(chr(number)))


def _write_set(charset: CharSet) -> str:
    # of a range of all characters Lark would list each
    return r"[\s\S]" if charset | SURROGATES == EVERYTHING else _write_class(charset)


_DIALECT: Final = Dialect(_write_set)


def _write(found: Terminals) -> str:
    lines = []
    for name, body in found.terminals.items():
        onward = found.onward[name]
        written = _DIALECT.write(_safe(body))
        # a match that is not the longest is none: /a|ab/ would stop at a
        pattern = f"(?:{written})(?!{_write_set(onward)})" if onward else written
        quoted = pattern.replace("/", "\\/").replace('"', "\\x22")  # Lark takes the backslash from \\"
        lines.append(f"{name}: /{quoted}/")
    return "\n".join([write_grammar(taken_apart(found.rules)), *lines])


def _safe(terminal: Expression) -> Expression:
    # the lexer matches terminals with re
    other = without_hang(terminal) if hangs(terminal) else terminal
    if other is None:
        raise ExportError(f"Lark's lexer may hang on this terminal: {terminal}", hint="use parser=earley")
    return other


def _conflict(found: Terminals) -> str:
    """What LALR cannot decide, in Lark's words; nothing when it can decide everything."""
    from lark import Lark as Parser
    from lark.exceptions import GrammarError

    letters = [f'{name}: "{number}."' for number, name in enumerate(found.terminals)]  # the terminals are proved apart
    try:
        Parser("\n".join([write_grammar(taken_apart(found.rules)), *letters]), parser="lalr", strict=True)
    except GrammarError as error:
        return str(error).strip().partition("\n")[0]
    return ""
