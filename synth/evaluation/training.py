"""The one loop that every task is trained by: AdamW, warm-up and a line down to 0, batches of similar lengths."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import torch
from torch import nn

from dsl.errors import LimitError
from synth.evaluation.example import Example
from synth.evaluation.model import Model
from synth.evaluation.task import Settings

POOL: Final = 50  # batches whose texts are sorted by length together


class DivergedError(LimitError):
    """A loss that is no longer a number."""


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
    model: Model, examples: Sequence[Example], settings: Settings, seed: int, clock: Clock | None = None
) -> float:
    """Train on the examples in an order that depends on the seed alone; the mean loss of the last epoch.

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
    model.train()
    for epoch in range(settings.epochs):
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
