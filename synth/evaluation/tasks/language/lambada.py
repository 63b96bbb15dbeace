"""3: LAMBADA, the last word of a passage (Paperno et al. 2016), which mostly stands in it before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from synth.evaluation.baselines.majority import majority
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Mark, Part, Splits
from synth.evaluation.heads.pointer import Pointer
from synth.evaluation.metrics.accuracy import accuracy
from synth.evaluation.task import Settings, Task


def frequent_in_passage(splits: Splits, seed: int) -> Mapping[str, Sequence[str]]:
    """The word of the passage that is most frequent there against how frequent it is in all of them."""
    everywhere = Counter(token for example in splits.train.examples for token in example.tokens)

    def answer(example: Example) -> str:
        own = Counter(example.tokens)
        return max(own, key=lambda token: own[token] / (everywhere[token] + 10))

    return {name: [answer(example) for example in part.examples] for name, part in splits.tests.items()}


class Lambada(Task):
    """The last word, chosen among the words of the passage. The slice learns from the official validation set."""

    number, name, title = 3, "lambada", "LAMBADA"
    data_sets = ("lambada",)
    settings: ClassVar = {
        "minutes": Settings(epochs=2, train=1000, test=500),
        "cpu": Settings(epochs=6, test=2000),
        "full": Settings(epochs=6),
    }
    baselines: ClassVar = {"trivial": majority, "passage": frequent_in_passage}
    head = Pointer
    score = staticmethod(accuracy)

    def splits(self, data: Data, profile: str) -> Splits:
        is_whole = data.has("lambada", "train.txt")
        train = _part(data, "train" if is_whole else "valid", "official" if is_whole else "derived")
        return Splits(train, {"test": _part(data, "test", "official")})


def _part(data: Data, split: str, mark: Mark) -> Part:
    rows = [tokens for line in data.lines("lambada", f"{split}.txt") if len(tokens := line.split()) > 1]
    return Part([Example(tuple(tokens[:-1]), tokens[-1]) for tokens in rows], mark)
