"""Rules that reshape the distribution of the next token, after what the constraint forbids has been taken out.

A warper takes log-probabilities (B, V) and the prefixes they follow, and gives log-probabilities whose rows sum to 1.
Forbidden tokens come as -inf and stay so, and of the others at least one is left: warpers can follow one another in
any order, under any constraint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

import numpy as np

from dsl.errors import ConfigurationError
from synth.decoding.model import LanguageModel, LogProbs, Prefix, log_normalised

Warper = Callable[[LogProbs, Sequence[Prefix]], LogProbs]


def temperature(tau: float) -> Warper:
    """p(v) ∝ exp(s_v / τ). Raises ConfigurationError unless τ is a number above 0."""
    if not 0 < tau < inf:
        raise ConfigurationError(f"a temperature of {tau} is no number above 0", hint="the limit towards 0 is greedy")
    return lambda scores, _: log_normalised(scores / tau)


def top_k(k: int) -> Warper:
    """The k most likely tokens, renormalised. Raises ConfigurationError below k = 1."""
    if k < 1:
        raise ConfigurationError(f"the {k} most likely tokens are none", hint="keep at least 1")

    def warp(scores: LogProbs, _: Sequence[Prefix]) -> LogProbs:
        if k >= scores.shape[1]:
            return log_normalised(scores)
        places = np.argpartition(scores, -k, axis=1)[:, -k:]  # (B, k)
        kept = np.full_like(scores, -np.inf)
        np.put_along_axis(kept, places, np.take_along_axis(scores, places, axis=1), axis=1)
        return log_normalised(kept)

    return warp


def nucleus(p: float) -> Warper:
    """The likeliest tokens of mass p or more (Holtzman et al. 2020). Raises ConfigurationError unless 0 < p ≤ 1."""
    if not 0 < p <= 1:
        raise ConfigurationError(f"a nucleus of mass {p} does not exist", hint="choose 0 < p ≤ 1")

    def warp(scores: LogProbs, _: Sequence[Prefix]) -> LogProbs:
        scores = log_normalised(scores)
        order = np.argsort(-scores, axis=1, kind="stable")  # (B, V)
        ordered = np.take_along_axis(scores, order, axis=1)
        before = np.cumsum(np.exp(ordered), axis=1) - np.exp(ordered)  # the mass of what is likelier
        ordered[before >= p] = -np.inf
        kept = np.empty_like(scores)
        np.put_along_axis(kept, order, ordered, axis=1)
        return log_normalised(kept)

    return warp


def contrastive(amateur: LanguageModel, *, plausible: float = 0.1, strength: float = 1.0) -> Warper:
    """What the model likes better than a weaker one does (Li et al. 2022): p(v) ∝ p(v) / p_amateur(v)^strength.

    Only among tokens at least `plausible` times as likely as the likeliest allowed one.
    Raises ConfigurationError unless 0 < plausible ≤ 1.
    """
    if not 0 < plausible <= 1:
        raise ConfigurationError(f"plausible = {plausible} keeps no token", hint="choose 0 < plausible ≤ 1")

    def warp(scores: LogProbs, prefixes: Sequence[Prefix]) -> LogProbs:
        kept = scores >= scores.max(axis=1, keepdims=True) + np.log(plausible)  # (B, V)
        kept &= scores > -np.inf
        # an amateur that rules a token out altogether is no reason to prefer it without bound
        weaker = np.maximum(amateur.log_probs(prefixes), _FAINT)  # (B, V)
        return log_normalised(np.where(kept, scores - strength * weaker, -np.inf))

    return warp


_FAINT = np.log(1e-12)
