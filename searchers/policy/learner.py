"""A policy in training: it hears what its samples earned, and can be saved at any step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from dsl.errors import ConfigurationError
from searchers.policy import tokens as t
from searchers.policy.network.adam import Adam
from searchers.policy.network.device import one_thread, usable
from searchers.policy.network.gradient import likelihood_loss, mean_entropy, policy_loss
from searchers.policy.network.recurrent import Task, make_policy
from searchers.policy.spelling import Tokens
from searchers.protocol import State

RATE: Final = 2e-3
ENTROPY_WEIGHT: Final = 0.01
QUEUE_WEIGHT: Final = 0.3


class Diverged(Exception):
    """The loss or a weight is not a finite number."""


class Learner:
    """A policy and its optimiser."""

    def __init__(self, seed: int, device: str, weights: Mapping[str, NDArray[np.generic]] | None = None) -> None:
        self.device = usable(device)
        self.policy = make_policy(seed)
        if weights is not None:
            self.policy.load_state_dict(_tensors(weights))
        self.policy.to(self.device)
        self._optimiser = Adam(self.policy, RATE)

    def learn(
        self, task: Task, sampled: Sequence[Tokens], rewards: NDArray[np.float64], counts: Sequence[int],
        best: Sequence[Tokens],
    ) -> None:  # fmt: skip
        """One step towards the reward, of samples drawn so often, and the best programs so far. Raises Diverged."""
        with one_thread():
            sequences = torch.from_numpy(padded([*sampled, *best])).to(self.device)
            choices = self.policy.choices(task, sequences)
            own = len(sampled)
            earned = torch.from_numpy(rewards.astype(np.float32)).to(self.device)
            drawn = torch.tensor(counts, dtype=torch.float32, device=self.device)
            loss = policy_loss(choices.log_probabilities[:own], earned, drawn)
            loss = loss - ENTROPY_WEIGHT * mean_entropy(choices.entropies[:own], drawn)
            self._minimise(loss + QUEUE_WEIGHT * likelihood_loss(choices.log_probabilities[own:]))

    def imitate(self, task: Task, sequences: Sequence[Tokens]) -> float:
        """One step towards a sequence for each set of examples; minus its log-likelihood before. Raises Diverged."""
        with one_thread():
            choices = self.policy.choices(task, torch.from_numpy(padded(sequences)).to(self.device))
            return self._minimise(likelihood_loss(choices.log_probabilities))

    def _minimise(self, loss: Tensor) -> float:
        value = float(loss.detach())
        if not np.isfinite(value):
            raise Diverged
        self._optimiser.minimise(loss)
        if not all(bool(parameter.isfinite().all()) for parameter in self.policy.parameters()):
            raise Diverged
        return value

    def state(self) -> State:
        """Weights, and moments of the optimiser."""
        tensors = {f"policy.{name}": tensor for name, tensor in self.policy.state_dict().items()}
        tensors |= {f"optimiser.{name}": tensor for name, tensor in self._optimiser.moments().items()}
        arrays = {name: tensor.detach().cpu().numpy().copy() for name, tensor in tensors.items()}
        return State({"optimiser_steps": self._optimiser.steps}, arrays)

    def restore(self, values: Mapping[str, Any], arrays: Mapping[str, NDArray[np.generic]]) -> None:
        """Go on from a state. Raises ConfigurationError when it is that of another policy."""
        tensors = _tensors(arrays)
        policy = {name.removeprefix("policy."): x for name, x in tensors.items() if name.startswith("policy.")}
        known = self.policy.state_dict()
        if {name: x.shape for name, x in policy.items()} != {name: x.shape for name, x in known.items()}:
            raise ConfigurationError(
                "the checkpoint holds a policy of another shape", hint="resume it with the version that wrote it"
            )
        self.policy.load_state_dict(policy)
        moments = {n.removeprefix("optimiser."): x.to(self.device) for n, x in tensors.items() if "optimiser." in n}
        self._optimiser.restore(int(values["optimiser_steps"]), moments)


def padded(sequences: Sequence[Tokens]) -> NDArray[np.int64]:
    """Sequences of several lengths as rows, END behind the shorter ones."""
    rows = np.full((len(sequences), max(map(len, sequences), default=0)), t.END, dtype=np.int64)
    for row, sequence in zip(rows, sequences, strict=True):
        row[: len(sequence)] = sequence
    return rows


def _tensors(arrays: Mapping[str, NDArray[np.generic]]) -> dict[str, Tensor]:
    return {name: torch.from_numpy(np.array(array)) for name, array in arrays.items()}
