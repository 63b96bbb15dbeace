"""Stacks learned from nothing: networks side by side from many beginnings, of which the one that learned best is kept.

Those that do not find the use of the stack show it in their training loss, so that no other strings are needed to
choose (Joulin and Mikolov 2015 restart theirs by hand).
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Final, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable.stacks.controller import Relaxation, StackController
from dsl.errors import ConfigurationError, ExampleError

LOOK: Final = 50  # steps between looks


class StackTagger(nn.Module):
    """R networks over a stack each that say of each symbol read which of `outputs` labels hold behind it."""

    def __init__(
        self, symbols: int, outputs: int, *, hidden: int = 24, width: int = 6, state: int = 0, networks: int = 1,
        seed: int = 0,
    ) -> None:  # fmt: skip
        super().__init__()
        self.controller = StackController(
            symbols, hidden=hidden, width=width, state=state, networks=networks, seed=seed
        )
        self.noise = 0.0
        generator = torch.Generator().manual_seed(seed + 1)
        drawn = torch.randn(networks, outputs, hidden + width + 1, generator=generator) / (hidden + width) ** 0.5
        self.out = nn.Parameter(drawn)

    def forward(self, symbols: Tensor) -> Tensor:
        """Logits of the labels behind each of symbols (B, L), (R, B, L, outputs)."""
        enter = self.controller.enter
        driven = enter.transpose(1, 2)[:, symbols] + enter[:, None, None, :, -1]  # (R, B, L, hidden)
        if self.training and self.noise:
            driven = driven + self.noise * torch.randn_like(driven)
        worked = self.controller.work(driven)
        seen = torch.cat([worked.hidden, worked.tops], -1)
        return seen @ self.out[:, None, :, :-1].transpose(-1, -2) + self.out[:, None, None, :, -1]

    def relax(self, relaxation: Relaxation, temperature: float = 1.0) -> None:
        """Set how actions are taken from now on."""
        self.controller.relaxation, self.controller.temperature = relaxation, temperature

    def only(self, networks: Tensor) -> StackTagger:
        """A tagger of these networks alone, (K,)."""
        chosen = deepcopy(self)
        for parameter in chosen.parameters():
            parameter.data, parameter.grad = parameter.data[networks], None
        return chosen


@dataclass(frozen=True)
class Lessons:
    """How taggers are trained: Adam on `batch` strings a step, the temperature falling from 1 to `cold`.

    The last `straight` share of the steps takes the likeliest action alone. At every quarter the better half of the
    networks goes on. `noise` is the standard deviation of what is added to what the inputs drive: a memory that holds
    against it is one of few states, and so one that holds for longer strings.
    """

    steps: int = 400
    batch: int = 64
    rate: float = 0.02
    cold: float = 0.25
    straight: float = 0.15
    noise: float = 0.3


class Lesson(NamedTuple):
    """A look at networks in training."""

    step: int
    losses: list[float]  # nats a label, of each network, over the steps since the last look


def train(
    tagger: StackTagger, symbols: Tensor, lengths: Tensor, labels: Tensor, lessons: Lessons, *, seed: int = 0
) -> Iterator[tuple[StackTagger, Lesson]]:
    """Train on symbols (B, L) with labels (B, L, outputs) in {0, 1}; each look has the networks that are left.

    Raises ExampleError when shapes do not fit, ConfigurationError when every network diverges.
    """
    if labels.shape[:2] != symbols.shape or lengths.shape != symbols.shape[:1]:
        message = f"symbols {tuple(symbols.shape)}, lengths {tuple(lengths.shape)} and labels {tuple(labels.shape)}"
        raise ExampleError(message, hint="they are (B, L), (B,) and (B, L, outputs)")
    stream = torch.Generator().manual_seed(seed)
    there = (torch.arange(symbols.shape[1]) < lengths[:, None]).to(tagger.out)  # (B, L)
    optimizer = torch.optim.Adam(tagger.parameters(), lessons.rate)
    tagger.noise = lessons.noise
    sums = torch.zeros(len(tagger.out))
    for step in range(1, lessons.steps + 1):
        rows = torch.randint(len(symbols), (lessons.batch,), generator=stream)
        longest = int(lengths[rows].max())
        losses = _step(tagger, optimizer, symbols[rows, :longest], there[rows, :longest], labels[rows, :longest])
        sums += losses
        _cool(tagger, optimizer, lessons, step)
        if step % LOOK == 0 or step == lessons.steps:
            mean = sums / (step % LOOK or LOOK)
            if not bool(mean.isfinite().any()):
                raise ConfigurationError("every network diverged", hint="train with a smaller rate")
            sums = torch.zeros_like(sums)
            if _halves(step, lessons) and len(mean) > 1:
                best = mean.nan_to_num(torch.inf).argsort()[: (len(mean) + 1) // 2]
                tagger, mean, sums = tagger.only(best), mean[best], sums[best]
                optimizer = _with_moments(tagger, optimizer, best)
            yield tagger, Lesson(step, mean.tolist())


def _step(tagger: StackTagger, optimizer: torch.optim.Adam, symbols: Tensor, there: Tensor, labels: Tensor) -> Tensor:
    logits = tagger(symbols)  # (R, B, L, outputs)
    wanted = labels.to(logits).expand_as(logits)
    found = functional.binary_cross_entropy_with_logits(logits, wanted, reduction="none").mean(-1)
    losses = (found * there).sum((1, 2)) / there.sum()  # (R,)
    optimizer.zero_grad()
    losses.sum().backward()  # type: ignore[no-untyped-call]
    for parameter in tagger.parameters():  # each network by itself
        if parameter.grad is not None:
            size = parameter.grad.flatten(1).norm(dim=1).clamp(min=1.0)
            parameter.grad /= size.view(-1, *[1] * (parameter.dim() - 1))
    optimizer.step()
    return losses.detach()


def _cool(tagger: StackTagger, optimizer: torch.optim.Adam, lessons: Lessons, step: int) -> None:
    share = step / (lessons.steps * (1 - lessons.straight))
    straight = share >= 1.0
    tagger.relax("straight-through" if straight else "soft", lessons.cold ** min(share, 1.0))
    for group in optimizer.param_groups:
        group["lr"] = lessons.rate * (0.3 if straight else 1.0)


def _halves(step: int, lessons: Lessons) -> bool:
    return any(step - LOOK < lessons.steps * quarter / 4 <= step for quarter in (1, 2, 3))


def _with_moments(tagger: StackTagger, optimizer: torch.optim.Adam, best: Tensor) -> torch.optim.Adam:
    """An optimiser of the networks that are left, with what it knew of them."""
    other = torch.optim.Adam(tagger.parameters(), optimizer.param_groups[0]["lr"])
    state = optimizer.state_dict()
    for kept in state["state"].values():
        for name in ("exp_avg", "exp_avg_sq"):
            kept[name] = kept[name][best]
    other.load_state_dict(state)
    return other
