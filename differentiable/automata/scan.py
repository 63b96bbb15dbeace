"""The recursion of a bank: s_t[j] = Σ_i s_{t−1}[i] · arcs[x_t, i, j], for all automata and strings at once.

States are divided by their sum at each step. Neither pass makes anything of size rows × length × states²: the backward
pass is written by hand, from the states of the forward pass.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import NamedTuple

import torch
from torch import Tensor, nn

from differentiable.automata import stepwise
from differentiable.kernels.arrays import flat
from differentiable.kernels.vectors import LANES
from differentiable.precision import check_precision


class Read(NamedTuple):
    """What a batch of B strings of at most L symbols did to D automata of Q states."""

    last: Tensor  # (B, D, Q), sums to 1: the states behind the strings
    scales: Tensor  # (B, D, L), what the states summed to before they were divided by it; 1 behind the end of a string
    states: Tensor  # (B, D, L + 1, Q), the states before and behind each symbol


def read(arcs: Tensor, symbols: Tensor, lengths: Tensor) -> Read:
    """Read strings from state 0.

    `arcs` is (D, V, Q, Q), not negative; `symbols` (B, L), below V; `lengths` (B,), at most L. Differentiable once in
    `arcs`. The weight of a path of states is the product of its arcs, and that of all paths of a string the product of
    its scales; where no path is left, states and scales are 0. Raises ConfigurationError in half precision.
    """
    check_precision(arcs.dtype, "bank")
    states = arcs.shape[-1]
    spare = -states % LANES
    padded = nn.functional.pad(arcs, (0, spare, 0, spare))
    last, scales, all_states = _forward(padded, symbols, lengths)
    return Read(last[..., :states], scales, all_states[..., :states])


def _sizes(arcs: Tensor, symbols: Tensor) -> tuple[int, int, int, int, int]:
    (rows, longest), (automata, classes, states, _) = symbols.shape, arcs.shape
    return rows, longest, automata, classes, states


@torch.library.custom_op("synth::bank_forward", mutates_args=(), device_types="cpu")
def _forward(arcs: Tensor, symbols: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    from differentiable.kernels import automaton_scan as scan

    rows, longest, automata, _, states = sizes = _sizes(arcs, symbols)
    all_states = arcs.new_empty(rows, automata, longest + 1, states)
    scales = arcs.new_empty(rows, automata, longest)
    scan.forward(flat(arcs), scan.Batch(*map(flat, (symbols, lengths, all_states, scales))), sizes)
    return all_states[:, :, -1].clone(), scales, all_states


@torch.library.custom_op("synth::bank_backward", mutates_args=(), device_types="cpu")
def _backward(
    arcs: Tensor, symbols: Tensor, lengths: Tensor, scales: Tensor, states: Tensor,
    of_last: Tensor | None, of_scales: Tensor | None, of_states: Tensor | None,
) -> Tensor:  # fmt: skip
    from differentiable.kernels import automaton_scan as scan

    rows, _, _, _, width = sizes = _sizes(arcs, symbols)
    expected = torch.zeros_like(arcs, memory_format=torch.contiguous_format)
    last = torch.zeros_like(states[:, :, -1]) if of_last is None else of_last
    none = arcs.new_empty(0)
    given = (last, none if of_scales is None else of_scales, none if of_states is None else of_states)
    batch, gradients = scan.Batch(*map(flat, (symbols, lengths, states, scales))), scan.Gradients(*map(flat, given))
    room = (arcs.new_empty(rows * width), arcs.new_empty(width))
    scan.backward(flat(arcs.transpose(-1, -2)), batch, gradients, *map(flat, (expected, *room)), sizes)
    return expected


@_forward.register_fake
def _shapes(arcs: Tensor, symbols: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    rows, longest, automata, _, states = _sizes(arcs, symbols)
    return (
        arcs.new_empty(rows, automata, states),
        arcs.new_empty(rows, automata, longest),
        arcs.new_empty(rows, automata, longest + 1, states),
    )


@_backward.register_fake
def _shape(arcs: Tensor, *_: Tensor | None) -> Tensor:
    return torch.empty_like(arcs, memory_format=torch.contiguous_format)


@_forward.register_kernel("cuda")
def _forward_on_cuda(arcs: Tensor, symbols: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    if find_spec("triton") is None:  # torch for Windows comes without
        return stepwise.forward(arcs, symbols, lengths)
    from differentiable.kernels import fused_scan

    found: tuple[Tensor, Tensor, Tensor] = fused_scan.forward(arcs, symbols, lengths)  # type: ignore[no-untyped-call]
    return found


_backward.register_kernel("cuda", stepwise.backward)


def _keep(ctx: torch.autograd.function.FunctionCtx, inputs: tuple[Tensor, ...], output: tuple[Tensor, ...]) -> None:
    _, scales, states = output
    ctx.save_for_backward(*inputs, scales, states)
    ctx.set_materialize_grads(False)  # of all states there is seldom a gradient


def _differentiate(ctx: torch.autograd.function.FunctionCtx, *gradients: Tensor | None) -> tuple[Tensor, None, None]:
    return _backward(*ctx.saved_tensors, *gradients), None, None  # type: ignore[attr-defined]


_forward.register_autograd(_differentiate, setup_context=_keep)
