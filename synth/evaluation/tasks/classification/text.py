"""What tasks share that give one label to a text."""

from __future__ import annotations

from typing import ClassVar

from synth.evaluation.baselines.linear import logistic, naive_bayes
from synth.evaluation.baselines.majority import majority
from synth.evaluation.heads.classification import Classification
from synth.evaluation.metrics.accuracy import accuracy
from synth.evaluation.task import Settings, Task


class TextClassification(Task):
    """One label for a text, scored by accuracy, beside linear models of words and pairs of words."""

    settings: ClassVar = {
        "minutes": Settings(epochs=3, train=2000, test=1000),
        "cpu": Settings(),
        "full": Settings(),
    }
    baselines: ClassVar = {"trivial": majority, "logistic": logistic, "naive-bayes": naive_bayes}
    head = Classification
    score = staticmethod(accuracy)


def words(text: str) -> tuple[str, ...]:
    """Words and signs of a text that is not cut into tokens: it's -> it ' s"""
    import re

    return tuple(re.findall(r"\w+|[^\w\s]", text))
