"""How well automata describe strings, in bits, without others to reject (docs/design.md, "Relaxed automata")."""

from __future__ import annotations

from math import log, log2

import torch
from torch import Tensor

from differentiable.automata.dfa_tensor import DFATensor


def description_lengths(automata: DFATensor, symbols: Tensor, lengths: Tensor) -> Tensor:
    """The bits of each automaton together with the strings, (D,) float64. `symbols` is (B, L), `lengths` (B,)."""
    alphabet = automata.alphabet
    minimal = [automata.automaton(number).minimise() for number in range(len(automata.sizes))]
    automata = DFATensor.of(minimal, alphabet)
    count, states = automata.accepting.shape
    live = torch.zeros(count, states, dtype=torch.bool)
    for number, automaton in enumerate(minimal):
        live[number, : len(automaton)] = torch.tensor(automaton.live())
    arcs = live.gather(1, automata.following.flatten(1)).view_as(automata.following) & live[..., None]  # (D, Q, V)
    choices = torch.cat([arcs, (automata.accepting & live)[..., None]], 2)  # (D, Q, V + 1)
    taken, accepted = _taken(automata, symbols, lengths)
    each = choices.sum(2).double()  # (D, Q)
    adaptive = torch.lgamma(taken.sum(2) + each) - torch.lgamma(each) - torch.lgamma(taken + 1.0).sum(2)
    of_strings = torch.where(live, adaptive, 0.0).sum(1) / log(2)
    of_arcs = arcs.sum((1, 2)) * (live.sum(1).clamp(min=1).log2() + log2(len(alphabet)))
    outside = ((~accepted) * (lengths + 1.0)[:, None]).sum(0) * log2(len(alphabet) + 1) + (~accepted).sum(0)
    return of_arcs + live.sum(1) + of_strings + outside


def _taken(automata: DFATensor, symbols: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
    """How often accepted strings take each arc or end in a state, (D, Q, V + 1), and which are accepted, (B, D)."""
    accepted = automata.accepts(symbols, lengths)
    numbers = torch.arange(accepted.shape[1]).expand_as(accepted)
    taken = torch.zeros(*automata.accepting.shape, len(automata.alphabet) + 1, dtype=torch.float64)
    state = torch.zeros_like(numbers)
    for step in range(symbols.shape[1] + 1):
        ends = (lengths == step)[:, None]
        symbol = symbols[:, min(step, symbols.shape[1] - 1), None].expand_as(state) if symbols.shape[1] else state
        choice = torch.where(ends, len(automata.alphabet), symbol)
        counts = (accepted & (lengths >= step)[:, None]).double()
        taken.index_put_((numbers, state, choice), counts, accumulate=True)
        state = automata.following[numbers, state, symbol]
    return taken, accepted
