"""Mixtures of language models, such as a raw model with the priors of expressions and of a grammar: Σ_m β_m p_m(v | y)
with β = softmax(c) (docs/design.md, "Constrained decoding")."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from dsl.errors import ConfigurationError
from synth.decoding.model import LanguageModel, LogProbs, Prefix, log_normalised

# c for each prefix, (B, M), from the log-probabilities of the models, (M, B, V), and the prefixes
Weighing = Callable[[NDArray[np.float64], Sequence[Prefix]], NDArray[np.float64]]


class Mixture:
    """A language model whose next token comes from one of several, drawn anew for each token.

    A model that gives nothing any probability behind a prefix, since it could not have written it, is left out there.
    Where models have more tokens than others, as padding, the others give those none. Raises ConfigurationError on
    models with different end tokens.
    """

    def __init__(self, models: Sequence[LanguageModel], weighing: Weighing) -> None:
        self.models = list(models)
        self.weighing = weighing
        self.vocabulary_size, self.end = max(model.vocabulary_size for model in models), models[0].end
        if any(model.end != self.end for model in models):
            raise ConfigurationError("the models of a mixture have different end tokens", hint="use one tokenizer")

    def log_probs(self, prefixes: Sequence[Prefix]) -> LogProbs:
        rows = _rows(self.models, prefixes)  # (M, B, V)
        mixed: LogProbs = np.logaddexp.reduce(log_shares(self.weighing(rows, prefixes), rows)[..., None] + rows)
        return mixed  # (B, V)


def log_shares(weights: NDArray[np.float64], rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """log β (M, B) = log softmax(c) over the models that have an opinion, given c (B, M) and rows (M, B, V)."""
    silent = (rows == -np.inf).all(axis=-1).T  # (B, M)
    return log_normalised(np.where(silent, -np.inf, weights)).T


def fixed(weights: Sequence[float]) -> Weighing:
    """The same c for every token."""
    return lambda rows, prefixes: np.tile(np.asarray(weights, dtype=np.float64), (len(prefixes), 1))


def scheduled(schedule: Callable[[int], Sequence[float]]) -> Weighing:
    """c by how many tokens have been generated."""
    return lambda rows, prefixes: np.array([schedule(len(prefix)) for prefix in prefixes], dtype=np.float64)


class LearnedWeighing:
    """c = W f + b, where f are the entropies of the models, in nats, and the logarithm of the token's place.

    `fit` maximises the likelihood of texts under the mixture; its gradient by c_m is the posterior of model m less β_m.
    """

    def __init__(self, models: int) -> None:
        self.weights = np.zeros((models, models + 2))  # (M, features)

    def __call__(self, rows: NDArray[np.float64], prefixes: Sequence[Prefix]) -> NDArray[np.float64]:
        return _features(rows, prefixes) @ self.weights.T

    def fit(
        self, models: Sequence[LanguageModel], texts: Sequence[Prefix], *, steps: int = 300, rate: float = 0.5
    ) -> float:
        """Learn from texts, and give the mean log-likelihood of a token of theirs at the end."""
        prefixes = [text[:place] for text in texts for place in range(len(text) + 1)]
        tokens = [token for text in texts for token in (*text, models[0].end)]
        rows = _rows(models, prefixes)  # (M, B, V)
        features = _features(rows, prefixes)  # (B, features)
        chosen = rows[:, np.arange(len(tokens)), tokens]  # (M, B)
        for _ in range(steps):
            shares = log_shares(features @ self.weights.T, rows)  # (M, B)
            gradient = np.exp(log_normalised((shares + chosen).T)) - np.exp(shares.T)  # (B, M)
            self.weights += rate * gradient.T @ features / len(tokens)
        shares = log_shares(features @ self.weights.T, rows)
        return float(np.logaddexp.reduce(shares + chosen).mean())


def _rows(models: Sequence[LanguageModel], prefixes: Sequence[Prefix]) -> NDArray[np.float64]:
    rows = np.full((len(models), len(prefixes), max(model.vocabulary_size for model in models)), -np.inf)
    for row, model in zip(rows, models, strict=True):
        row[:, : model.vocabulary_size] = model.log_probs(prefixes)
    return rows  # (M, B, V)


def _features(rows: NDArray[np.float64], prefixes: Sequence[Prefix]) -> NDArray[np.float64]:
    entropies = -(np.exp(rows) * np.where(rows > -np.inf, rows, 0.0)).sum(axis=-1).T  # (B, M)
    places = np.log1p([[len(prefix)] for prefix in prefixes])  # (B, 1)
    return np.concatenate([entropies, places, np.ones_like(places)], axis=1)
