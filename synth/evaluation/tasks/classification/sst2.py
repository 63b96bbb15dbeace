"""5: the Stanford Sentiment Treebank, two classes, whole sentences (Socher et al. 2013)."""

from __future__ import annotations

from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.tasks.classification.text import TextClassification


class SST2(TextClassification):
    """Positive or negative; sentences alone, without the phrases that they are made of."""

    number, name, title = 5, "sst2", "SST-2 sentiment"
    data_sets = ("sst2",)

    def splits(self, data: Data, profile: str) -> Splits:
        return Splits(_part(data, "train"), {"test": _part(data, "test")}, _part(data, "valid"))


def _part(data: Data, split: str) -> Part:
    rows = [line.rpartition("\t") for line in data.lines("sst2", f"{split}.tsv")[1:]]
    return Part([Example(tuple(text.split()), label) for text, _, label in rows])
