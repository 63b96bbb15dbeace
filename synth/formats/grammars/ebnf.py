"""EBNF for xgrammar, and so for vLLM, SGLang and others: rules that use no others are put in their place.

A reference under a repeat costs xgrammar forty times as much for each mask.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsl.errors import ExportError
from dsl.expressions.expression import Expression
from dsl.grammar import Grammar
from dsl.grammars.top_down import top_down
from synth.formats.format import Accepts, GrammarFormat
from synth.formats.grammars.bnf import write_rules
from synth.formats.grammars.bnf_reader import read_bnf
from synth.formats.grammars.inlining import inlined

_END: Final = 256  # the token that ends a text, behind those of the bytes


class EBNF(GrammarFormat):
    """A grammar for `xgrammar.GrammarCompiler.compile_grammar`."""

    name = "ebnf"
    title = "xgrammar"

    def write_rules(self, rules: Mapping[str, Expression], **options: str) -> str:
        """The rules, with those put in place that use no others. Raises ExportError and LimitError."""
        return write_rules(inlined(top_down(rules)))

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

    def read(self, text: str) -> Grammar:
        """A grammar with `root` where it starts."""
        return read_bnf(text)
