"""Semirings: one recursion, several questions (Goodman 1999, "Semiring parsing").

    LOG        log of the sum over all derivations, differentiable
    MAX        the best derivation's log-weight (Viterbi)
    MIN        the cheapest derivation, weights read as costs
    SUM        the sum over all derivations, in probabilities
    COUNTING   how many derivations there are, in float64: exact up to 2⁵³, and no wrong number beyond
    KBest(k)   the k best log-weights, one more dimension at the end

A recursion calls `lift` on its log-weights and combines what it gets with `times`, `add` and `sum`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import torch
from torch import Tensor

NEVER: Final = -1e30  # the logarithm of zero: finite, so that no difference of two is NaN


@dataclass(frozen=True)
class Semiring:
    """Operations on tensors of elements: `add` joins alternatives, `times` what happens together, both broadcast.

    `lift` makes elements of log-weights, of which NEVER is what cannot be; `sum` adds along a dimension, counted from
    the front. `zero` stands for nothing at all. An element may have dimensions of its own, `own`, at the end.
    """

    lift: Callable[[Tensor], Tensor]
    times: Callable[[Tensor, Tensor], Tensor]
    add: Callable[[Tensor, Tensor], Tensor]
    sum: Callable[[Tensor, int], Tensor]
    zero: float
    own: tuple[int, ...] = ()

    def zeros(self, shape: tuple[int, ...], like: Tensor) -> Tensor:
        """Elements that stand for nothing at all, of the kind of `like`."""
        return like.new_full((*shape, *self.own), self.zero)


LOG: Final = Semiring(lambda log_weights: log_weights, torch.add, torch.logaddexp, torch.logsumexp, -torch.inf)
MAX: Final = replace(LOG, add=torch.maximum, sum=torch.amax)
MIN: Final = Semiring(torch.neg, torch.add, torch.minimum, torch.amin, torch.inf)
SUM: Final = Semiring(torch.exp, torch.mul, torch.add, torch.sum, 0.0)
COUNTING: Final = replace(SUM, lift=lambda log_weights: (log_weights > NEVER / 2).double())


class KBest(Semiring):
    """The k best log-weights, best first, (…, k); −inf where there are fewer."""

    def __init__(self, k: int) -> None:
        def best(elements: Tensor) -> Tensor:
            return elements.topk(k, -1).values

        super().__init__(
            lift=lambda weights: torch.nn.functional.pad(weights[..., None], (0, k - 1), value=-torch.inf),
            times=lambda first, second: best((first[..., :, None] + second[..., None, :]).flatten(-2)),
            add=lambda first, second: best(torch.cat([first, second], -1)),
            sum=lambda elements, dim: best(elements.movedim(dim, -1).flatten(-2)),
            zero=-torch.inf,
            own=(k,),
        )
