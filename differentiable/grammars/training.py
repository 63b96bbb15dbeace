"""A PCFG in training on strings alone: Adam, then expectation maximisation; held-out strings tell when to stop."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

import torch

from differentiable.pcfg import PCFG
from dsl.errors import ConfigurationError, ExampleError

BATCH: Final = 64
RATE: Final = 0.05
LOOK: Final = 25  # steps between looks at the held-out strings
PATIENCE: Final = 6  # looks that bring nothing, before the end
ROUNDS: Final = 20  # of expectation maximisation, at the most
_GAIN: Final = 1e-3  # nats for each symbol


class Lesson(NamedTuple):
    """A look at a grammar in training."""

    step: int  # of Adam; each round behind counts as one
    loss: float  # nats for each symbol of the last batch, the end of a string being one; in a round, of all strings
    held_out: float  # the same for the held-out strings
    is_best: bool  # whether no look before had likelier held-out strings


class GrammarTraining:
    """A layer, the strings that it learns, and those that tell when to stop. Raises ExampleError without strings."""

    def __init__(self, layer: PCFG, texts: Sequence[str], held_out: Sequence[str], *, seed: int = 0) -> None:
        if not texts or not held_out:
            raise ExampleError("there are no strings to learn from", hint="give some strings of the language")
        self.layer = layer
        self._texts = list(texts)
        self._held_out = layer.encode(held_out)
        self._rng = random.Random(seed)

    def lessons(self, steps: int) -> Iterator[Lesson]:
        """Train until nothing gets better, with a lesson at each look: so many steps at most, then rounds.

        Raises ConfigurationError when it diverges.
        """
        least, waiting, step = float("inf"), 0, 0
        for step, loss in self._descent(steps):
            found = self._look()
            waiting = 0 if found < least - _GAIN else waiting + 1
            yield Lesson(step, loss, found, found < least)
            least = min(least, found)
            if waiting == PATIENCE:
                break
        for turn in range(1, ROUNDS + 1):
            loss = self.layer.reestimate(self._texts)
            found = self._look()
            if found >= least:
                return
            yield Lesson(step + turn, loss, found, True)
            if found > least - _GAIN:
                return
            least = found

    def _look(self) -> float:
        with torch.no_grad():
            return float(self.layer.loss(self._held_out))

    def _descent(self, steps: int) -> Iterator[tuple[int, float]]:
        """Each LOOK steps and at the end: how many there were, and the loss of the last batch."""
        optimiser = torch.optim.Adam(self.layer.parameters(), lr=RATE, betas=(0.9, 0.99))
        schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: max(0.02, 1 - step / max(steps, 1)))
        for step, batch in enumerate(islice(self._batches(), steps), 1):
            loss = self.layer.loss(batch)
            if not bool(loss.isfinite()):
                raise ConfigurationError("the training diverged", hint="begin with another --seed or grammar")
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            schedule.step()
            if step % LOOK == 0 or step == steps:
                yield step, loss.item()

    def _batches(self) -> Iterator[list[str]]:
        """Strings of similar length, again and again, in another order each time."""
        while True:
            order = sorted(self._texts, key=lambda text: (len(text) // 3, self._rng.random()))
            batches = [order[first : first + BATCH] for first in range(0, len(order), BATCH)]
            yield from self._rng.sample(batches, len(batches))
