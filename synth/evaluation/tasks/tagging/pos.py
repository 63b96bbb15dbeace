"""8: parts of speech, of English web texts (Silveira et al. 2014; universal tags) and of the Penn treebank."""

from __future__ import annotations

from typing import ClassVar

from synth.evaluation.baselines.tags import frequent_tag, tag_of_word
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.heads.tagging import Tagging
from synth.evaluation.metrics.tags import tag_accuracy
from synth.evaluation.readers.columns import read_conllu
from synth.evaluation.readers.lines import File
from synth.evaluation.readers.trees import plain, read_trees
from synth.evaluation.task import Settings
from synth.evaluation.tasks.tagging.words import WordTagging


class POS(WordTagging):
    """The universal part of speech of each word."""

    number, name, title = 8, "pos", "POS, UD English EWT"
    data_sets = ("ud_english_ewt",)
    settings: ClassVar = {
        "minutes": Settings(epochs=2, train=4000, test=600),
        "cpu": Settings(epochs=5),
        "full": Settings(epochs=5),
    }
    baselines: ClassVar = {"trivial": frequent_tag, "tag of word": tag_of_word}
    head = Tagging
    score = staticmethod(tag_accuracy)

    def splits(self, data: Data, profile: str) -> Splits:
        def part(name: str) -> Part:
            sentences = read_conllu(File(data, "ud_english_ewt", name))
            return Part([Example(tuple(w.form for w in one), tuple(w.tag for w in one)) for one in sentences])

        return Splits(part("train.conllu"), {"test": part("test.conllu")}, part("valid.conllu"))


class POSPenn(POS):
    """The tags of the Penn treebank, of trees in brackets: of the sample that comes with NLTK."""

    name, title = "pos-ptb", "POS, PTB sample"
    data_sets = ("ptb_nltk_sample",)

    def splits(self, data: Data, profile: str) -> Splits:
        def part(name: str) -> Part:
            trees = (plain(tree) for tree in read_trees(File(data, "ptb_nltk_sample", f"derived/{name}.mrg")))
            leaves = [tree.leaves() for tree in trees if tree is not None]
            sentences = [Example(tuple(w.word for w in one), tuple(w.label for w in one)) for one in leaves]
            return Part(sentences, "derived")

        return Splits(part("train"), {"test": part("test")}, part("valid"))
