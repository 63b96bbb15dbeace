"""REINFORCE: a policy writes programs, hears what they score, and writes better ones (docs/reinforce.md).

Samples are drawn and scored in parts, each from a seed of its own, where the budget's workers are: they are sent the
weights once a step. The policy learns here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import chain
from math import inf
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import POLICY_PARTS, POLICY_PATIENCE
from searchers.policy.examples import look
from searchers.policy.learner import Diverged, Learner, padded
from searchers.policy.network.device import usable
from searchers.policy.network.recurrent import Task
from searchers.policy.network.weights import load_weights
from searchers.policy.priority_queue import Entry, PriorityQueue
from searchers.policy.rollouts import LIMIT, Part, Stage, Writer, joined, roll, seeds_of, stripped
from searchers.policy.spelling import Spelling, Tokens
from searchers.problem import Problem
from searchers.protocol import Begun, Event, Improved, Noted, Progress, State, Step
from searchers.scoring.objective import Objective
from searchers.spaces.regexes import Regexes
from searchers.spaces.space import Space

QUEUE: Final = 16
LOOKED_AT: Final = 12  # of the best samples of a step become candidates
SIZE_WEIGHT: Final = 1e-3  # β
MAX_REMEMBERED: Final = 30_000  # candidates by sequence


class Reinforce:
    """Ends after some steps without an improvement; their number grows with the budget's effort.

    `device` is torch's name of where the policy runs, `policy` a file of trained weights to begin with, `queue` whether
    the policy is also trained on the best programs met so far. Of a grammar it writes the rules' bodies one after the
    other, the first the start.
    """

    name = "reinforce"
    proved = False
    answer = None

    def __init__(
        self,
        space: type[Space[Any]] = Regexes,
        *,
        warm_start: bool = True,
        device: str = "cpu",
        policy: str | None = None,
        queue: bool = True,
    ) -> None:
        self.space = space
        self.warm_start = warm_start
        self.device = str(usable(device))
        self.weights = None if policy is None else load_weights(policy)
        self.queue = queue
        self._offered: list[Candidate[Any]] = []
        self._run: _Run | None = None

    def search(
        self, problem: Problem, objective: Objective[Any], budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Search from the warm starts on."""
        seed = rng.getrandbits(63)
        run = _Run(self.space(problem, objective), budget, Learner(seed, self.device, self.weights), seed, self.queue)
        yield from run.begin(rng, warm=self.warm_start)
        for candidate in self._offered:
            run.take(candidate)
        self._run = run
        yield from run.learn()

    def resume(
        self, problem: Problem, objective: Objective[Any], budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Go on from a step. Raises ConfigurationError when it is that of a policy of another shape."""
        run = self._run = _Run(self.space(problem, objective), budget, Learner(0, self.device), 0, self.queue)
        run.restore(state)
        for candidate in self._offered:
            run.take(candidate)
        yield from run.learn()

    def offer(self, candidate: Candidate[Any]) -> None:
        """Train on `candidate` from the next step on; it only counts as known when the policy cannot spell it."""
        if self._run is None:
            self._offered.append(candidate)
        else:
            self._run.take(candidate)


class _Run:
    """One search: the policy in training, the best programs, and the sizes of what was found."""

    def __init__(
        self,
        space: Space[Any],
        budget: Budget,
        learner: Learner,
        seed: int,
        trains_on_queue: bool,
    ) -> None:
        self.space = space
        self.few = space.over(space.problem.sample(space.rolled))  # what samples are scored on
        self.budget = budget
        self.learner = learner
        self.seed = seed
        self.trains_on_queue = trains_on_queue
        self.reference = min(self.few.objective.total(space.whole(tree)) for tree in space.fallbacks())
        self.scale = max(self.reference, 1.0)
        self.queue = PriorityQueue(QUEUE)
        self.refused: set[Tokens] = set()  # sequences that must not be an answer
        self.least: dict[int, float] = {}  # objective by size
        self.scored = 0
        self.reward = 0.0  # the mean of the last step
        self.steps = 0
        self.stale = 0  # of them, since something better was found
        self._candidates: dict[Tokens, Candidate[Any] | None] = {}

    def begin(self, rng: random.Random, *, warm: bool) -> Iterator[Event]:
        """Report the simplest readings and the warm starts; what they are made of gets its place in the vocabulary."""
        found: dict[str, Candidate[Any]] = {}
        for tree in chain(self.space.fallbacks(), self.space.guides(self.budget, rng) if warm else ()):
            candidate = self.space.score(tree)
            self.scored += 1
            if candidate is not None and candidate.pattern not in found:
                found[candidate.pattern] = candidate
                yield from self._report(candidate)
            if found and self.budget.spent:
                break
        best = sorted(found.values(), key=lambda candidate: candidate.objective)
        parts = [part for candidate in best for part in candidate.language.rules.values()]
        self._use(Spelling.of(self.space.problem, parts, rules=self.space.recursive))
        for candidate in best:
            self.take(candidate)

    def _use(self, spelling: Spelling) -> None:
        self.spelling = spelling
        task = Task(
            look(self.space.problem, spelling.characters),
            torch.from_numpy(spelling.available),
            torch.from_numpy(spelling.prior),
            LIMIT,
        )
        self.stage = Stage(self.few, spelling, self.reference + self.scale, task.to(self.learner.device))

    def take(self, candidate: Candidate[Any]) -> None:
        """Put a candidate into the queue; only what can be spelled is trained on."""
        language = candidate.language
        tokens = self.spelling.spell(language.rules) or ()
        total = candidate.objective if self.few is self.space else self.few.objective.total(language)
        if not self.queue.entries or total < self.queue.entries[0].total:
            self.stale = 0
        self.queue.push(Entry(total, candidate.pattern, tokens if len(tokens) <= LIMIT else ()))

    def learn(self) -> Iterator[Event]:
        """Sample, score, learn, and so on."""
        if not self.spelling.leaves:  # nothing but the empty string
            return
        while self.stale < POLICY_PATIENCE[self.budget.effort] and not self.budget.spent:
            try:
                yield from self._step()
            except Diverged:
                yield Noted("the policy stopped being a number; this is the best from before")
                return
            if self.budget.left <= 0:
                return
            self.budget.step()
            yield Progress(self.scored, "policy")
            yield Step(self.state)

    def _step(self) -> Iterator[Event]:
        seeds = seeds_of(self.seed, self.steps, POLICY_PARTS[self.budget.effort])
        begun = self.budget.pool.run(roll, (self.stage, Writer(self.learner.policy)), seeds, self.budget)
        yield Begun()
        parts = list(begun)
        if len(parts) < len(seeds):  # the time is up
            return
        drawn = joined(parts)
        self.scored += len(drawn)
        self.steps += 1
        self.stale += 1
        yield from self._look_at_best(drawn)
        own = [(sequence, count) for sequence, (count, _) in drawn.items() if count]
        sampled, counts = [sequence for sequence, _ in own], [count for _, count in own]
        rewards = self._rewards(sampled, [inf if one in self.refused else drawn[one].total for one in sampled])
        self.reward = float(np.average(rewards, weights=counts))
        best = self.queue.spelled if self.trains_on_queue else []
        self.learner.learn(self.stage.task, sampled, rewards, counts, best)

    def _rewards(self, sequences: Sequence[Tokens], totals: Sequence[float]) -> NDArray[np.float64]:
        """Between about −1 for the worst and 1 for what costs nothing; the simplest reading of the examples has 0."""
        saved: NDArray[np.float64] = np.clip((self.reference - np.array(totals)) / self.scale, -1.0, 1.0)
        return saved - SIZE_WEIGHT * np.array([len(sequence) for sequence in sequences])

    def _look_at_best(self, drawn: Part) -> Iterator[Event]:
        """Make candidates of the best samples, report them, and let them into the queue."""
        if len(self._candidates) > MAX_REMEMBERED:
            self._candidates.clear()
        known = [sequence for sequence in drawn if sequence not in self.refused]
        for sequence in sorted(known, key=lambda one: drawn[one].total)[:LOOKED_AT]:
            total, length = drawn[sequence].total, len(sequence)
            if total < inf and (self.queue.takes(total, length) or self._may_enter(length, total)):
                candidate = self._candidate(sequence)
                if candidate is None:
                    self.refused.add(sequence)
                else:
                    self.take(candidate)
                    yield from self._report(candidate)

    def _candidate(self, sequence: Tokens) -> Candidate[Any] | None:
        if sequence not in self._candidates:
            tree = self.space.of(self.spelling.read(sequence))
            self._candidates[sequence] = None if tree is None else self.space.score(tree)
        return self._candidates[sequence]

    def _report(self, candidate: Candidate[Any]) -> Iterator[Event]:
        if self._may_enter(candidate.size, candidate.objective):
            self.least[candidate.size] = candidate.objective
            yield Improved(candidate)

    def _may_enter(self, size: int, total: float) -> bool:
        """Whether nothing as small is as good."""
        return all(total < least for known, least in self.least.items() if known <= size)

    def state(self) -> State:
        """Where the search is, with a copy of all arrays."""
        learned = self.learner.state()
        values = {
            **learned.values,
            "spelling": self.spelling.to_json(),
            "queue": self.queue.to_json(),
            "least": sorted(self.least.items()),
            "scored": self.scored,
            "seed": self.seed,
            "steps": self.steps,
            "stale": self.stale,
            "reward": self.reward,
        }
        return State(values, {**learned.arrays, "refused": padded(sorted(self.refused))})

    def restore(self, state: State) -> None:
        """Go on from a state. Raises ConfigurationError when it is that of another policy."""
        values = state.values
        self.learner.restore(values, state.arrays)
        self._use(Spelling.from_json(self.space.problem, values["spelling"]))
        self.queue.restore(values["queue"])
        self.least = dict(values["least"])
        self.scored, self.seed = values["scored"], values["seed"]
        self.steps, self.stale = values["steps"], values["stale"]
        self.refused = {stripped(row) for row in state.arrays["refused"].tolist()}
