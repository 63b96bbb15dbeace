"""The product of a model of finitely many states and a constraint, as a graph in flat arrays."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.errors import LimitError
from synth.decoding.constraint import Constraint, State, unpack
from synth.decoding.models.finite_state import FiniteStateModel

MAX_ARCS: Final = 2_000_000
FINAL: Final = 0  # the node behind the end of a text
START: Final = 1
END_OF_TEXT: Final = -1  # the token of an arc to FINAL

Node = tuple[State, State, int]  # of the model, of the constraint, tokens so far (0 where there is no limit)


class Product:
    """Nodes are numbered; arc i leads from `sources[i]` to `targets[i]` by `tokens[i]` and weighs `weights[i]`.

    Arcs are sorted by source, those of a node beginning at `firsts[node]`; each node has one at least. With a `limit`
    every path to FINAL has at most so many tokens. Raises LimitError beyond two million arcs.
    """

    def __init__(self, model: FiniteStateModel, constraint: Constraint, limit: int | None) -> None:
        self._model, self._constraint, self._limit = model, constraint, limit
        self._numbers: dict[Node, int] = {}
        self._nodes: list[Node] = []
        sources, targets, tokens, weights = [FINAL], [FINAL], [END_OF_TEXT], [1.0]
        self._number((model.start(), constraint.start(), 0))
        for number, node in enumerate(self._nodes, start=START):  # grows while it is walked
            for token, weight, target in self._arcs(node):
                sources.append(number)
                targets.append(target)
                tokens.append(token)
                weights.append(weight)
            if len(sources) > MAX_ARCS:
                hint = "give a limit of fewer tokens, or use particles instead"
                raise LimitError("the product of model and language is too large to be written out", hint=hint)
        self.sources: NDArray[np.int64] = np.array(sources)
        self.targets: NDArray[np.int64] = np.array(targets)
        self.tokens: NDArray[np.int64] = np.array(tokens)
        self.weights: NDArray[np.float64] = np.array(weights)
        self.firsts: NDArray[np.int64] = np.searchsorted(self.sources, np.arange(len(self)))

    def __len__(self) -> int:
        return len(self._nodes) + 1

    def _arcs(self, node: Node) -> list[tuple[int, float, int]]:
        state, inside, length = node
        stop = self._model.stop(state) if self._constraint.accepts(inside) else 0.0
        arcs = [(END_OF_TEXT, stop, FINAL)]
        for token in self._allowed(inside, length):
            behind = self._constraint.advance(inside, token)
            following = length if self._limit is None else length + 1
            for weight, target in self._model.arcs(state, token):
                arcs.append((token, weight, self._number((target, behind, following))))
        return arcs

    def _allowed(self, inside: State, length: int) -> list[int]:
        if self._limit is None:
            bits = self._constraint.allowed(inside)
        elif length < self._limit:
            bits = self._constraint.allowed_within(inside, self._limit - length)
        else:
            return []
        allowed = unpack(bits, self._model.vocabulary_size)
        allowed[self._model.end] = False
        found: list[int] = np.flatnonzero(allowed).tolist()
        return found

    def _number(self, node: Node) -> int:
        number = self._numbers.get(node)
        if number is None:
            self._nodes.append(node)
            number = self._numbers[node] = len(self._nodes)
        return number
