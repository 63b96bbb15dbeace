"""One step of generation: model, constraint, warpers (docs/design.md, "Constrained decoding"), looking ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.errors import ConfigurationError, ConstraintError, LimitError
from synth.decoding.constraint import NEVER, Anything, Constraint, State, unpack
from synth.decoding.decoders.warping import Warper
from synth.decoding.model import LanguageModel, LogProbs, Prefix

LEAST: Final = -1e4  # the log-probability of what is allowed, and impossible for the model


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A text, finished or not: its tokens without the end, the sum of their scores, where the constraint is."""

    tokens: Prefix
    score: float
    state: State
    finished: bool = False


class Decoding:
    """A model under a constraint: what every way of decoding starts from.

    A text has at most `limit` tokens, its end not counted. Scores are the model's own log-probabilities, not
    renormalised over what is allowed, unless there are warpers. Raises ConfigurationError when the constraint knows
    more tokens than the model, LimitError when no text of `limit` tokens is in the language, ConstraintError when there
    is no text at all.
    """

    def __init__(
        self,
        model: LanguageModel,
        constraint: Constraint | None = None,
        *,
        limit: int = 100,
        warpers: Sequence[Warper] = (),
    ) -> None:
        self.model = model
        self.constraint = Anything(model.vocabulary_size) if constraint is None else constraint
        self.limit = limit
        self.warpers = tuple(warpers)
        self._check()

    def under(self, constraint: Constraint) -> Decoding:
        """The same with another constraint."""
        return Decoding(self.model, constraint, limit=self.limit, warpers=self.warpers)

    def start(self) -> Hypothesis:
        """The empty text."""
        return Hypothesis((), 0.0, self.constraint.start())

    def scores(self, hypotheses: Sequence[Hypothesis]) -> LogProbs:
        """The log-probabilities of the tokens that may come next, after constraint and warpers, (B, V)."""
        prefixes = [hypothesis.tokens for hypothesis in hypotheses]
        allowed = np.array([self._allowed(hypothesis) for hypothesis in hypotheses])  # (B, V)
        # a text may have to go on where the model sees no chance of it
        scores = np.where(allowed, np.maximum(self.model.log_probs(prefixes), LEAST), -np.inf)  # (B, V)
        for warper in self.warpers:
            scores = warper(scores, prefixes)
        return scores

    def extended(self, hypothesis: Hypothesis, token: int, score: float) -> Hypothesis:
        """The hypothesis with one more token, or with its end."""
        total = hypothesis.score + score
        if token == self.model.end:
            return Hypothesis(hypothesis.tokens, total, hypothesis.state, finished=True)
        return Hypothesis((*hypothesis.tokens, token), total, self.constraint.advance(hypothesis.state, token))

    def best(self, hypothesis: Hypothesis, scores: LogProbs, count: int) -> list[Hypothesis]:
        """The hypothesis with each of the `count` best next tokens, given the scores (V,), best first."""
        order = np.argsort(-scores, kind="stable")[: min(count, np.count_nonzero(scores > -np.inf))]
        return [self.extended(hypothesis, token, float(scores[token])) for token in order.tolist()]

    def _allowed(self, hypothesis: Hypothesis) -> NDArray[np.bool_]:
        size, left = self.model.vocabulary_size, self.limit - len(hypothesis.tokens)
        if left > 0:
            allowed = unpack(self.constraint.allowed_within(hypothesis.state, left), size)
        else:
            allowed = np.zeros(size, dtype=bool)
        allowed[self.model.end] = self.constraint.accepts(hypothesis.state)
        if not allowed.any():
            raise LimitError(f"after {len(hypothesis.tokens)} tokens no text ends in time", hint="allow more tokens")
        return allowed

    def _check(self) -> None:
        start = self.constraint.start()
        words = len(self.constraint.allowed(start))
        if words > -(-self.model.vocabulary_size // 32):
            message = f"the constraint knows more tokens than the model, which has {self.model.vocabulary_size:,}"
            raise ConfigurationError(message, hint="make it with the tokenizer of the model")
        needed = self.constraint.distance_to_end(start)
        if needed >= NEVER:
            raise ConstraintError("no text satisfies the constraint", hint="it contradicts itself")
        if needed > self.limit:
            message = f"the shortest text of the language has {needed} tokens, and the limit is {self.limit}"
            raise LimitError(message, hint="allow more tokens")
