"""A network with a stack of vectors as an encoder."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor, nn

from differentiable.encoders.encoder import Encoded, Encoder, last_of
from differentiable.stacks.controller import ACTIONS, Relaxation
from differentiable.stacks.encoder import StackEncoder


class VectorStackEncoder(Encoder):
    """States are a layer over [h_t; top of the stack] of `differentiable.stacks.controller`; pooled is the last.

    It reads from the left, whether asked to be causal or not. In the mode hard the likeliest action is taken alone.
    """

    modes = ("soft", "hard")

    def __init__(
        self, embedding: nn.Embedding, width: int, *, causal: bool = False, hidden: int = 24, dim: int = 6,
        state: int = 0, relaxation: Relaxation = "soft", seed: int = 0,
    ) -> None:  # fmt: skip
        super().__init__(embedding, width, causal=causal)
        self.stack = StackEncoder(
            embedding.embedding_dim, hidden=hidden, dim=dim, state=state, relaxation=relaxation, seed=seed
        )
        self.relaxation: Relaxation = relaxation
        self.out = nn.Linear(self.stack.size, width)

    def encode(self, ids: Tensor, lengths: Tensor, there: Tensor) -> Encoded:
        self.stack.controller.relaxation = "hard" if self.mode == "hard" else self.relaxation
        states = self.out(self.stack(self.vectors(ids, there)))  # (B, L, width)
        return Encoded(states, last_of(states, lengths))

    def flops(self, lengths: Sequence[int]) -> int:
        tokens, controller = len(lengths) * max(lengths), self.stack.controller
        hidden, dim = controller.top.shape[1:]
        each = hidden * (self.embedding.embedding_dim + dim + controller.state.shape[-1] + ACTIONS + dim)
        stack = 3 * dim * ((max(lengths) + 1) // 4)  # on average so many places are kept
        return 2 * tokens * (each + stack + (hidden + dim) * self.width)
