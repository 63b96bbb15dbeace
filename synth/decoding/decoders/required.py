"""Beam search for texts that contain required phrases: each bank, by how much of them is covered, has room reserved.

Phrases are followed by an automaton rather than counted, and a hypothesis is kept only while all phrases still fit into
the limit: a text that is returned contains them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from heapq import nlargest
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.automata.dfa import DFA
from dsl.charset import CharSet
from dsl.errors import ConstraintError
from dsl.expressions.expression import chars, concat, literal, star
from dsl.grammar import Grammar
from dsl.grammars.intersection import intersects
from dsl.language import START, Language
from synth.decoding.constraint import NEVER, Bits, Constraint, State, pack
from synth.decoding.decoders.beam import score, search
from synth.decoding.decoders.decoding import Decoding, Hypothesis
from synth.decoding.decoders.phrases import Phrases, Progress
from synth.decoding.masks.completion import Completion, Step
from synth.decoding.masks.token_mask import TokenMask
from synth.decoding.model import LogProbs

Pair = tuple[State, Progress]
_ANYTHING: Final = star(chars(~CharSet()))
_HINT: Final = "leave the phrase out, or widen the language"


class Requiring:
    """Texts of a constraint with all phrases; a state is a pair. Raises LimitError when ends are hard to find."""

    def __init__(self, constraint: Constraint, phrases: Phrases) -> None:
        self.constraint = constraint
        self.phrases = phrases
        self._completion = Completion(self._steps, self.accepts, self._bound, lambda state: None)

    def start(self) -> Pair:
        return self.constraint.start(), self.phrases.start()

    def allowed(self, state: Pair) -> Bits:
        return self.constraint.allowed(state[0])

    def allowed_within(self, state: Pair, left: int) -> Bits:
        tokens, states = self.successors(state)
        timely = np.zeros(self.phrases.vocabulary_size, dtype=bool)
        timely[tokens[[self._completion.is_within(after, left - 1) for after in states]]] = True
        return pack(timely)

    def successors(self, state: Pair) -> tuple[NDArray[np.int64], list[Pair]]:
        tokens, states = self.constraint.successors(state[0])
        nodes, seen = (arrived[tokens].tolist() for arrived in self.phrases.after(state[1]))
        return tokens, list(zip(states, zip(nodes, seen, strict=True), strict=True))

    def advance(self, state: Pair, token: int) -> Pair:
        return self.constraint.advance(state[0], token), self.phrases.advance(state[1], token)

    def accepts(self, state: Pair) -> bool:
        return self.phrases.accepts(state[1]) and self.constraint.accepts(state[0])

    def distance_to_end(self, state: Pair) -> int:
        path = self._completion.path(state)
        return NEVER if path is None else len(path)

    def _steps(self, state: Pair) -> list[Step[Pair]]:
        tokens, states = self.successors(state)
        return [Step(token, after) for after, token in dict(zip(states, tokens.tolist(), strict=True)).items()]

    def _bound(self, state: Pair) -> int:
        return max(self.constraint.distance_to_end(state[0]), self.phrases.distance_to_end(state[1]))


class _Banks:
    """Hypotheses by how many symbols of the phrases they cover; `end` is the token that ends a text."""

    def __init__(self, width: int, phrases: Phrases, end: int) -> None:
        self.width = width
        self.phrases = phrases
        self.end = end

    def _progress_after(self, hypothesis: Hypothesis, scores: LogProbs) -> NDArray[np.int64]:
        progress = self.phrases.progress_after(hypothesis.state[1])
        return np.pad(progress, (0, len(scores) - len(progress)))  # a model may have more tokens than its tokenizer

    def _in_banks(self, candidates: Sequence[Hypothesis]) -> dict[int, list[Hypothesis]]:
        banks = defaultdict[int, list[Hypothesis]](list)
        for candidate in candidates:
            banks[self.phrases.progress(candidate.state[1])].append(candidate)
        return banks


class Grid(_Banks):
    """The best `width` of each bank."""

    def candidates(self, decoding: Decoding, hypothesis: Hypothesis, scores: LogProbs) -> list[Hypothesis]:
        progress = self._progress_after(hypothesis, scores)  # (V,)
        progress[self.end] = -1
        return [
            candidate
            for bank in np.unique(progress[scores > -np.inf])
            for candidate in decoding.best(hypothesis, np.where(progress == bank, scores, -np.inf), self.width)
        ]

    def keep(self, candidates: Sequence[Hypothesis]) -> list[Hypothesis]:
        return [kept for bank in self._in_banks(candidates).values() for kept in nlargest(self.width, bank, key=score)]


class Dynamic(_Banks):
    """The best `width` of all, but as many of each bank in use as of any other, where it has them."""

    def candidates(self, decoding: Decoding, hypothesis: Hypothesis, scores: LogProbs) -> list[Hypothesis]:
        progress = self._progress_after(hypothesis, scores)  # (V,)
        advances = progress > self.phrases.progress(hypothesis.state[1])
        advances[self.end] = False
        return [
            *decoding.best(hypothesis, np.where(advances, -np.inf, scores), self.width + 1),
            *decoding.best(hypothesis, np.where(advances, scores, -np.inf), self.width),
        ]

    def keep(self, candidates: Sequence[Hypothesis]) -> list[Hypothesis]:
        if len(candidates) <= self.width:
            return list(candidates)
        banks = self._in_banks(candidates)
        room = max(1, self.width // len(banks))
        reserved, others = list[Hypothesis](), list[Hypothesis]()
        for bank in sorted(banks, reverse=True):
            ranked = sorted(banks[bank], key=score, reverse=True)
            reserved += ranked[:room]
            others += ranked[room:]
        kept = reserved[: self.width]  # with more banks than room the most advanced ones
        return kept + nlargest(self.width - len(kept), others, key=score)


def grid_beam(decoding: Decoding, phrases: Phrases, width: int = 4, *, length_reward: float = 0.0) -> list[Hypothesis]:
    """The best texts with all phrases, `width` in each bank (Hokamp and Liu 2017). Raises LimitError when none fits."""
    return _search(decoding, Grid(width, phrases, decoding.model.end), length_reward)


def dynamic_beam(
    decoding: Decoding, phrases: Phrases, width: int = 16, *, length_reward: float = 0.0
) -> list[Hypothesis]:
    """As `grid_beam`, with `width` in all, divided among the banks that are in use (Post and Vilar 2018)."""
    return _search(decoding, Dynamic(width, phrases, decoding.model.end), length_reward)


def refuse_forbidden(language: Language, phrases: Sequence[str]) -> None:
    """Raise ConstraintError when no text of the language has a phrase in it, or all of them."""
    together = DFA.from_expression(_ANYTHING)
    for phrase in phrases:
        containing = DFA.from_expression(concat(_ANYTHING, literal(phrase), _ANYTHING))
        if not _have_common(language, containing):
            raise ConstraintError(f"no text of the language has the required phrase {phrase!r} in it", hint=_HINT)
        together = (together & containing).minimise()
    if not _have_common(language, together):
        message = f"no text of the language has all required phrases in it: {', '.join(map(repr, phrases))}"
        raise ConstraintError(message, hint=_HINT)


def _have_common(language: Language, dfa: DFA) -> bool:
    if isinstance(language, Grammar):
        return intersects(language, dfa)
    return not (DFA.from_expression(language.rules[START]) & dfa).is_empty()


def _search(decoding: Decoding, allocation: Grid | Dynamic, length_reward: float) -> list[Hypothesis]:
    constraint, phrases = decoding.constraint, allocation.phrases
    if isinstance(constraint, TokenMask) and phrases.texts:
        refuse_forbidden(constraint.language, phrases.texts)
    return search(decoding.under(Requiring(constraint, phrases)), allocation, allocation.width, length_reward)
