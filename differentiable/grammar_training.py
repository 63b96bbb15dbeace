"""A PCFG in training on strings alone: Adam on their likelihood, with a look at held-out strings now and then."""

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
_GAIN: Final = 1e-3  # nats for each symbol


class Lesson(NamedTuple):
    """A look at a grammar in training."""

    step: int
    loss: float  # nats for each symbol of the last batch, the end of a string being one
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
        """Train until nothing gets better, with a lesson every LOOK steps and at the end.

        Raises ConfigurationError when the training diverges.
        """
        optimiser = torch.optim.Adam(self.layer.parameters(), lr=RATE, betas=(0.9, 0.99))
        schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: max(0.02, 1 - step / steps))
        least, waiting = float("inf"), 0
        for step, batch in enumerate(islice(self._batches(), steps), 1):
            loss = self.layer.loss(batch)
            if not bool(loss.isfinite()):
                raise ConfigurationError("the training diverged", hint="begin with another --seed or grammar")
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            schedule.step()
            if step % LOOK == 0 or step == steps:
                with torch.no_grad():
                    found = float(self.layer.loss(self._held_out))
                waiting = 0 if found < least - _GAIN else waiting + 1
                yield Lesson(step, loss.item(), found, found < least)
                least = min(least, found)
                if waiting == PATIENCE:
                    return

    def _batches(self) -> Iterator[list[str]]:
        """Strings of similar length, again and again, in another order each time."""
        while True:
            order = sorted(self._texts, key=lambda text: (len(text) // 3, self._rng.random()))
            batches = [order[first : first + BATCH] for first in range(0, len(order), BATCH)]
            yield from self._rng.sample(batches, len(batches))
