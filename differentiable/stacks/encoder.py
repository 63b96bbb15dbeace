"""A stack of vectors over vectors, as one layer."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from differentiable.stacks.controller import Relaxation, StackController


class StackEncoder(nn.Module):
    """Vectors (B, L, inputs) to [h_t; top of the stack], (B, L, hidden + dim), from the left.

    `relaxation` and `temperature` of its `controller` may be changed at any time. Raises ConfigurationError on sizes
    below 1, and on a relaxation that does not exist when it is called.
    """

    def __init__(
        self, inputs: int, *, hidden: int = 24, dim: int = 6, state: int = 0, relaxation: Relaxation = "soft",
        seed: int = 0,
    ) -> None:  # fmt: skip
        super().__init__()
        self.size = hidden + dim
        self.controller = StackController(
            inputs, hidden=hidden, width=dim, state=state, relaxation=relaxation, seed=seed
        )

    def forward(self, vectors: Tensor) -> Tensor:
        worked = self.controller(vectors)
        return torch.cat([worked.hidden, worked.tops], -1)[0]  # (B, L, hidden + dim)
