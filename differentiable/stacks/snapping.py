"""From a table of probabilities back to a grammar, with a certificate of how far both agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor, log, log1p
from sys import maxsize

import torch
from torch import Tensor

from dsl.errors import LookaheadError
from dsl.grammar import Grammar
from dsl.grammars.predictive.lookahead import END
from dsl.grammars.predictive.machine import BOTTOM, ERROR, START_SYMBOL, StackMachine
from dsl.grammars.predictive.table import PredictiveTable


@dataclass(frozen=True)
class PushdownSnapBack:
    """What a table snaps back to.

    machine            does what is likeliest
    epsilon            the most that a cell gives away to other actions, ε
    certified_length   up to so many symbols both decide alike: a run of T steps stays that of the machine with at least
                       (1 − ε)^T, which is above ½ for all T that a string of this length can take
    """

    machine: StackMachine
    epsilon: float
    certified_length: int

    @cached_property
    def grammar(self) -> Grammar:
        """The machine as rules. It is the same language when there are no `conflicts`. Raises LookaheadError."""
        return self.machine.grammar()

    @cached_property
    def conflicts(self) -> tuple[str, ...]:
        """Where the grammar, read with the lookahead of the machine, would do something else; () when nowhere."""
        try:
            again = PredictiveTable.compile(self.grammar, self.machine.k, self.machine.atoms).machine
        except LookaheadError as error:
            return (error.message,)
        return tuple(differences(self.machine, again))

    def accuracy(self, accepted: Sequence[str], rejected: Sequence[str] = ()) -> float:
        """The share of held-out strings that the machine decides rightly."""
        found = self.machine.accepts_all([*accepted, *rejected])
        right = [is_inside == (place < len(accepted)) for place, is_inside in enumerate(found)]
        return sum(right) / max(len(right), 1)


def snap_back(machine: StackMachine, log_table: Tensor) -> PushdownSnapBack:
    """Snap to `machine`, with the certificate for the logarithms (N, W, A) of the probabilities of its actions."""
    epsilon = _given_away(machine, log_table)
    return PushdownSnapBack(machine, epsilon, certified_length(machine, epsilon))


def certified_length(machine: StackMachine, epsilon: float) -> int:
    """The most symbols L of which no run takes more steps than (1 − ε)^T > ½ allows.

    A symbol read is a step, and each symbol left behind that may be taken away unread another: T ≤ L · (1 + M) + 2.
    """
    if epsilon >= 0.5:
        return 0
    pops = {symbol for symbol, row in enumerate(machine.cells.tolist()) if any(_is_pop(machine, a) for a in row)}
    most = max(sum(symbol in pops for symbol in left) for left in machine.writes)
    steps = maxsize if epsilon == 0.0 else floor(min(log(2.0) / -log1p(-epsilon), 2.0**62) * (1.0 - 1e-9))
    return max(0, (steps - 2) // (1 + most))


def _is_pop(machine: StackMachine, action: int) -> bool:
    return action != ERROR and not machine.reads[action]


def _given_away(machine: StackMachine, log_table: Tensor) -> float:
    """The largest ε of a cell that the machine can come to."""
    symbols = _reached(machine)
    table = log_table.cpu().double()[symbols].exp()  # (R, W, A)
    chosen = torch.from_numpy(machine.cells).long()[symbols][..., None]  # (R, W, 1)
    return float(table.scatter(-1, chosen, 0.0).sum(-1).max())  # summed: 1 − max would round to 0


def _reached(machine: StackMachine) -> list[int]:
    """The symbols that can come to lie on the stack."""
    found = [BOTTOM, START_SYMBOL]
    for symbol in found:
        for action in machine.cells[symbol].tolist():
            found.extend(left for left in dict.fromkeys(machine.writes[action]) if left not in found)
    return found


def differences(machine: StackMachine, other: StackMachine) -> list[str]:
    """Where two machines over the same atoms and lookahead do something else, walked through side by side.

    Where one takes a symbol away before what nothing below it could read, the other may reject at once.
    """
    found: list[str] = []
    pending = [(START_SYMBOL, START_SYMBOL)]
    other_column = {text: column for column, text in enumerate(other.texts)}
    for one, another in pending:
        for column, text in enumerate(machine.texts):
            if not text or (len(text) < machine.k and text != (END,) * machine.k):
                continue
            action = int(machine.cells[one, column])
            match = other_column.get(text, other_column.get(text[:1], 0))
            counterpart = int(other.cells[another, match])
            left, left_there = machine.writes[action], other.writes[counterpart]
            if _is_pop(machine, action) and counterpart == ERROR:
                continue
            kinds = [(a == ERROR, m.reads[a]) for m, a in ((machine, action), (other, counterpart))]
            if kinds[0] != kinds[1] or len(left) != len(left_there):
                seen = " ".join("the end" if atom == END else repr(machine.atoms.specimen(atom)) for atom in text)
                found.append(f"{machine.names[one] or 'the bottom'} before {seen}")
                continue
            pending.extend(pair for pair in zip(left, left_there, strict=True) if pair not in pending)
    return found
