"""11: constituency trees, of the openly licensed part of GUM (Zeldes 2017) and of the Penn treebank; tags are given."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import ClassVar, Final

from synth.evaluation.baselines.trees import grammar_alone, right_branching
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Mark, Part, Splits
from synth.evaluation.heads.chart import Chart
from synth.evaluation.heads.head import Material
from synth.evaluation.heads.treebank import TreebankGrammar
from synth.evaluation.metrics.brackets import bracket_scores
from synth.evaluation.model import Model
from synth.evaluation.readers.lines import File
from synth.evaluation.readers.trees import plain, read_trees
from synth.evaluation.task import Settings, Task

LONGEST: Final = 60  # words of a test sentence
WEIGHTS: Final = (0.0, 0.25, 0.5, 1.0)  # of the grammar beside what the network knows
FAVOURS: Final = (0.0, 1.0, 2.0, 3.0, 4.0)  # of labels against none: a tree of spans that are sure alone lacks too many
CHOOSING: Final = 100  # validation trees that both are chosen by: the grammar takes a tenth of a second for each


class Constituency(Task):
    """Labelled brackets without function tags and traces; punctuation and unary chains are kept."""

    number, name, title = 11, "constituency", "Constituency, GUM"
    data_sets = ("const_gum_open",)
    files: ClassVar = {"train": "train.ptb", "valid": "valid.ptb", "test": "test.ptb"}
    mark: ClassVar[Mark] = "slice"
    main = "f1"
    settings: ClassVar = {
        "minutes": Settings(epochs=1, train=800, test=100, longest=30),
        "cpu": Settings(epochs=15, longest=40),
        "full": Settings(epochs=10),
    }
    baselines: ClassVar = {"trivial": right_branching, "grammar": grammar_alone}
    score = staticmethod(bracket_scores)

    def splits(self, data: Data, profile: str) -> Splits:
        train, valid, test = (self._part(data, self.files[name]) for name in ("train", "valid", "test"))
        short = [example for example in test.examples if len(example.tokens) <= LONGEST]
        return Splits(train, {"test": Part(short, test.mark)}, valid)

    def _part(self, data: Data, name: str) -> Part:
        trees = (plain(tree) for tree in read_trees(File(data, self.data_sets[0], name)))
        found = []
        for tree in trees:
            if tree is not None and tree.children:
                leaves = tree.leaves()
                words, tags = tuple(leaf.word for leaf in leaves), tuple(leaf.label for leaf in leaves)
                found.append(Example(words, tree, tags=tags))
        return Part(found, self.mark)

    def head(self, width: int, material: Material) -> Chart:
        return Chart(width, material)

    def settle(self, model: Model, valid: Sequence[Example], settings: Settings) -> None:
        """How much a grammar counts and labels are favoured, by the F1 of validation trees, the least of equals."""
        from synth.evaluation.training import predict

        head = model.head
        assert isinstance(head, Chart)
        short = Part([example for example in valid if len(example.tokens) <= LONGEST]).limited(CHOOSING).examples
        gold, scores = [example.target for example in short], {}
        for choice in product(WEIGHTS if head.grammar is not None else WEIGHTS[:1], FAVOURS) if short else ():
            head.weight, head.favour = choice
            scores[choice] = self.score(gold, predict(model, short, settings))[self.main]
        head.weight, head.favour = max(scores, key=scores.__getitem__, default=(1.0, 0.0))


class ConstituencyWithGrammar(Constituency):
    """The same with a grammar counted from the training trees as a prior on spans.

    The more a network has learned, the less it gains from what is counted: the weight is chosen on validation trees.
    """

    name, title = "constituency-grammar", "Constituency, GUM, grammar prior"
    baselines: ClassVar = {"trivial": right_branching}

    def head(self, width: int, material: Material) -> Chart:
        return Chart(width, material, grammar=TreebankGrammar(example.target for example in material.train))


class ConstituencyPenn(Constituency):
    """The Penn treebank: the sample that comes with NLTK, where there is no more."""

    name, title = "constituency-ptb", "Constituency, PTB sample"
    data_sets = ("ptb_nltk_sample",)
    files: ClassVar = {name: f"derived/{name}.mrg" for name in ("train", "valid", "test")}
    mark: ClassVar[Mark] = "derived"
