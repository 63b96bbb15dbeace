"""7: CoLA, whether a sentence is acceptable (Warstadt et al. 2019).

Labels of the official test are not public: its two validation sets are the tests. At this size seeds differ by as much
as encoders do.
"""

from __future__ import annotations

from typing import ClassVar, Final

from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.metrics.matthews import matthews
from synth.evaluation.task import Settings
from synth.evaluation.tasks.classification.text import TextClassification, words

SHARES: Final = {"1": 0.7, "0": 0.3}  # of the sentences, in all splits


class CoLA(TextClassification):
    """Acceptable or not."""

    number, name, title, main = 7, "cola", "CoLA acceptability", "matthews"
    data_sets = ("cola",)
    lower: ClassVar = False
    settings: ClassVar = {
        "minutes": Settings(epochs=3, train=4000),
        "cpu": Settings(),
        "full": Settings(),
    }
    score = staticmethod(matthews)

    def splits(self, data: Data, profile: str) -> Splits:
        tests = {"in domain": _part(data, "valid"), "out of domain": _part(data, "valid_out_of_domain")}
        return Splits(_part(data, "train"), tests)

    def point(self, gold: str, predicted: str) -> float:
        """Both classes together count alike, as in the correlation."""
        return float(gold == predicted) / (2 * SHARES[gold])


def _part(data: Data, split: str) -> Part:
    rows = [line.split("\t") for line in data.lines("cola", f"{split}.tsv")]
    return Part([Example(words(row[3]), row[1]) for row in rows])
