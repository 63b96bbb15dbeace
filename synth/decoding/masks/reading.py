"""What tokens can be read in a state, found rule by rule, whoever calls it (compare XGrammar, Dong et al. 2024).

Inside a rule it is found once for each local state, with the nodes of the trie at which the rule may have ended; from
there reading goes on where the callers do.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from synth.decoding.masks.parser import Parser, Part
from synth.decoding.masks.spelling import Spelling

_ROOT, _NOWHERE = 0, 1  # sets of nodes by their numbers


class Reading:
    """The masks of the states of a parser for the tokens of one spelling, uint32 (words,)."""

    def __init__(self, parser: Parser, spelling: Spelling, words: int) -> None:
        self._parser, self._spelling, self._words = parser, spelling, words
        self._nodes = [np.zeros(1, dtype=np.int32), np.zeros(0, dtype=np.int32)]
        self._numbers = {nodes.tobytes(): number for number, nodes in enumerate(self._nodes)}
        self._found: dict[tuple[int, int], tuple[NDArray[np.uint32], int]] = {}

    def mask(self, state: int) -> NDArray[np.uint32]:
        """The tokens that can be read in a state."""
        mask = np.zeros(self._words, dtype=np.uint32)
        pending: list[tuple[int, Part]] = [(_ROOT, part) for part in self._parser.parts(state)]
        seen = set(pending)
        for nodes, (local, stack) in pending:  # grows while it is walked
            inside, exits = self._read(nodes, local)
            mask |= inside
            if exits != _NOWHERE:
                new = {(exits, part) for part in self._parser.returns(stack)} - seen
                seen |= new
                pending.extend(new)
        return mask

    def _read(self, nodes: int, local: int) -> tuple[NDArray[np.uint32], int]:
        """The tokens that go on from `nodes` in a local state without leaving it, and the nodes where it may end."""
        found = self._found.get((nodes, local))
        if found is None:
            arrivals, exits = self._spelling.walk(self._parser, local, self._nodes[nodes])
            mask = np.zeros(self._words, dtype=np.uint32)
            self._spelling.mark(arrivals[:, 0], mask)
            found = self._found[nodes, local] = mask, self._number(exits)
        return found

    def _number(self, nodes: NDArray[np.int32]) -> int:
        key = np.sort(nodes).tobytes()
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._nodes)
            self._nodes.append(nodes)
        return number
