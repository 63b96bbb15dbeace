"""Rollouts: what the policy writes in a step, and what that scores, in parts that may be made anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray

from searchers.budget import Budget
from searchers.policy import tokens as t
from searchers.policy.network.device import one_thread
from searchers.policy.network.recurrent import Policy, Task
from searchers.policy.spelling import Spelling, Tokens
from searchers.spaces.space import Space

LIMIT: Final = 40  # tokens of a sequence
HEAT: Final = (1.2, 2.5)  # temperatures of curious samples


class Drawn(NamedTuple):
    """A sequence that was written."""

    times: int  # that the policy itself wrote it, and not a more curious one
    total: float  # of the objective, infinite above the cutoff


Part: TypeAlias = dict[Tokens, Drawn]


@dataclass(frozen=True, eq=False)
class Stage:
    """What all steps of a search have in common."""

    space: Space[Any]  # for the examples that samples are scored on
    spelling: Spelling
    cutoff: float
    task: Task

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "task": self.task.to(torch.device("cpu"))}  # others may have no other device


@dataclass(frozen=True, eq=False)
class Writer:
    """The policy as it is in one step."""

    policy: Policy

    def __getstate__(self) -> dict[str, NDArray[np.generic]]:
        return {name: tensor.cpu().numpy() for name, tensor in self.policy.state_dict().items()}

    def __setstate__(self, weights: dict[str, NDArray[np.generic]]) -> None:
        policy = Policy()
        policy.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
        object.__setattr__(self, "policy", policy)


def roll(setting: tuple[Stage, Writer], seeds: Sequence[int], budget: Budget) -> Iterator[Part]:
    """A part for each seed; none for those that there was no time to score."""
    stage, writer = setting
    for seed in seeds:
        own, curious = _write(stage.task, writer.policy, stage.space.rollouts, seed)
        counts = Counter(own)
        sequences = list(dict.fromkeys([*own, *curious]))
        totals = stage.space.totals(sequences, stage.spelling, stage.cutoff, budget)
        if totals is None:
            return
        yield {
            sequence: Drawn(counts[sequence], total) for sequence, total in zip(sequences, totals.tolist(), strict=True)
        }


def _write(task: Task, policy: Policy, count: int, seed: int) -> tuple[list[Tokens], list[Tokens]]:
    """Sequences, of which half are the policy's own, half those of a more curious one."""
    device = task.available.device
    own = count - count // 2
    heat = torch.cat([torch.ones(own), torch.linspace(*HEAT, count - own)]).to(device)
    with one_thread():
        written = policy.sample(task, heat, torch.Generator(device).manual_seed(seed))
    sequences = [stripped(row) for row in written.tolist()]
    return sequences[:own], sequences[own:]


def seeds_of(seed: int, step: int, parts: int) -> list[int]:
    """A seed for each part of a step."""
    names = [f"{seed} {step} {part}".encode() for part in range(parts)]
    return [int.from_bytes(blake2b(name, digest_size=7).digest(), "big") for name in names]


def joined(parts: Sequence[Part]) -> Part:
    """What was drawn in all parts."""
    drawn: Part = {}
    for part in parts:
        for sequence, (times, total) in part.items():
            drawn[sequence] = Drawn(times + (drawn[sequence].times if sequence in drawn else 0), total)
    return drawn


def stripped(row: Sequence[int]) -> Tokens:
    """A sequence without what was put behind it."""
    return tuple(token for token in row if token != t.END)
