"""6: AG News, topics of news (Zhang et al. 2015)."""

from __future__ import annotations

import csv
from typing import Final

from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.tasks.classification.text import TextClassification, words

LONGEST: Final = 100


class AGNews(TextClassification):
    """Four topics, from the description alone: the slice for training has no titles."""

    number, name, title = 6, "agnews", "AG News topics"
    data_sets = ("agnews",)

    def splits(self, data: Data, profile: str) -> Splits:
        return Splits(_part(data, "train", 120_000), {"test": _part(data, "test", 7_600)})


def _part(data: Data, split: str, whole: int) -> Part:
    rows = list(csv.reader(data.lines("agnews", f"{split}.csv")))
    return Part(
        [Example(words(row[2])[:LONGEST], row[0]) for row in rows], "official" if len(rows) == whole else "slice"
    )
