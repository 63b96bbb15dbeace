"""Training signals, each a mean for each automaton of a bank, (D,) (docs/design.md, "Relaxed automata", losses)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from differentiable.automata.dfa_tensor import DFATensor
from differentiable.bank import RegexBank


def cross_entropy(log_odds: Tensor, labels: Tensor) -> Tensor:
    """The cross-entropy in nats of labels in [0, 1], given `RegexBank.log_odds`, both (B, D); -> (D,)."""
    found: Tensor = nn.functional.binary_cross_entropy_with_logits(log_odds, labels, reduction="none")
    return found.mean(0)


def contrastive(true: Tensor, corrupted: Tensor) -> Tensor:
    """InfoNCE (van den Oord et al. 2018), nats, of log-scores: a string, (B, D), or corruptions, (K, B, D); -> (D,)."""
    return (torch.cat([true[None], corrupted]).logsumexp(0) - true).mean(0)


def likelihood(log_probabilities: Tensor) -> Tensor:
    """Minus the log-likelihood of strings, in nats a string, given those that a bank says, (B, D); -> (D,)."""
    return -log_probabilities.mean(0)


def to_automata(bank: RegexBank, automata: DFATensor) -> Tensor:
    """KL(T ‖ P) of the rows of mode accept from hard automata T, that is −log P[i, v, δ(i, v)], a mean; -> (D,).

    The mean is over the rows that have a δ(i, v): symbols that no string may contain lead out of the bank.
    """
    log_arcs = (bank.arcs / bank.temperature).log_softmax(-1)  # (D, Q, V, Q)
    targets, inside = _targets(bank, automata)
    return _mean(-log_arcs.gather(-1, targets[..., None]).squeeze(-1), inside)


def from_automata(bank: RegexBank, automata: DFATensor, smoothing: float = 0.01) -> Tensor:
    """KL(P ‖ T) of the rows of mode accept, a mean over the rows as in `to_automata`; -> (D,).

    T is smoothed, without which it is infinite: it goes to the right state with 1 − `smoothing` and to any, the right
    one among them, with an equal share of the rest. Raises ValueError unless 0 < `smoothing` < 1.
    """
    if not 0.0 < smoothing < 1.0:
        raise ValueError(f"smoothing must lie between 0 and 1, not be {smoothing}")
    log_arcs = (bank.arcs / bank.temperature).log_softmax(-1)  # (D, Q, V, Q)
    rest = smoothing / log_arcs.shape[-1]
    targets, inside = _targets(bank, automata)
    wanted = torch.full_like(log_arcs, rest).scatter(-1, targets[..., None], 1.0 - smoothing + rest)
    return _mean((log_arcs.exp() * (log_arcs - wanted.log())).sum(-1), inside)


def sparse(bank: RegexBank, dead: Tensor) -> Tensor:
    """Nats that rows of mode accept take to lead to a dead state, (D, Q), summed, 0 without one; -> (D,)."""
    log_arcs = (bank.arcs / bank.temperature).log_softmax(-1)  # (D, Q, V, Q)
    to_dead = log_arcs.masked_fill(~dead[:, None, None], -torch.inf).logsumexp(-1)  # (D, Q, V)
    counted = ~dead[..., None] & dead.any(-1)[:, None, None]
    return -torch.where(counted, to_dead, 0.0).sum((1, 2))


def _targets(bank: RegexBank, automata: DFATensor) -> tuple[Tensor, Tensor]:
    """Where each row leads, (D, Q, V), and whether that is inside the bank, not the sink behind its states."""
    states = bank.arcs.shape[1]
    following = automata.following[:, :states].to(bank.arcs.device)
    return following.clamp(max=states - 1), following < states


def _mean(rows: Tensor, counted: Tensor) -> Tensor:
    # (D, Q, V) -> (D,); an automaton may have no row that counts
    return (rows * counted).sum((1, 2)) / counted.sum((1, 2)).clamp(min=1)
