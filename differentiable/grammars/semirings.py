"""Semirings: one recursion, several questions (Goodman 1999, "Semiring parsing").

    LOG        log of the sum over all derivations, differentiable
    MAX        the best derivation's log-weight (Viterbi)
    MIN        the cheapest derivation, weights read as costs
    SUM        the sum over all derivations, in probabilities
    COUNTING   how many derivations there are
    KBest(k)   the k best log-weights, one more dimension at the end

A recursion calls `lift` on its log-weights and combines what it gets with `times`, `add` and `sum`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import torch
from torch import Tensor

NEVER: Final = -1e30  # the logarithm of zero: finite, so that no difference of two is NaN


class Semiring(Protocol):
    """Two operations on tensors of elements; `add` joins alternatives, `times` what happens together."""

    def lift(self, log_weights: Tensor) -> Tensor:
        """The elements of log-weights, which may get dimensions of their own at the end; NEVER is what cannot be."""
        ...

    def zeros(self, shape: tuple[int, ...], like: Tensor) -> Tensor:
        """Elements that stand for nothing at all, of the kind of `like`."""
        ...

    def times(self, first: Tensor, second: Tensor) -> Tensor:
        """Both, broadcast."""
        ...

    def add(self, first: Tensor, second: Tensor) -> Tensor:
        """Either."""
        ...

    def sum(self, elements: Tensor, dim: int) -> Tensor:
        """Any along `dim`, counted from the front."""
        ...


class _Log:
    def lift(self, log_weights: Tensor) -> Tensor:
        return log_weights

    def zeros(self, shape: tuple[int, ...], like: Tensor) -> Tensor:
        return like.new_full(shape, -torch.inf)

    def times(self, first: Tensor, second: Tensor) -> Tensor:
        return first + second

    def add(self, first: Tensor, second: Tensor) -> Tensor:
        return torch.logaddexp(first, second)

    def sum(self, elements: Tensor, dim: int) -> Tensor:
        return torch.logsumexp(elements, dim)


class _Max(_Log):
    def add(self, first: Tensor, second: Tensor) -> Tensor:
        return torch.maximum(first, second)

    def sum(self, elements: Tensor, dim: int) -> Tensor:
        return elements.amax(dim)


class _Min(_Log):
    def lift(self, log_weights: Tensor) -> Tensor:
        return -log_weights

    def zeros(self, shape: tuple[int, ...], like: Tensor) -> Tensor:
        return like.new_full(shape, torch.inf)

    def add(self, first: Tensor, second: Tensor) -> Tensor:
        return torch.minimum(first, second)

    def sum(self, elements: Tensor, dim: int) -> Tensor:
        return elements.amin(dim)


class _Sum:
    def lift(self, log_weights: Tensor) -> Tensor:
        return log_weights.exp()

    def zeros(self, shape: tuple[int, ...], like: Tensor) -> Tensor:
        return like.new_zeros(shape)

    def times(self, first: Tensor, second: Tensor) -> Tensor:
        return first * second

    def add(self, first: Tensor, second: Tensor) -> Tensor:
        return first + second

    def sum(self, elements: Tensor, dim: int) -> Tensor:
        return elements.sum(dim)


class _Counting(_Sum):
    def lift(self, log_weights: Tensor) -> Tensor:
        return (log_weights > NEVER / 2).long()


@dataclass(frozen=True)
class KBest:
    """The k best log-weights, best first, (…, k); −inf where there are fewer."""

    k: int

    def lift(self, log_weights: Tensor) -> Tensor:
        others = log_weights.new_full((*log_weights.shape, self.k - 1), -torch.inf)
        return torch.cat([log_weights[..., None], others], -1)

    def zeros(self, shape: tuple[int, ...], like: Tensor) -> Tensor:
        return like.new_full((*shape, self.k), -torch.inf)

    def times(self, first: Tensor, second: Tensor) -> Tensor:
        return (first[..., :, None] + second[..., None, :]).flatten(-2).topk(self.k, -1).values

    def add(self, first: Tensor, second: Tensor) -> Tensor:
        return torch.cat([first, second], -1).topk(self.k, -1).values

    def sum(self, elements: Tensor, dim: int) -> Tensor:
        return elements.movedim(dim, -1).flatten(-2).topk(self.k, -1).values


LOG, MAX, MIN, SUM, COUNTING = _Log(), _Max(), _Min(), _Sum(), _Counting()
