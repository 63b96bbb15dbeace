"""Adam (Kingma and Ba 2015); torch's own takes seconds to load, as it brings a compiler along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import torch
from torch import Tensor, nn

DECAY: Final = (0.9, 0.99)
EPSILON: Final = 1e-8
MAX_NORM: Final = 1.0  # of all gradients together


class Adam:
    """Moves the parameters of a network against their gradients."""

    def __init__(self, network: nn.Module, rate: float) -> None:
        self.rate = rate
        self.steps = 0
        self._parameters = dict(network.named_parameters())
        self._first = {name: torch.zeros_like(parameter) for name, parameter in self._parameters.items()}
        self._second = {name: torch.zeros_like(parameter) for name, parameter in self._parameters.items()}

    def minimise(self, loss: Tensor) -> None:
        """One step; a gradient longer than MAX_NORM is shortened to it."""
        found = torch.autograd.grad(loss, list(self._parameters.values()), allow_unused=True)
        gradients = {name: g for name, g in zip(self._parameters, found, strict=True) if g is not None}
        norm = torch.sqrt(sum((g.square().sum() for g in gradients.values()), torch.zeros((), device=loss.device)))
        scale = MAX_NORM / norm.clamp(min=MAX_NORM)
        self.steps += 1
        rate = self.rate * (1 - DECAY[1] ** self.steps) ** 0.5 / (1 - DECAY[0] ** self.steps)
        with torch.no_grad():
            for name, gradient in gradients.items():
                gradient = gradient * scale
                first = self._first[name].lerp_(gradient, 1 - DECAY[0])
                second = self._second[name].lerp_(gradient.square(), 1 - DECAY[1])
                self._parameters[name].addcdiv_(first, second.sqrt() + EPSILON, value=-rate)

    def moments(self) -> dict[str, Tensor]:
        """Everything but the number of steps."""
        first = {f"first.{name}": moment for name, moment in self._first.items()}
        return first | {f"second.{name}": moment for name, moment in self._second.items()}

    def restore(self, steps: int, moments: Mapping[str, Tensor]) -> None:
        """Go on from saved moments."""
        self.steps = steps
        for name, moment in self.moments().items():
            moment.copy_(moments[name])
