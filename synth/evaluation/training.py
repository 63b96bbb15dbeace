"""The one loop that every task is trained by: AdamW, warm-up and a line down to 0, batches of similar lengths.

Where a task is judged by held-out examples after each epoch, the best epoch is what is kept: a network that reads a
few texts over and over knows them by heart in the end, and is sure of what it should not be.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

import torch
from torch import Tensor, nn

from dsl.errors import LimitError
from synth.evaluation.example import Example
from synth.evaluation.model import Model
from synth.evaluation.task import Settings

POOL: Final = 50  # batches whose texts are sorted by length together
PATIENCE: Final = 0.1  # the share of the epochs, three at least, after which one that is no better ends a training
Judge = Callable[[Model], float]  # how good a model is on held-out examples, higher is better


class DivergedError(LimitError):
    """A loss that is no longer a number."""


class Best:
    """The epoch that is best by a judge."""

    def __init__(self, judge: Judge, epochs: int) -> None:
        self._judge = judge
        self._patience = max(math.ceil(PATIENCE * epochs), 3)
        self._value = -math.inf
        self._state: dict[str, Tensor] = {}
        self._since = 0

    def look(self, model: Model) -> bool:
        """Keep the model if it is the best so far; whether it was so long ago that it is time to end."""
        self._since += 1
        value = self._judge(model)
        if not self._state or value > self._value:
            self._value, self._since = value, 0
            self._state = {name: tensor.clone() for name, tensor in model.state_dict().items()}
        return self._since >= self._patience

    def restore(self, model: Model) -> None:
        """Make the model what it was after its best epoch."""
        model.load_state_dict(self._state)


class Clock:
    """How much processor time a cell may take from now on."""

    def __init__(self, seconds: float = math.inf) -> None:
        self.seconds = seconds
        self.end = time.process_time() + seconds

    def check(self, done: str) -> None:
        """Raise LimitError when the time is over; `done` is what was reached."""
        if time.process_time() > self.end:
            raise LimitError(f"more than {self.seconds:g} s: {done}", hint="this encoder needs a larger profile")


def train(
    model: Model, examples: Sequence[Example], settings: Settings, seed: int, clock: Clock | None = None,
    judge: Judge | None = None,
) -> float:  # fmt: skip
    """Train on the examples in an order that depends on the seed alone; the mean loss of the last epoch.

    With a judge, the model is that of its best epoch, and training ends when the judge has seen no better for long.
    Raises DivergedError when a loss is not finite, LimitError when the time is over.
    """
    torch.manual_seed(seed)
    clock = clock or Clock()
    targets = [model.head.target(example) for example in examples]
    extents = [model.head.extent(example) for example in examples]
    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(parameters, settings.rate, weight_decay=settings.decay)
    steps = settings.epochs * math.ceil(len(examples) / settings.batch)
    step, mean = 0, math.nan
    best = Best(judge, settings.epochs) if judge and settings.epochs > 1 else None
    for epoch in range(settings.epochs):
        model.train()
        total = count = 0.0
        for places in batches(extents, settings.batch, f"{seed} {epoch}"):
            step += 1
            for group in optimizer.param_groups:
                group["lr"] = settings.rate * pace(step, steps, settings.warmup)
            loss = _step(model, optimizer, parameters, examples, targets, places, settings)
            if not math.isfinite(loss):
                hint = f"the rate {settings.rate} may be too high for this encoder"
                raise DivergedError(f"diverged: the loss of step {step} is {loss}", hint=hint)
            clock.check(f"{step} of {steps} steps were trained")
            total, count = total + loss, count + 1
        mean = total / max(count, 1)
        if best and best.look(model):
            break
    if best:
        best.restore(model)
    return mean


def predict(model: Model, examples: Sequence[Example], settings: Settings, clock: Clock | None = None) -> list[Any]:
    """The answer to each example, in their order. Raises LimitError when the time is over."""
    clock = clock or Clock()
    model.eval()
    order = sorted(range(len(examples)), key=lambda place: len(examples[place].tokens))
    answers: list[Any] = [None] * len(examples)
    for first in range(0, len(order), settings.batch):
        places = order[first : first + settings.batch]
        found = model.predict([examples[place] for place in places])
        for place, answer in zip(places, found, strict=True):
            answers[place] = answer
        clock.check(f"{first + len(places)} of {len(order)} examples were answered")
    return answers


def batches(extents: Sequence[tuple[int, ...]], size: int, seed: str) -> Iterator[list[int]]:
    """Places of examples in batches of similar extents, in an order by chance."""
    rng = Random(seed)
    order = list(range(len(extents)))
    rng.shuffle(order)
    cut: list[list[int]] = []
    for first in range(0, len(order), POOL * size):
        pool = sorted(order[first : first + POOL * size], key=extents.__getitem__)
        cut += [pool[start : start + size] for start in range(0, len(pool), size)]
    rng.shuffle(cut)
    yield from cut


def pace(step: int, steps: int, warmup: float) -> float:
    """The share of the highest rate at step 1, 2, …, steps."""
    rising = max(round(warmup * steps), 1)
    return step / rising if step <= rising else (steps - step + 1) / (steps - rising + 1)


def _step(
    model: Model, optimizer: torch.optim.Optimizer, parameters: list[nn.Parameter], examples: Sequence[Example],
    targets: Sequence[Any], places: list[int], settings: Settings,
) -> float:  # fmt: skip
    optimizer.zero_grad(set_to_none=True)
    loss = model.loss([examples[place] for place in places], [targets[place] for place in places])
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(parameters, settings.clip)
    value = float(loss.detach())
    if math.isfinite(value):
        optimizer.step()
    return value
