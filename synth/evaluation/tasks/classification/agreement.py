"""4: the number of a verb, from the words before it (Linzen et al. 2016).

Attractors are nouns between subject and verb whose number is the other one. Where there are more, VBP is more frequent
than in training, so that the mean over both classes is shown beside the accuracy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from differentiable.encoders import Encoder
from synth.evaluation.baselines.linear import logistic
from synth.evaluation.baselines.majority import majority
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.heads.head import Material
from synth.evaluation.metrics.accuracy import balanced_accuracy
from synth.evaluation.structured.number import FlippedLSTM, other_numbers
from synth.evaluation.task import Settings
from synth.evaluation.tasks.classification.text import TextClassification

FLIPPED: Final = "flipped"


def last_word(splits: Splits, seed: int) -> Mapping[str, Sequence[str]]:
    """Plural where the last word is: what attractors mislead."""
    return {
        name: ["VBP" if example.tokens[-1].endswith(("s", "NNS")) else "VBZ" for example in part.examples]
        for name, part in splits.tests.items()
    }


class Agreement(TextClassification):
    """VBZ or VBP behind a prefix of a sentence; tests have one, two and three attractors, by length.

    The encoder of its own is the LSTM, trained on sentences whose nouns behind prepositions have a number by chance.
    """

    number, name, title = 4, "agreement", "Linzen agreement"
    data_sets = ("agreement_linzen",)
    lower = False
    settings: ClassVar = {
        "minutes": Settings(epochs=3, train=4000, test=1000),
        "cpu": Settings(epochs=5, rate=3e-3),
        "full": Settings(epochs=5),
    }
    baselines: ClassVar = {"trivial": majority, "last-word": last_word, "logistic": logistic}
    own: ClassVar = (FLIPPED,)
    fixed: ClassVar = (FLIPPED,)
    score = staticmethod(balanced_accuracy)

    def encoder(self, name: str, width: int, material: Material) -> Encoder:
        if name != FLIPPED:
            return super().encoder(name, width, material)
        numbers = other_numbers(token for example in material.train for token in example.tokens)
        return FlippedLSTM(material.embedding, width, material.vocabulary.tokens, numbers)

    def splits(self, data: Data, profile: str) -> Splits:
        official = data.has("agreement_linzen", "train.tsv")
        where = "" if official else "derived/"
        train = _part(data, f"{where}train", "official" if official else "derived")
        valid = _part(data, f"{where}valid", "official" if official else "derived")
        marks = {1: "slice", 2: "official", 3: "official"}
        tests = {f"{count} attractors": _part(data, f"test_attractors{count}", marks[count]) for count in (1, 2, 3)}
        return Splits(train, {"no choice of attractors": valid, **tests})


def _part(data: Data, split: str, mark: Any) -> Part:  # noqa: ANN401 (a mark)
    rows = [line.partition("\t") for line in data.lines("agreement_linzen", f"{split}.tsv")]
    examples = [Example(tuple(text.split()), label) for label, _, text in rows]
    return Part([_grouped(example) for example in examples if example.tokens], mark)


def _grouped(example: Example) -> Example:
    length = len(example.tokens)
    group = "1-10 words" if length <= 10 else "11-20 words" if length <= 20 else "more than 20 words"
    return Example(example.tokens, example.target, group=group)
