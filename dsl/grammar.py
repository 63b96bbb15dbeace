"""The context-free language of some rules, as users have it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from dsl.errors import PatternError
from dsl.expressions.expression import Expression, size
from dsl.grammars.notation import write_grammar, write_rule
from dsl.grammars.parser import parse_rules
from dsl.grammars.rules import barren, references, undefined, unproductive
from dsl.language import START, Language

if TYPE_CHECKING:
    from dsl.grammars.binarised import Binarised

_NAME = re.compile(r"_?[a-z][_a-z0-9]*")


class Grammar(Language):
    """A context-free grammar: an ordered mapping of names to expressions, compared by value.

    The language is that of the rule `start`, which comes first. Raises PatternError when there is no such rule, when a
    name is not one (small letters, digits, underscores), when an expression uses a name that has no rule, and when a
    rule cannot produce any string. Everything behind it is made when first asked for and kept. `lengths` are those of
    strings that samples shall be about as long as; they are no part of its value.
    """

    kind: ClassVar[str] = "cfg"

    def __init__(self, rules: Mapping[str, Expression], lengths: Sequence[int] = ()) -> None:
        ordered = dict(rules)
        if START in ordered:
            ordered = {START: ordered.pop(START)} | ordered
        self.rules: Mapping[str, Expression] = MappingProxyType(ordered)
        self.lengths = tuple(lengths)
        self._check()

    @classmethod
    def parse(cls, text: str) -> Grammar:
        """The language of a grammar in Lark's notation. Raises PatternError."""
        return cls(parse_rules(text))

    @classmethod
    def of(cls, expression: Expression) -> Grammar:
        """The grammar whose only rule is an expression."""
        return cls({START: expression})

    def _check(self) -> None:
        if START not in self.rules:
            raise PatternError("a grammar needs a rule named start", "", 0, expected="start: …")
        for name, expression in self.rules.items():
            if _NAME.fullmatch(name) is None:
                hint = "name rules with small letters, digits and underscores"
                raise PatternError(f"{name!r} cannot name a rule", name, 0, expected="a name", hint=hint)
            for missing in sorted(name for name in references(expression) if name not in self.rules):
                line = write_rule(name, expression)
                found = re.compile(rf'"(?:\\.|[^"\\])*"|/(?:\\.|[^/\\])*/|\b({missing})\b').finditer(line, len(name))
                position = next((match.start() for match in found if match[1]), 0)
                raise undefined(missing, line, position)
        for name in unproductive(self.rules):
            raise barren(name, write_rule(name, self.rules[name]), 0)

    @cached_property
    def pattern(self) -> str:
        """The grammar in Lark's notation, a rule a line."""
        return write_grammar(self.rules)

    @cached_property
    def size(self) -> int:
        """The nodes of all expressions, concatenation and union counted as binary, and one more for each rule."""
        return sum(1 + size(expression) for expression in self.rules.values())

    @cached_property
    def flat(self) -> Expression | None:
        """The only rule, where it refers to none: a regular expression."""
        (first, *others) = self.rules.values()
        return None if others or references(first) else first

    @cached_property
    def regular(self) -> Expression | None:
        """An expression of the same language, None where it is not known to be regular (dsl.grammars.regularity)."""
        from dsl.grammars.regularity import regular_expression

        return regular_expression(self)

    @cached_property
    def binarised(self) -> Binarised:
        """The grammar as rules of at most two symbols. Raises LimitError when its counts make it too large."""
        from dsl.grammars.binarised import binarise

        return binarise(self.rules)

    def accepts_all(self, texts: Sequence[str]) -> list[bool]:
        """Whether the whole of each text belongs to the language."""
        from dsl.grammars.recognition import accepts_all

        return [bool(inside) for inside in accepts_all(self, texts)] if texts else []

    def distances(self, texts: Sequence[str]) -> list[int]:
        """The exact Levenshtein distance from each text to the nearest string of the language."""
        from dsl.grammars.distance import grammar_distances

        return [int(distance) for distance in grammar_distances(self, texts)] if texts else []

    def like(self, texts: Iterable[str]) -> Grammar:
        """The same grammar, of which samples are about as long as some texts."""
        return Grammar(self.rules, [len(text) for text in texts])

    def sample(self, n: int, rng: random.Random | int | None = None) -> list[str]:
        """`n` strings that show what the grammar can do, from a stream or a seed: about as long as the texts that it is
        like, or of varied, moderate length."""
        from dsl.grammars.sampling import show

        return show(self, n, rng if isinstance(rng, random.Random) else random.Random(rng))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grammar) and tuple(self.rules.items()) == tuple(other.rules.items())

    def __reduce__(self) -> tuple[object, ...]:
        return Grammar, (dict(self.rules), self.lengths)  # the read-only view of the rules cannot be pickled

    def __hash__(self) -> int:
        return hash(tuple(self.rules.items()))
