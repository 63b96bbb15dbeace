"""6: DBPedia, what an article is about (Zhang et al. 2015)."""

from __future__ import annotations

import csv
from typing import Final

from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.tasks.classification.text import TextClassification, words

LONGEST: Final = 100


class DBPedia(TextClassification):
    """Fourteen classes, from the abstract alone."""

    number, name, title = 6, "dbpedia", "DBPedia classes"
    data_sets = ("dbpedia",)

    def splits(self, data: Data, profile: str) -> Splits:
        return Splits(_part(data, "train"), {"test": _part(data, "test")})


def _part(data: Data, split: str) -> Part:
    official = data.has("dbpedia", f"{split}.csv")
    rows = csv.reader(data.lines("dbpedia", f"{split}.csv" if official else f"derived/{split}.csv"))
    return Part([Example(words(row[2])[:LONGEST], row[0]) for row in rows], "official" if official else "derived")
