"""12: dependency trees of English web texts (Silveira et al. 2014), words and universal tags given."""

from __future__ import annotations

from typing import ClassVar

from synth.evaluation.baselines.trees import frequent_offset, next_word
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.heads.biaffine import Biaffine
from synth.evaluation.metrics.attachment import attachment_scores
from synth.evaluation.readers.columns import read_conllu
from synth.evaluation.readers.lines import File
from synth.evaluation.task import Settings, Task


class Dependency(Task):
    """The head of each word, and how it depends on it."""

    number, name, title = 12, "dependency", "Dependency, UD English EWT"
    data_sets = ("ud_english_ewt",)
    main = "las"
    settings: ClassVar = {
        "minutes": Settings(epochs=2, train=2000, test=300, longest=40),
        "cpu": Settings(epochs=6, longest=60),
        "full": Settings(epochs=10),
    }
    baselines: ClassVar = {"trivial": next_word, "offset of tag": frequent_offset}
    head = Biaffine
    score = staticmethod(attachment_scores)

    def splits(self, data: Data, profile: str) -> Splits:
        def part(name: str) -> Part:
            examples = []
            for words in read_conllu(File(data, "ud_english_ewt", name)):
                arcs = tuple((word.head, word.relation) for word in words)
                tokens, tags = tuple(word.form for word in words), tuple(word.tag for word in words)
                examples.append(Example(tokens, arcs, tags=tags))
            return Part(examples)

        return Splits(part("train.conllu"), {"test": part("test.conllu")}, part("valid.conllu"))
