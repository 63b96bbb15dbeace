"""A bank of deterministic automata as tensors (docs/design.md, "Relaxed automata")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import torch
from torch import Tensor

from differentiable.automata.alphabet import Alphabet
from dsl.automata.dfa import DFA
from dsl.errors import LimitError
from dsl.expressions.expression import Expression


@dataclass(frozen=True, eq=False)
class DFATensor:
    """D complete automata over one alphabet of V symbols, all with state 0 as start and padded to Q states.

    `following` (D, Q, V) are the next states, `accepting` (D, Q) says where a word may end, `sizes` how many states
    each automaton has: those behind are reached from nowhere.
    """

    alphabet: Alphabet
    following: Tensor
    accepting: Tensor
    sizes: tuple[int, ...]

    @classmethod
    def compile(
        cls, expressions: Sequence[Expression], alphabet: Alphabet, *, max_states: int, states: int = 1
    ) -> DFATensor:
        """The minimal automata, padded to `states` states. Raises LimitError, with the pattern, over `max_states`."""
        automata = [_minimal(expression, alphabet, max_states) for expression in expressions]
        return cls.of(automata, alphabet, states=states)

    @classmethod
    def of(cls, automata: Sequence[DFA], alphabet: Alphabet, *, states: int = 1) -> DFATensor:
        """Automata over the atoms of `alphabet`, padded to at least `states` states."""
        sizes = tuple(map(len, automata))
        padded = max(states, *sizes)
        following = torch.arange(padded)[None, :, None].repeat(len(automata), 1, len(alphabet))
        accepting = torch.zeros(len(automata), padded, dtype=torch.bool)
        for number, automaton in enumerate(automata):
            following[number, : len(automaton)] = torch.tensor(automaton.table)
            accepting[number, : len(automaton)] = torch.tensor(automaton.accepting)
        return cls(alphabet, following, accepting, sizes)

    def to(self, device: torch.device) -> DFATensor:
        """The same on another device."""
        return replace(self, following=self.following.to(device), accepting=self.accepting.to(device))

    def log_transitions(self) -> Tensor:
        """T[d, i, j, v] = 0 where automaton d goes from i to j by reading v, else −∞; (D, Q, Q, V)."""
        hit = self.following[:, :, None] == torch.arange(self.following.shape[1])[:, None]  # (D, Q, Q, V)
        return torch.where(hit, 0.0, -torch.inf)

    def packed(self) -> Tensor:
        """All automata as one of ΣQ states, side by side, (ΣQ, ΣQ, V): block-diagonal, −∞ off the blocks."""
        tensor = torch.full((sum(self.sizes), sum(self.sizes), len(self.alphabet)), -torch.inf)
        ends = list(accumulate(self.sizes))
        for own, size, end in zip(self.log_transitions(), self.sizes, ends, strict=True):
            tensor[end - size : end, end - size : end] = own[:size, :size]
        return tensor

    def accepts(self, symbols: Tensor, lengths: Tensor) -> Tensor:
        """Whether each string is in each language, (B, D): exact. `symbols` is (B, L), `lengths` (B,)."""
        automata = torch.arange(len(self.sizes), device=symbols.device)
        state = symbols.new_zeros(len(symbols), len(self.sizes))  # (B, D)
        for step in range(symbols.shape[1]):
            reached = self.following[automata, state, symbols[:, step, None]]
            state = torch.where((step < lengths)[:, None], reached, state)
        accepted: Tensor = self.accepting[automata, state]
        return accepted

    def automaton(self, number: int) -> DFA:
        """One of the automata, not minimised."""
        table: list[list[int]] = self.following[number].tolist()
        accepting: list[bool] = self.accepting[number].tolist()
        return DFA(self.alphabet.atoms, table, accepting)


def _minimal(expression: Expression, alphabet: Alphabet, max_states: int) -> DFA:
    try:
        automaton = DFA.from_expression(expression, atoms=alphabet.atoms).minimise()
    except LimitError as error:
        raise LimitError(f"{expression}: {error.message}", hint=error.hint) from None
    if len(automaton) > max_states:
        message = f"{expression} needs {len(automaton):,} states, the limit of the bank is {max_states:,}"
        raise LimitError(message, hint="make the bank with a larger max_states")
    return automaton
