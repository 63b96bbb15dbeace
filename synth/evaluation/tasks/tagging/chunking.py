"""10: base phrases of CoNLL-2000 (Tjong Kim Sang and Buchholz 2000)."""

from __future__ import annotations

from typing import ClassVar

from synth.evaluation.baselines.tags import frequent_tag, tag_of_class, tag_of_word
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.heads.head import Material
from synth.evaluation.heads.tagging import Tagging
from synth.evaluation.metrics.tags import chunk_scores
from synth.evaluation.readers.columns import read_columns
from synth.evaluation.readers.lines import File
from synth.evaluation.task import Settings
from synth.evaluation.tasks.tagging.words import WordTagging

HELD_OUT = 1000  # sentences at the end of the training data: there is no official split to look at meanwhile


class Chunking(WordTagging):
    """Noun, verb and other phrases that do not contain each other, from words alone."""

    number, name, title = 10, "chunking", "Chunking, CoNLL-2000"
    data_sets = ("chunk_conll2000",)
    main = "f1"
    settings: ClassVar = {
        "minutes": Settings(epochs=2, train=3000, test=500),
        "cpu": Settings(epochs=6),
        "full": Settings(epochs=6),
    }
    baselines: ClassVar = {"trivial": frequent_tag, "tag of word": tag_of_word, "tag of part of speech": tag_of_class}
    score = staticmethod(chunk_scores)

    def splits(self, data: Data, profile: str) -> Splits:
        train, test = (self._examples(data, f"{name}.txt") for name in ("train", "test"))
        return Splits(Part(train[:-HELD_OUT], "derived"), {"test": Part(test)}, Part(train[-HELD_OUT:], "derived"))

    def _examples(self, data: Data, name: str) -> list[Example]:
        rows = read_columns(File(data, "chunk_conll2000", name), 0, 1, 2)
        return [Example(tuple(w[0] for w in row), tuple(w[2] for w in row), notes=[w[1] for w in row]) for row in rows]

    def head(self, width: int, material: Material) -> Tagging:
        return Tagging(width, material, chain=True)
