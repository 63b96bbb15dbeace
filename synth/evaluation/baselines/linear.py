"""Linear models over counts of words and of pairs of neighbours, by scikit-learn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from operator import attrgetter
from typing import Any

from dsl.errors import MissingExtraError
from synth.evaluation.example import Example, Splits


def logistic(splits: Splits, seed: int) -> dict[str, list[Any]]:
    """Logistic regression over weighted counts (tf-idf) of words and pairs. Raises MissingExtraError."""
    features = _imported("feature_extraction.text", "TfidfVectorizer")(analyzer=_pairs, min_df=2, sublinear_tf=True)
    model = _imported("linear_model", "LogisticRegression")(max_iter=1000, C=10, random_state=seed)
    return _answers(features, model, splits)


def naive_bayes(splits: Splits, seed: int) -> dict[str, list[Any]]:
    """Naive Bayes over which words and pairs occur (Wang and Manning 2012). Raises MissingExtraError."""
    features = _imported("feature_extraction.text", "CountVectorizer")(analyzer=_pairs, binary=True)
    return _answers(features, _imported("naive_bayes", "MultinomialNB")(), splits)


def hypothesis_only(splits: Splits, seed: int) -> dict[str, list[Any]]:
    """Logistic regression over what the second text of a pair gives away by itself (Gururangan et al. 2018).

    Raises MissingExtraError.
    """
    features = _imported("feature_extraction.text", "CountVectorizer")(analyzer=_pairs, binary=True)
    model = _imported("linear_model", "LogisticRegression")(max_iter=200, C=0.1, random_state=seed)
    return _answers(features, model, splits, attrgetter("second"))


def _imported(module: str, name: str) -> Any:  # noqa: ANN401 (a class of scikit-learn)
    try:
        return getattr(import_module(f"sklearn.{module}"), name)
    except ModuleNotFoundError:
        raise MissingExtraError("linear models", "sklearn") from None


def _words(example: Example) -> Sequence[str]:
    return [token.lower() for token in example.tokens]


def _answers(
    features: Any,  # noqa: ANN401 (of scikit-learn)
    model: Any,  # noqa: ANN401
    splits: Splits,
    words: Callable[[Example], Sequence[str]] = _words,
) -> dict[str, list[Any]]:
    train = splits.train.examples
    model.fit(features.fit_transform(map(words, train)), [example.target for example in train])
    return {
        name: model.predict(features.transform(map(words, part.examples))).tolist()
        for name, part in splits.tests.items()
    }


def _pairs(words: Sequence[str]) -> list[str]:
    return [*words, *(f"{one} {other}" for one, other in pairwise(words))]
