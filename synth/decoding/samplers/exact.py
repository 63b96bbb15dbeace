"""Exact samples of p(y | y ∈ L) where the model has finitely many states (docs/design.md, "Constrained decoding")."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.errors import ConstraintError, LimitError
from synth.decoding.constraint import Constraint
from synth.decoding.model import Prefix
from synth.decoding.models.finite_state import FiniteStateModel
from synth.decoding.samplers.product import END_OF_TEXT, FINAL, START, Product

MAX_SWEEPS: Final = 100_000
_CLOSE: Final = 1e-13  # relative, between two sweeps


class ExactSampler:
    """p(y | y ∈ L), and with a `limit` p(y | y ∈ L, at most so many tokens).

    `log_mass` is the logarithm of what all these texts weigh together. Raises ConstraintError when that is nothing,
    LimitError when the product of model and constraint is too large, as under most grammars without a limit, or when
    the weights of an automaton add up to no finite mass.
    """

    def __init__(self, model: FiniteStateModel, constraint: Constraint, limit: int | None = None) -> None:
        self._product = Product(model, constraint, limit)
        self._ahead = self._sums()
        if not self._ahead[START] > 0:
            raise ConstraintError("the model gives no text of the language any weight", hint="smooth the model")
        self.log_mass = float(np.log(self._ahead[START]))

    def sample(self, count: int, rng: np.random.Generator | int | None = None) -> list[Prefix]:
        """`count` independent samples, exactly, from a stream or a seed."""
        stream = np.random.default_rng(rng)
        product, steps = self._product, self._steps()
        nodes = np.full(count, START)
        drawn = []
        while (running := np.flatnonzero(nodes != FINAL)).size:
            arcs = np.searchsorted(steps, nodes[running] + stream.random(len(running)), side="right")
            tokens = np.full(count, END_OF_TEXT)
            tokens[running] = product.tokens[arcs]
            nodes[running] = product.targets[arcs]
            drawn.append(tokens)
        rows = np.array(drawn).reshape(len(drawn), count).T  # (count, longest)
        return [tuple(row[row != END_OF_TEXT].tolist()) for row in rows]

    def most_likely(self) -> tuple[Prefix, float]:
        """The text of the heaviest path, and the logarithm of its share: max over y of log p(y | y ∈ L) where each text
        has one path, as under an n-gram."""
        product = self._product
        with np.errstate(divide="ignore"):
            weights = np.log(product.weights)  # (arcs,)
        best = np.full(len(product), -np.inf)  # (nodes,)
        best[FINAL] = 0.0
        chosen = np.zeros(len(product), dtype=np.int64)
        for _ in range(MAX_SWEEPS):
            through = weights + best[product.targets]  # (arcs,)
            highest = np.maximum.reduceat(through, product.firsts)  # (nodes,)
            better = highest > best + _CLOSE
            if not better.any():
                break
            # an arc is chosen when its node becomes better, so that arcs of no cost lead into no circle
            for arc in np.flatnonzero(better[product.sources] & (through == highest[product.sources]))[::-1]:
                chosen[product.sources[arc]] = arc
            best[better] = highest[better]
        else:
            raise _unbounded()
        tokens, node = [], START
        while node != FINAL:
            tokens.append(int(product.tokens[chosen[node]]))
            node = int(product.targets[chosen[node]])
        return tuple(tokens[:-1]), float(best[START]) - self.log_mass

    def _sums(self) -> NDArray[np.float64]:
        """`ahead` of each node, (nodes,), by sweeps: with a longest text, exact after as many as it has tokens."""
        product = self._product
        ahead = np.zeros(len(product))
        ahead[FINAL] = 1.0
        for _ in range(MAX_SWEEPS):
            before = ahead
            with np.errstate(over="ignore"):
                ahead = np.add.reduceat(product.weights * before[product.targets], product.firsts)
            if not np.isfinite(ahead).all():
                break
            if (np.abs(ahead - before) <= _CLOSE * ahead).all():
                return ahead
        raise _unbounded()

    def _steps(self) -> NDArray[np.float64]:
        """An increasing sequence over all arcs: the shares of a node's arcs fill what lies between it and the next."""
        product = self._product
        mass = product.weights * self._ahead[product.targets]  # (arcs,)
        shares = mass / np.maximum(self._ahead[product.sources], np.finfo(float).tiny)
        within = np.cumsum(shares)
        within -= (within - shares)[product.firsts][product.sources]
        # the last arc that has a share ends exactly where the next node begins
        last = np.maximum.reduceat(np.where(shares > 0, np.arange(len(shares)), -1), product.firsts)  # (nodes,)
        within[np.arange(len(shares)) >= last[product.sources]] = 1.0
        return np.minimum(within, 1.0) + product.sources


def _unbounded() -> LimitError:
    return LimitError("the weights of the model add up to no finite mass", hint="give a limit, or smaller weights")
