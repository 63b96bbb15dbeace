"""The likeliest runs of a stack machine over a batch, with gradients (docs/design.md, "Stack machines").

    w(run behind a step) = w(run before it) · Π[top, next symbols, action]

The `width` likeliest runs are kept at every step, each with a stack of whole symbols, and what the others weigh is left
out: so accepted and rejected are bounds from below, and 1 minus their sum was not followed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from differentiable.kernels.arrays import flat

NEVER: Final = -1e30  # the logarithm of what has no chance


class Runs(NamedTuple):
    """What the runs of B strings of at most L symbols came to, in logarithms, NEVER where there is none."""

    accepted: Tensor  # (B,)
    rejected: Tensor  # (B,)
    weights: Tensor  # (B, L + 1, width), of each run behind each symbol
    tops: Tensor  # (B, L + 1, width), the symbol on top of each run
    overflown: Tensor  # (B,), how many runs were given up because their stack was full


class Steps(NamedTuple):
    """The actions of a machine as arrays: what each leaves, its first symbol last, and whether it reads."""

    starts: np.ndarray[Any, np.dtype[np.int64]]
    left: np.ndarray[Any, np.dtype[np.int64]]
    reads: np.ndarray[Any, np.dtype[np.bool_]]

    @classmethod
    def of(cls, writes: Sequence[tuple[int, ...]], reads: Sequence[bool]) -> Steps:
        """Those of actions that leave symbols, topmost first."""
        starts = np.cumsum([0, *map(len, writes)], dtype=np.int64)
        left = np.array([symbol for written in writes for symbol in reversed(written)], np.int64)
        return cls(starts, left, np.array(reads, np.bool_))


def follow(table: Tensor, steps: Steps, classes: Tensor, lengths: Tensor, *, width: int, depth: int) -> Runs:
    """Follow the likeliest runs from the start symbol, 1.

    `table` (N, W, A) are logarithms, action 0 rejects; `classes` (B, L + 1) of what comes next, the last of each string
    that of its end; `lengths` (B,). Differentiable once in `table`. What is on a device is followed on the processor.
    """
    ranks = min(width, table.shape[-1] - 1)
    cells = table.detach()[..., 1:].topk(ranks, dim=-1).indices + 1  # (N, W, ranks)
    read = [part.cpu() for part in (table, cells, classes, lengths)]
    found = _Follow.apply(*read, steps, (width, depth))  # type: ignore[no-untyped-call]
    weights, ended, rejected, tops, overflown = (part.to(table.device) for part in found)
    return Runs(ended.logsumexp(-1), rejected, weights, tops, overflown)


class _Follow(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, table: Tensor, cells: Tensor, classes: Tensor, lengths: Tensor,  # noqa: ANN401
        steps: Steps, limits: tuple[int, int],
    ) -> tuple[Tensor, ...]:  # fmt: skip
        from differentiable.kernels import stack_paths

        (_, kinds, count), (rows, behind), (width, depth) = table.shape, classes.shape, limits
        sizes = (rows, behind - 1, kinds, count, cells.shape[-1], width, depth)
        weights = table.new_full((rows, behind, width), NEVER)
        ended, rejected = table.new_full((rows, width), NEVER), table.new_full((rows,), NEVER)
        tops, overflown = lengths.new_zeros(rows, behind, width), lengths.new_zeros(rows)
        found = stack_paths.Found(*map(flat, (weights, tops, ended, rejected, overflown)))  # type: ignore[arg-type]
        actions = stack_paths.Actions(*steps)
        ctx.trace = stack_paths.forward(flat(table), flat(cells), actions, flat(classes), flat(lengths), sizes, found)
        ctx.save_for_backward(table, rejected)
        ctx.sizes = sizes
        ctx.mark_non_differentiable(tops, overflown)
        return weights, ended, rejected, tops, overflown

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:  # noqa: ANN401
        from differentiable.kernels import stack_paths

        table, rejected = ctx.saved_tensors
        expected = torch.zeros_like(table, memory_format=torch.contiguous_format)
        given = tuple(map(flat, gradients[:3]))
        stack_paths.backward(flat(table), *ctx.trace, ctx.sizes, flat(rejected), given, flat(expected))
        return expected, None, None, None, None, None
