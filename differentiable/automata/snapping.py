"""From a trained automaton back to an exact regex, with a certificate of how far both agree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import floor, log, log1p
from sys import maxsize
from typing import Final, TypeAlias

import torch
from torch import Tensor

from dsl.automata.components import reached
from dsl.automata.dfa import DFA
from dsl.automata.elimination import to_expression
from dsl.expressions.expression import Expression
from dsl.regex import Regex

MAX_SIZE: Final = 500  # nodes of a regex: nobody reads a longer one
Minimise: TypeAlias = Callable[[DFA, Expression], Expression]


@dataclass(frozen=True)
class SnapBack:
    """What an automaton of a bank snaps back to: the minimal `automaton`, and of mode accept its certificate.

    `epsilon` is the most that a row gives away to other states; up to `certified_length` symbols both decide alike
    (docs/design.md, "Snapping back").
    """

    automaton: DFA
    epsilon: float | None = None
    certified_length: int | None = None
    minimise: Minimise | None = None

    @cached_property
    def language(self) -> Regex:
        """The regex, made when first asked for. Raises LimitError where it would be too large to be of use."""
        expression = to_expression(self.automaton, max_size=MAX_SIZE)
        return Regex(expression if self.minimise is None else self.minimise(self.automaton, expression))

    @property
    def pattern(self) -> str:
        """The pattern of the regex, for `re.fullmatch`. Raises LimitError."""
        return self.language.pattern


def snap_back(automaton: DFA, soft: tuple[Tensor, Tensor] | None, minimise: Minimise | None) -> SnapBack:
    """Snap to `automaton`, with the certificate for the probabilities of arcs (V, Q, Q) and of accepting (Q,)."""
    minimal = automaton.minimise()
    if soft is None:
        return SnapBack(minimal, minimise=minimise)
    epsilon, eta = _given_away(automaton, *soft)
    return SnapBack(minimal, epsilon, certified_length(epsilon, eta), minimise)


def certified_length(epsilon: float, eta: float = 0.0) -> int:
    """The largest L with (1 − ε)^L · (1 − η) > 1/2; `eta`, η, is the most by which accepting misses 0 or 1."""
    if eta >= 0.5 or epsilon >= 1.0:
        return 0
    room = log(2.0) + log1p(-eta)  # what the logarithm of the way may lose
    return maxsize if epsilon == 0.0 else max(0, floor(min(room / -log1p(-epsilon), 2.0**62) * (1.0 - 1e-9)))


def _given_away(automaton: DFA, arcs: Tensor, accepting: Tensor) -> tuple[float, float]:
    """The largest ε of a row and the largest η of accepting, over the states that strings come to."""
    walked = reached([0], lambda state: automaton.table[state])
    states = [state for state in walked if state < len(accepting)]  # without the sink for what no string contains
    following = torch.tensor(automaton.table)[states]  # (R, V)
    others = arcs.cpu().double().transpose(0, 1)[states]  # (R, V, Q)
    others.scatter_(-1, following.clamp(max=len(accepting) - 1)[..., None], 0.0)
    given = others.sum(-1)[following < len(accepting)]  # summed: 1 − max would round to 0
    hard = torch.tensor(automaton.accepting, dtype=torch.float64)[states]
    return float(given.max()), float((accepting.cpu().double()[states] - hard).abs().max())
