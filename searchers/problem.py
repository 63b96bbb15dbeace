"""What a search is given: weighted examples, strings to reject, constraints, starting points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from dsl.constraints import Constraints
from dsl.errors import ExampleError, LimitError
from dsl.expressions.expression import Expression
from dsl.grammar import Grammar
from dsl.language import START
from searchers.given import items, no_string

MAX_LENGTH = 100_000


@dataclass(frozen=True)
class Problem:
    """Distinct positives with their multiplicities, distinct negatives, and what an answer must satisfy.

    Of the negatives, those that were `asked` about are what some candidate accepted, not what a person would choose.
    """

    positives: tuple[str, ...]
    weights: tuple[int, ...]
    negatives: tuple[str, ...] = ()
    constraints: Constraints = field(default_factory=Constraints)
    guesses: tuple[Expression, ...] = ()
    guessed_grammars: tuple[Grammar, ...] = ()
    asked: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        positives: Iterable[str],
        reject: Iterable[str] = (),
        *,
        constraints: Constraints | None = None,
        guesses: Iterable[Expression] = (),
        guessed_grammars: Iterable[Grammar] = (),
    ) -> Problem:
        """Count and check the examples.

        Raises ExampleError when they are no collection, when there are none, when one is not a str, or when one is also
        to be rejected, and LimitError on a string of more than 100,000 characters.
        """
        inside, outside = items(positives, "the examples are"), items(reject, "the strings to reject are")
        for text in (*inside, *outside):
            if not isinstance(text, str):
                raise no_string(text, "an example")
        counts = Counter(inside)
        negatives = tuple(dict.fromkeys(outside))
        if not counts:
            raise ExampleError("there are no examples", hint="give at least one string that the language contains")
        for text in (*counts, *negatives):
            if len(text) > MAX_LENGTH:
                raise LimitError(
                    f"an example has {len(text):,} characters, the limit is {MAX_LENGTH:,}: {text[:40]!r}…",
                    hint="cut long texts into their records first",
                )
        both = [text for text in negatives if text in counts]
        if both:
            raise ExampleError(
                f"{len(both)} of the strings to reject are also examples, the first is {both[0]!r}",
                hint="remove them from one of the two lists",
            )
        return cls(
            tuple(counts),
            tuple(counts.values()),
            negatives,
            constraints or Constraints(),
            tuple(guesses),
            tuple(guessed_grammars),
        )

    def sample(self, most: int) -> Problem:
        """The same problem with at most `most` distinct positives, evenly chosen along their sorted order."""
        if len(self.positives) <= most:
            return self
        order = sorted(range(len(self.positives)), key=self.positives.__getitem__)
        order.sort(key=list(map(len, self.positives)).__getitem__)
        chosen = sorted(order[round(step * (len(order) - 1) / (most - 1))] for step in range(most))
        return replace(
            self,
            positives=tuple(self.positives[i] for i in chosen),
            weights=tuple(self.weights[i] for i in chosen),
        )

    def with_positives(self, texts: Iterable[str]) -> Problem:
        """The same problem with more positives, each once."""
        known = set(self.positives)
        new = [text for text in dict.fromkeys(texts) if text not in known]
        return replace(self, positives=(*self.positives, *new), weights=(*self.weights, *(1 for _ in new)))

    def with_answers(self, positives: Iterable[str], negatives: Iterable[str]) -> Problem:
        """The problem with what was answered to questions."""
        larger = self.with_added(positives, negatives)
        return replace(larger, asked=self.asked | (set(larger.negatives) - set(self.negatives)))

    def with_added(self, positives: Iterable[str], negatives: Iterable[str]) -> Problem:
        """The problem with more strings of the language and more outside it; what is known already comes first."""
        larger = self.with_positives(positives)
        held = set(larger.positives)
        return replace(
            larger,
            negatives=tuple(text for text in dict.fromkeys([*self.negatives, *negatives]) if text not in held),
        )

    @property
    def grammars(self) -> list[Grammar]:
        """All guesses as grammars, the patterns as such of one rule."""
        return [*self.guessed_grammars, *(Grammar({START: guess}) for guess in self.guesses)]

    @property
    def total(self) -> int:
        """The number of examples, duplicates counted."""
        return sum(self.weights)
