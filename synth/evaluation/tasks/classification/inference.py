"""19: whether one sentence follows from another; SNLI (Bowman et al. 2015), MultiNLI (Williams et al. 2018) and
ANLI (Nie et al. 2020).
"""

from __future__ import annotations

from typing import ClassVar

from synth.evaluation.baselines.linear import hypothesis_only
from synth.evaluation.baselines.majority import majority
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.heads.pair import PairClassification
from synth.evaluation.metrics.accuracy import accuracy
from synth.evaluation.readers.lines import File
from synth.evaluation.readers.pairs import read_inference
from synth.evaluation.readers.words import words_of
from synth.evaluation.task import Settings, Task

WHOLE = 100_000  # rows of training data from which on it is the official one


class SNLI(Task):
    """Captions of pictures; where the training data is a slice, the official dev set is learned from, too."""

    number, name, title = 19, "snli", "SNLI"
    data_sets: ClassVar[tuple[str, ...]] = ("snli",)
    settings: ClassVar = {
        "minutes": Settings(epochs=2, train=3000, test=1000),
        "cpu": Settings(epochs=6),
        "full": Settings(epochs=6, words=40_000),
    }
    baselines: ClassVar = {"trivial": majority, "hypothesis alone": hypothesis_only}
    head = PairClassification
    score = staticmethod(accuracy)

    def splits(self, data: Data, profile: str) -> Splits:
        return Splits(_training(data), {"test": _part(data, "snli", "test.jsonl")})


class MultiNLI(SNLI):
    """Ten genres; learned from its own training data where that is there, from SNLI otherwise."""

    name, title = "multinli", "MultiNLI matched"
    data_sets = ("multinli", "snli")

    def splits(self, data: Data, profile: str) -> Splits:
        own = data.has("multinli", "train.jsonl")
        train = _part(data, "multinli", "train.jsonl") if own else _training(data)
        return Splits(train, {"test": _part(data, "multinli", "valid_matched.jsonl")})


class ANLI(SNLI):
    """Hypotheses written to be hard, in three rounds; learned from SNLI, so that all of it is a stress test."""

    name, title = "anli", "ANLI dev"
    data_sets = ("anli", "snli")

    def splits(self, data: Data, profile: str) -> Splits:
        return Splits(_training(data), {f"r{place}": _part(data, "anli", f"R{place}_dev.jsonl") for place in (1, 2, 3)})


def _training(data: Data) -> Part:
    train = _part(data, "snli", "train.jsonl")
    if len(train.examples) >= WHOLE:
        return train
    return Part([*_part(data, "snli", "valid.jsonl").examples, *train.examples], "derived")


def _part(data: Data, data_set: str, name: str) -> Part:
    rows = read_inference(File(data, data_set, name))
    return Part([Example(words_of(premise), label, second=words_of(other)) for premise, other, label in rows])
