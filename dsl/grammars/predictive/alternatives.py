"""Grammars as alternatives: sequences of symbols, one of which a nonterminal becomes.

A repeat becomes a nonterminal of its own wherever it stands, so that each has its own lookahead:

    s: "a" b* "c"?   ->   s: "a" x y    x: b x | ε    y: "c" | ε
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Concat, Empty, Epsilon, Expression, Ref, Repeat, Union
from dsl.grammars.rules import reachable

MAX_NONTERMINALS: Final = 5_000
Symbol: TypeAlias = int | CharSet  # a nonterminal, or the characters that a terminal may be
Symbols: TypeAlias = tuple[Symbol, ...]


@dataclass(frozen=True)
class Alternatives:
    """What each nonterminal may become; 0 is the start.

    The first `rules` nonterminals are rules of the grammar, the others stand for parts of them: `names[number]` is the
    name of the rule, and `parts[number]` the part, as it is written, which of a rule is its name.
    """

    of: tuple[tuple[Symbols, ...], ...]
    names: tuple[str, ...]
    parts: tuple[str, ...]
    rules: int

    def terminals(self) -> list[CharSet]:
        """The sets of characters that are read, each once."""
        symbols = (symbol for alternatives in self.of for sequence in alternatives for symbol in sequence)
        return list(dict.fromkeys(symbol for symbol in symbols if isinstance(symbol, CharSet)))


def alternatives_of(rules: Mapping[str, Expression]) -> Alternatives:
    """The alternatives of the rules that the first one can reach. Raises LimitError beyond 5,000 nonterminals."""
    builder = _Builder(rules)
    for name, number in builder.named.items():
        builder.rule = name
        builder.of[number] = tuple(builder.alternatives(rules[name]))
    return Alternatives(tuple(builder.of), tuple(builder.names), tuple(builder.parts), len(builder.named))


class _Builder:
    def __init__(self, rules: Mapping[str, Expression]) -> None:
        self.named = {name: number for number, name in enumerate(reachable(rules))}
        self.names = list(self.named)
        self.parts = list(self.named)
        self.of: list[tuple[Symbols, ...]] = [()] * len(self.named)
        self.rule = ""

    def alternatives(self, node: Expression) -> Iterable[Symbols]:
        match node:
            case Union(parts):
                return [sequence for part in parts for sequence in self.alternatives(part)]
            case Repeat(body, 0, 1):
                return [*self.alternatives(body), ()]
            case Empty():
                return []
            case _:
                return [self.sequence(node)]

    def sequence(self, node: Expression) -> Symbols:
        match node:
            case Chars(charset):
                return (charset,)
            case Ref(name):
                return (self.named[name],)
            case Concat(parts):
                return tuple(symbol for part in parts for symbol in self.sequence(part))
            case Epsilon():
                return ()
            case Repeat(body, low, high):
                return self._repeat(node, body, low, high)
            case _:
                number = self._new(str(node))
                self.of[number] = tuple(self.alternatives(node))
                return (number,)

    def _repeat(self, node: Expression, body: Expression, low: int, high: int | None) -> Symbols:
        # b{2,} -> b b x with x: b x | ε;  b{1,3} -> b x with x: b y | ε, y: b | ε
        if max(low, high or 0) > MAX_NONTERMINALS:
            raise _too_many()
        required = tuple(symbol for _ in range(low) for symbol in self.sequence(body))
        if high is None:
            number = self._new(str(node))
            self.of[number] = (*((*sequence, number) for sequence in self.alternatives(body)), ())
            return (*required, number)
        tail: Symbols = ()
        for _ in range(high - low):
            number = self._new(str(node))
            self.of[number] = (*((*sequence, *tail) for sequence in self.alternatives(body)), ())
            tail = (number,)
        return (*required, *tail)

    def _new(self, part: str) -> int:
        if len(self.of) == MAX_NONTERMINALS:
            raise _too_many()
        self.of.append(())
        self.names.append(self.rule)
        self.parts.append(part)
        return len(self.of) - 1


def _too_many() -> LimitError:
    message = f"the grammar has more than {MAX_NONTERMINALS:,} nonterminals"
    return LimitError(message, hint="use * or + for large counts")
