"""Lark: with its Earley parser and the lexer "dynamic_complete" exactly the language."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.errors import ExportError
from dsl.expression import Expression
from dsl.grammar import Grammar
from dsl.grammar_notation import write_grammar
from synth.formats.format import Accepts, GrammarFormat


class Lark(GrammarFormat):
    """A grammar for `lark.Lark(text, parser="earley", lexer="dynamic_complete")`."""

    name = "lark"
    title = "Lark"

    def write_rules(self, rules: Mapping[str, Expression], **options: str) -> str:
        """The notation of the grammar itself."""
        return write_grammar(rules)

    def longest(self, text: str) -> int:
        """Earley's time grows with the cube of the length."""
        return 30

    def target(self, text: str, **options: str) -> Accepts:
        """Lark, with the parser that the text is for."""
        from lark import Lark as Parser
        from lark.exceptions import GrammarError, LarkError, UnexpectedInput

        try:
            parser = Parser(text, parser="earley", lexer="dynamic_complete", ambiguity="resolve")
        except (GrammarError, LarkError) as error:
            raise ExportError(f"{self.title} refuses the grammar: {error}", hint="write it with other rules") from None

        def accepts(string: str) -> bool:
            try:
                parser.parse(string)
            except UnexpectedInput:
                return False
            return True

        return accepts

    def read(self, text: str) -> Grammar:
        """A grammar of which each rule is written out, with %ignore and terminals."""
        return Grammar.parse(text)
