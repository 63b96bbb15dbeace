"""5: the Stanford Sentiment Treebank, two classes, whole sentences (Socher et al. 2013)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from synth.evaluation.baselines.majority import majority
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.heads.classification import Classification
from synth.evaluation.heads.head import Material
from synth.evaluation.metrics.accuracy import accuracy
from synth.evaluation.task import Settings, Task


class SST2(Task):
    """Positive or negative; sentences alone, without the phrases that they are made of."""

    number, name, title = 5, "sst2", "SST-2"
    data_sets = ("sst2",)
    settings: ClassVar = {
        "minutes": Settings(epochs=4, train=3000, test=1000),
        "cpu": Settings(),
        "full": Settings(),
    }
    baselines: ClassVar = {"trivial": majority}

    def splits(self, data: Data, profile: str) -> Splits:
        return Splits(_part(data, "train"), {"test": _part(data, "test")}, _part(data, "valid"))

    def head(self, width: int, material: Material) -> Classification:
        return Classification(width, material)

    def score(self, gold: Sequence[Any], predicted: Sequence[Any]) -> dict[str, float]:
        return accuracy(gold, predicted)


def _part(data: Data, split: str) -> Part:
    rows = [line.rpartition("\t") for line in data.lines("sst2", f"{split}.tsv")[1:]]
    return Part([Example(tuple(text.split()), label) for text, _, label in rows])
