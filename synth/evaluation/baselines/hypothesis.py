"""What the second text of a pair gives away by itself (Gururangan et al. 2018)."""

from __future__ import annotations

from itertools import pairwise

from synth.evaluation.example import Splits
from synth.evaluation.metrics.libraries import evaluation_extra


def hypothesis_only(splits: Splits, seed: int) -> dict[str, list[str]]:
    """Logistic regression over the words and pairs of neighbours of the second text alone."""
    with evaluation_extra("linear models"):
        from sklearn.feature_extraction.text import CountVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline
    model = make_pipeline(
        CountVectorizer(analyzer=_features, binary=True), LogisticRegression(C=0.1, max_iter=200, random_state=seed)
    )
    train = splits.train.examples
    model.fit([example.second for example in train], [example.target for example in train])
    return {
        name: list(map(str, model.predict([example.second for example in part.examples])))
        for name, part in splits.tests.items()
    }


def _features(words: tuple[str, ...]) -> list[str]:
    return [*words, *(f"{one} {other}" for one, other in pairwise(words))]
