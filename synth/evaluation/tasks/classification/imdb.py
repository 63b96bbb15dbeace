"""5: IMDB, reviews of films (Maas et al. 2011)."""

from __future__ import annotations

import json
from typing import Any, ClassVar, Final

from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.task import Settings
from synth.evaluation.tasks.classification.text import TextClassification, words

LONGEST: Final = 200  # tokens of a review that are read, its first ones


class IMDB(TextClassification):
    """Positive or negative, from the beginning of a review."""

    number, name, title = 5, "imdb", "IMDB reviews"
    data_sets = ("imdb",)
    settings: ClassVar = {
        "minutes": Settings(epochs=2, train=500, test=500),
        "cpu": Settings(epochs=8),
        "full": Settings(epochs=3),
    }

    def splits(self, data: Data, profile: str) -> Splits:
        return Splits(_part(data, "train"), {"test": _part(data, "test")})


def _part(data: Data, split: str) -> Part:
    rows: list[dict[str, Any]] = [json.loads(line) for line in data.lines("imdb", f"{split}.jsonl")]
    examples = [Example(words(row["text"].replace("<br />", " "))[:LONGEST], str(row["label"])) for row in rows]
    return Part(examples, "official" if len(rows) == 25_000 else "slice")
