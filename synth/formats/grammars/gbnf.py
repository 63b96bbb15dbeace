"""GBNF, the grammars of llama.cpp: it reads from the top down, so left recursion and empty turns are rewritten."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.expressions.expression import Expression
from dsl.grammar import Grammar
from dsl.grammars.top_down import top_down
from synth.formats.format import GrammarFormat
from synth.formats.grammars.bnf import write_rules
from synth.formats.grammars.bnf_reader import read_bnf


class GBNF(GrammarFormat):
    """A grammar for `llama-cli --grammar-file`."""

    name = "gbnf"
    title = "llama.cpp"

    def write_rules(self, rules: Mapping[str, Expression], **options: str) -> str:
        """The rules as llama.cpp can follow them. Raises ExportError and LimitError."""
        return write_rules(top_down(rules))

    def read(self, text: str) -> Grammar:
        """A grammar with `root` where it starts."""
        return read_bnf(text)
