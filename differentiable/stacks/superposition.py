"""Stacks whose places hold distributions over symbols (docs/design.md, "Stack machines").

    p[a]   = Σ_X S[0, X] · Π[X, next symbols, a]
    S'     = Σ_a p[a] · (what a leaves, then S without its top)

Places are multiplied as if independent, so that an error can double with every step: tables that are not nearly hard
are better followed by their likeliest runs (differentiable.stacks.paths).
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from differentiable.precision import without_autocast


class Written(NamedTuple):
    """What actions leave: one-hot (A, M, N), how much (A, M + 1) one-hot, and whether they read (A,)."""

    symbols: Tensor
    lengths: Tensor
    reads: Tensor


class Superposed(NamedTuple):
    """What B strings of at most L symbols came to."""

    accepted: Tensor  # (B,), probabilities
    tops: Tensor  # (B, L + 1, N), the mass of each symbol on top behind each symbol read


@without_autocast
def superpose(
    table: Tensor, written: Written, classes: Tensor, lengths: Tensor, *, depth: int, pops: int, is_straight: bool
) -> Superposed:
    """Read a batch with stacks of `depth` places and at most `pops` steps that read nothing before each symbol.

    `table` (N, W, A) are probabilities, action 0 rejects; the other arguments as in `paths.follow`. With `is_straight`
    each step takes the likeliest action alone, and has the gradient of all (Bengio et al. 2013).
    """
    rows, count = len(classes), table.shape[0]
    stack = table.new_zeros(rows, depth, count)  # masses: each place sums to what is alive
    stack[:, 0, 1] = 1.0
    stack[:, 1:, 0] = 1.0
    tops = [stack[:, 0]]
    alive = table.new_ones(rows)
    longest = classes.shape[1] - 1
    for place in range(longest + 1):
        following = _symbol(stack, table[:, classes[:, place]].transpose(0, 1), written, pops, is_straight)
        is_there = (place <= lengths)[:, None, None]
        stack = torch.where(is_there, following, stack)  # (B, depth, N)
        alive = stack[:, 0].sum(-1)
        if place < longest:
            tops.append(stack[:, 0])
    return Superposed(alive, torch.stack(tops, 1))


def _symbol(stack: Tensor, chances: Tensor, written: Written, pops: int, is_straight: bool) -> Tensor:
    """The stacks behind one symbol; `chances` (B, N, A)."""
    after = torch.zeros_like(stack)
    for _ in range(pops + 1):
        taken = torch.einsum("bn,bna->ba", stack[:, 0], chances)  # (B, A), masses
        if is_straight:
            alive = stack[:, 0].sum(-1, keepdim=True)
            chosen = functional.one_hot(taken.argmax(-1), taken.shape[1]) * alive
            taken = chosen + taken - taken.detach()
        rest = stack[:, 1:] / stack[:, 0].sum(-1)[:, None, None].clamp(min=1e-30)  # (B, depth - 1, N), shares
        after = after + _written(taken * written.reads, rest, written, stack.shape[1])
        silent = taken * ~written.reads
        silent = torch.cat([torch.zeros_like(silent[:, :1]), silent[:, 1:]], 1)  # to reject ends a run
        stack = _written(silent, rest, written, stack.shape[1])
    return after


def _written(taken: Tensor, rest: Tensor, written: Written, depth: int) -> Tensor:
    """What actions of these masses make of stacks without their top, (B, depth, N)."""
    by_length = taken @ written.lengths  # (B, M + 1)
    most = written.symbols.shape[1]
    made = functional.pad(torch.einsum("ba,aln->bln", taken, written.symbols), (0, 0, 0, max(depth - most, 0)))[
        :, :depth
    ]
    for length in range(most + 1):
        shifted = functional.pad(rest, (0, 0, length, 1))[:, :depth]  # (B, depth, N)
        made = made + by_length[:, length, None, None] * shifted
    return made
