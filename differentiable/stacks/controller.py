"""A stack of vectors that a network works, many networks side by side (docs/design.md, "Stack machines").

    h_t = tanh(W x_t + U top_{t−1} + M h_{t−1}[:state] + b)
    a_t = relaxed softmax(A h_t + a)            of push, pop, replace and keep
    v_t = tanh(V h_t + v)
    S_t = push · (v_t over S) + pop · (S without its top) + replace · (v_t for its top) + keep · S,  S = S_{t−1}

Joulin and Mikolov (2015) have push and pop, and a network with a memory of its own; with `state` = 0 there is none but
the stack, which is then learned, as nothing else can be.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, get_args

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable
from torch.nn import functional

from differentiable.kernels.arrays import flat
from differentiable.kernels.vectors import LANES
from differentiable.precision import check_precision
from dsl.errors import ConfigurationError

Relaxation = Literal["soft", "gumbel", "gumbel-straight-through", "straight-through", "hard"]
RELAXATIONS: Final = get_args(Relaxation)
ACTIONS: Final = 4


class Worked(NamedTuple):
    """What R networks did over B strings of L symbols."""

    hidden: Tensor  # (R, B, L, hidden)
    tops: Tensor  # (R, B, L, width): the top of the stack behind each symbol
    acts: Tensor  # (R, B, L, 4): how much each pushed, popped, replaced and kept; without a gradient


class StackController(nn.Module):
    """R networks that work a stack each; `relaxation` and `temperature` may be changed at any time.

    The stacks are worked on the processor, wherever the inputs are.

    soft                      actions are probabilities, and stacks mixtures
    gumbel                    with Gumbel noise (Jang et al. 2017, Maddison et al. 2017)
    straight-through          the likeliest action alone, with the gradient of the probabilities (Bengio et al. 2013)
    gumbel-straight-through   both
    hard                      the likeliest action alone: a real stack
    """

    def __init__(
        self, inputs: int, *, hidden: int = 24, width: int = 6, state: int = 0, networks: int = 1,
        relaxation: Relaxation = "soft", seed: int = 0,
    ) -> None:  # fmt: skip
        super().__init__()
        if min(hidden, width, networks) < 1 or not 0 <= state <= hidden:
            message = f"no stack of {width} numbers under {hidden} hidden ones of which {state} are remembered"
            raise ConfigurationError(message, hint="give at least 1 of each, and a state of at most `hidden`")
        self.relaxation = relaxation
        self.temperature = 1.0
        generator = torch.Generator().manual_seed(seed)

        def drawn(many: int, count: int, bias: int = 0) -> nn.Parameter:
            values = torch.randn(networks, many, count + bias, generator=generator) / max(count, 1) ** 0.5
            values[..., count:] = 0.0
            return nn.Parameter(values)

        self.enter = drawn(hidden, inputs, 1)
        self.top = drawn(hidden, width)
        self.state = drawn(hidden, state)
        self.act = drawn(ACTIONS, hidden, 1)
        self.value = drawn(width, hidden, 1)

    def forward(self, inputs: Tensor) -> Worked:
        """Work over inputs (B, L, d), or (R, B, L, d) of each network its own. Raises ConfigurationError."""
        if self.relaxation not in RELAXATIONS:
            raise ConfigurationError(f"no relaxation {self.relaxation!r}", hint=f"there are {', '.join(RELAXATIONS)}")
        shared = inputs if inputs.dim() == 4 else inputs[None]
        driven = shared @ self.enter[:, None, :, :-1].transpose(-1, -2) + self.enter[:, None, None, :, -1]
        return self.work(driven)

    def work(self, driven: Tensor) -> Worked:
        """The same from W x_t + b, (R, B, L, hidden). Raises ConfigurationError in half precision."""
        check_precision(driven.dtype, "stack")
        networks, rows, longest, _ = driven.shape
        spare = -rows % LANES
        side_by_side = functional.pad(driven, (0, 0, 0, 0, 0, spare)).permute(0, 2, 3, 1)  # (R, L, hidden, rows)
        straight = self.relaxation in ("straight-through", "gumbel-straight-through", "hard")
        noise = driven.new_empty(0)
        if self.relaxation.startswith("gumbel"):
            noise = -torch.empty(networks, longest, ACTIONS, rows + spare).exponential_().log().to(driven)
        read = [part.cpu() for part in (side_by_side, noise, self.top, self.state, self.act, self.value)]
        settings = 1.0 / self.temperature, straight, torch.is_grad_enabled()
        found = _Work.apply(*read, *settings)  # type: ignore[no-untyped-call]
        return Worked(*(part.permute(0, 3, 1, 2)[:, :rows].to(driven.device) for part in found))  # (R, B, L, …)


class _Work(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, driven: Tensor, noise: Tensor, top: Tensor, state: Tensor, act: Tensor, value: Tensor,  # noqa: ANN401
        scale: float, is_hard: bool, learns: bool,
    ) -> tuple[Tensor, ...]:  # fmt: skip
        from differentiable.kernels import stack_controller as kernel

        networks, longest, hidden, rows = driven.shape
        width = top.shape[-1]
        slots, places = longest if learns else 2, (longest + 1) // 2
        sizes = (networks, longest, slots, places, hidden, state.shape[-1], width, rows)
        shape = (networks, longest)
        steps = [driven.new_empty(*shape, many, rows) for many in (hidden, ACTIONS, width, width)]
        stacks = driven.new_empty(networks, slots, places, width, rows)
        weights = kernel.Weights(*map(flat, (top, state, act, value)))
        kernel.forward(
            flat(driven), flat(noise), weights, kernel.Steps(*map(flat, steps)), flat(stacks), sizes,
            driven.detach().new_tensor(scale).numpy()[()], is_hard,
        )  # fmt: skip
        ctx.save_for_backward(noise, top, state, act, value, *steps, stacks)
        ctx.sizes, ctx.scale, ctx.is_hard = sizes, scale, is_hard
        hidden_found, acts, _, tops = steps
        ctx.mark_non_differentiable(acts)
        return hidden_found, tops, acts

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:  # noqa: ANN401
        from differentiable.kernels import stack_controller as kernel

        noise, top, state, act, value, hidden, acts, values, tops, stacks = ctx.saved_tensors
        shares = acts
        if ctx.is_hard:
            logits = torch.einsum("rah,rlhb->rlab", act[..., :-1], hidden) + act[:, None, :, -1:]
            shares = ((logits + noise if noise.numel() else logits) * ctx.scale).softmax(2)
        found = [torch.empty_like(part) for part in (hidden, acts, values)]
        given = [
            gradient.clone(memory_format=torch.contiguous_format) for gradient in gradients[:2]
        ]  # they are used up
        kernel.backward(
            kernel.Weights(*map(flat, (top, state, act, value))),
            kernel.Steps(*map(flat, (hidden, acts, values, tops))),
            flat(shares), flat(stacks), tuple(map(flat, given)), tuple(map(flat, found)), ctx.sizes,
            hidden.new_tensor(ctx.scale).numpy()[()],
        )  # fmt: skip
        of_driven, of_acts, of_values = found
        extended = torch.cat([hidden, torch.ones_like(hidden[:, :, :1])], 2)
        of_top = _products(of_driven[:, 1:], tops[:, :-1])
        of_state = _products(of_driven[:, 1:], hidden[:, :-1, : state.shape[-1]])
        of_heads = _products(of_acts, extended), _products(of_values, extended)
        return (of_driven, None, of_top, of_state, *of_heads, None, None, None)


def _products(left: Tensor, right: Tensor) -> Tensor:
    """The gradient of a matrix, (R, many, count), of those of its outputs and its inputs, (R, L, …, rows)."""
    return torch.einsum("rlab,rlcb->rac", left, right)
