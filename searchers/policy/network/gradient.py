"""The estimator: losses whose gradients, on average over samples, are the wanted ones."""

from __future__ import annotations

import torch
from torch import Tensor


def policy_loss(log_probabilities: Tensor, rewards: Tensor, counts: Tensor) -> Tensor:
    """Minus the policy gradient (Williams 1992), with the mean of the other samples as each one's baseline.

    Shapes (distinct samples,); `counts` says how often each was drawn, in all at least twice. The baseline does not
    depend on the sample, so the mean of the estimate is exactly the gradient of the expected reward.
    """
    drawn = counts.sum()
    others = ((rewards * counts).sum() - rewards) / (drawn - 1)
    return -((rewards - others) * counts * log_probabilities).sum() / drawn


def mean_entropy(entropies: Tensor, counts: Tensor) -> Tensor:
    """The mean entropy of the choices along the samples; its gradient is that of the choices alone."""
    return (entropies * counts).sum() / counts.sum()


def likelihood_loss(log_probabilities: Tensor) -> Tensor:
    """Minus the mean log-likelihood of given sequences: what priority queue training adds (Abolafia et al. 2018)."""
    return -log_probabilities.mean() if len(log_probabilities) else torch.zeros((), device=log_probabilities.device)
