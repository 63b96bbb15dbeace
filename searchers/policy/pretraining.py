"""Training on random tasks: the policy sees examples and is made likelier to write what they were drawn from."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import torch

from dsl.language import START
from searchers.policy.examples import Examples, look, together
from searchers.policy.learner import Learner
from searchers.policy.network.recurrent import Policy, Task
from searchers.policy.random_tasks import random_task
from searchers.policy.rollouts import LIMIT
from searchers.policy.spelling import Spelling, Tokens

BATCH: Final = 48  # tasks a step


class Lesson(NamedTuple):
    """One step of training: how many there were, and bits to write a target before it."""

    step: int
    bits: float


class _Exercise(NamedTuple):
    examples: Examples
    spelling: Spelling
    tokens: Tokens


class Pretraining:
    """Random tasks from a seed, and the policy that learns from them."""

    def __init__(self, seed: int, device: str) -> None:
        self._rng = random.Random(seed)
        self._learner = Learner(self._rng.getrandbits(63), device)

    @property
    def policy(self) -> Policy:
        """The policy as it is now."""
        return self._learner.policy

    def lessons(self, steps: int) -> Iterator[Lesson]:
        """Train, a step at a time. Raises Diverged."""
        for step in range(1, steps + 1):
            exercises = [_exercise(self._rng) for _ in range(BATCH)]
            loss = self._learner.imitate(self._task(exercises), [exercise.tokens for exercise in exercises])
            yield Lesson(step, loss / float(np.log(2.0)))

    def _task(self, exercises: list[_Exercise]) -> Task:
        spellings = [exercise.spelling for exercise in exercises]
        return Task(
            together([exercise.examples for exercise in exercises]),
            torch.from_numpy(np.stack([spelling.available for spelling in spellings])),
            torch.from_numpy(np.stack([spelling.prior for spelling in spellings])),
            LIMIT,
        ).to(self._learner.device)


def _exercise(rng: random.Random) -> _Exercise:
    while True:
        problem, target = random_task(rng)
        spelling = Spelling.of(problem, [])
        tokens = spelling.spell({START: target})
        if tokens is not None and len(tokens) <= LIMIT:
            return _Exercise(look(problem, spelling.characters), spelling, tokens)
