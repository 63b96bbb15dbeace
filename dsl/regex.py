"""The regular language of an expression, as users have it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Final

from dsl.automata.positions import PositionAutomaton
from dsl.automata.sampling import generate
from dsl.expressions.expression import Expression, size
from dsl.expressions.notation import parse, write
from dsl.language import START, Language

FEW: Final = 20_000  # characters that are measured before a compiled kernel would be loaded


class Regex(Language):
    """A regular language, given by its expression and compared by it; the rest is made when first asked for."""

    kind: ClassVar[str] = "regex"

    def __init__(self, expression: Expression) -> None:
        self.expression = expression
        self.rules = {START: expression}

    @classmethod
    def parse(cls, pattern: str) -> Regex:
        """The language of a pattern in Python's `re` syntax. Raises PatternError."""
        return cls(parse(pattern))

    @classmethod
    def of(cls, expression: Expression) -> Regex:
        """The language of an expression."""
        return cls(expression)

    @cached_property
    def regular(self) -> Expression:
        """The expression."""
        return self.expression

    @cached_property
    def pattern(self) -> str:
        """The pattern, for `re.fullmatch`."""
        return write(self.expression)

    @cached_property
    def size(self) -> int:
        """The nodes of the expression, concatenation and union counted as binary."""
        return size(self.expression)

    @cached_property
    def automaton(self) -> PositionAutomaton:
        """The position automaton. Raises LimitError when the counts of the pattern make it too large."""
        return PositionAutomaton(self.expression)

    def accepts(self, text: str) -> bool:
        """Whether the whole of `text` belongs to the language: what `re.fullmatch` says, but in linear time."""
        return self.automaton.accepts(text)

    def accepts_all(self, texts: Sequence[str]) -> list[bool]:
        """Whether the whole of each text belongs to the language."""
        return list(map(self.automaton.accepts, texts))

    def distances(self, texts: Sequence[str]) -> list[int]:
        """The exact Levenshtein distance from each text to the nearest string of the language. Raises LimitError."""
        if len(texts) == 1 or sum(map(len, texts)) <= FEW:
            return list(map(self.automaton.distance, texts))
        from dsl.automata.distance import distances

        return [int(distance) for distance in distances(self.expression, texts)]

    def sample(self, n: int, rng: random.Random | int | None = None) -> list[str]:
        """`n` strings by dsl.automata.sampling.generate, from a stream or seed. Raises LimitError on ∅."""
        stream = rng if isinstance(rng, random.Random) else random.Random(rng)
        return [generate(self.expression, stream) for _ in range(n)]

    def __reduce__(self) -> tuple[object, ...]:
        return Regex, (self.expression,)  # the states of the automaton lead to each other, as far as a text was long

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Regex) and self.expression == other.expression

    def __hash__(self) -> int:
        return hash(self.expression)
