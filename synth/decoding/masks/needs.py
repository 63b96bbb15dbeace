"""How many tokens a text needs at least to end: none has more than so many characters, or so many of one kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final

import numpy as np
from numpy.typing import NDArray

from synth.decoding.masks.network import Network
from synth.decoding.masks.parser import Item, Parser
from synth.decoding.masks.spelling import Spelling

MAX_KINDS: Final = 8  # of characters, those whose absence is felt most
COMPARED: Final = 32  # kinds, those that most positions read alone
MAX_WORK: Final = 100_000  # positions times kinds that are compared


class Needs:
    """Bounds for the states of a parser. `spellings` are the tokens from all states of utf8."""

    def __init__(self, network: Network, parser: Parser, spellings: Sequence[Spelling]) -> None:
        self._parser = parser
        alone = Counter(atom for atoms in network.reads if len(atoms) == 1 for atom in atoms)
        compared = alone.most_common(min(COMPARED, MAX_WORK // max(1, len(network.reads))))
        kinds = [(atom, most) for atom, _ in compared if (most := max(one.most(atom) for one in spellings))]
        prices = [[float(atoms == {atom}) for atoms in network.reads] for atom, _ in kinds]
        mosts = [max(1, *(one.deepest for one in spellings)), *(most for _, most in kinds)]
        behind = np.array([network.rests, *map(network.least_behind, prices)]).T / mosts
        felt = np.where(np.isfinite(behind), behind, 0.0).sum(axis=0)
        chosen = [0, *(1 + np.argsort(-felt[1:], kind="stable")[:MAX_KINDS])]
        self._behind = behind[:, chosen]  # (positions, kinds), in tokens
        self._with = self._behind + (np.array([[1.0] * len(network.reads), *prices]).T / mosts)[:, chosen]
        self._below: dict[int, NDArray[np.float64]] = {}  # by stack
        self._tokens: dict[int, int] = {}

    def tokens(self, state: int) -> int:
        """A number of tokens that is certainly needed to end a text in a state of the parser."""
        tokens = self._tokens.get(state)
        if tokens is None:
            parser = self._parser
            least = 0.0 if parser.accepting[state] else self._least(self._with, parser.items(state)).max()
            tokens = self._tokens[state] = ceil(least - 1e-9)
        return tokens

    def _least(self, prices: NDArray[np.float64], items: Iterable[Item]) -> NDArray[np.float64]:
        nothing = np.zeros(prices.shape[1])
        rows = [prices[place] + self._under(stack) if place >= 0 else nothing for place, stack in items]
        least: NDArray[np.float64] = np.minimum.reduce(rows)
        return least

    def _under(self, stack: int) -> NDArray[np.float64]:
        """What must come behind the rule of a stack, as a table of those not known yet is filled."""
        if stack not in self._below:
            new = [stack]
            for one in new:  # grows while it is walked
                self._below[one] = np.full(self._with.shape[1], np.inf)
                callers = {below for place, below in self._parser.callers(one) if place >= 0}
                new.extend(callers - self._below.keys())
            changed = True
            while changed:  # stacks may hold themselves
                changed = False
                for one in reversed(new):
                    least = self._least(self._behind, self._parser.callers(one))
                    changed |= bool((least != self._below[one]).any())
                    self._below[one] = least
        return self._below[stack]
