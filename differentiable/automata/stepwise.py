"""The recursion of a bank in torch's own operations, step by step, for devices without a kernel of their own."""

from __future__ import annotations

import torch
from torch import Tensor


def forward(arcs: Tensor, symbols: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The last states (B, D, Q), scales (B, D, L) and all states (B, D, L + 1, Q) of `scan.read`."""
    (rows, longest), (automata, _, width, _) = symbols.shape, arcs.shape
    by_symbol = arcs.transpose(0, 1)  # (V, D, Q, Q)
    states = arcs.new_zeros(rows, automata, longest + 1, width)
    scales = arcs.new_ones(rows, automata, longest)
    states[:, :, 0, 0] = 1.0
    for step in range(longest):
        now, going = states[:, :, step], (step < lengths)[:, None]
        reached = (now[..., None, :] @ by_symbol[symbols[:, step]]).squeeze(-2)  # (B, D, Q)
        scale = reached.sum(-1)
        reached = torch.where(scale[..., None] > 0, reached / scale[..., None], 0.0)
        states[:, :, step + 1] = torch.where(going[..., None], reached, now)
        scales[:, :, step] = torch.where(going, scale, 1.0)
    return states[:, :, -1].clone(), scales, states


def backward(
    arcs: Tensor, symbols: Tensor, lengths: Tensor, scales: Tensor, states: Tensor,
    of_last: Tensor | None, of_scales: Tensor | None, of_states: Tensor | None,
) -> Tensor:  # fmt: skip
    """The gradient of the arcs, (D, V, Q, Q), from those of the last states, of the scales and of all states."""
    by_symbol = arcs.transpose(0, 1)  # (V, D, Q, Q)
    expected = torch.zeros_like(by_symbol, memory_format=torch.contiguous_format)
    flow = torch.zeros_like(states[:, :, -1]) if of_last is None else of_last.clone()  # (B, D, Q)
    for step in reversed(range(symbols.shape[1])):
        if of_states is not None:
            flow = flow + of_states[:, :, step + 1]
        scale, symbol = scales[:, :, step, None], symbols[:, step]
        along = (flow * states[:, :, step + 1]).sum(-1, keepdim=True)
        before = (flow - along) / scale  # of the states before they were divided by their sum
        if of_scales is not None:
            before = before + of_scales[:, :, step, None]
        going = (step < lengths)[:, None, None]
        before = torch.where(going & (scale > 0), before, 0.0)
        expected.index_add_(0, symbol, states[:, :, step, :, None] * before[..., None, :])
        flow = torch.where(going, (by_symbol[symbol] @ before[..., None]).squeeze(-1), flow)
    return expected.transpose(0, 1).contiguous()
