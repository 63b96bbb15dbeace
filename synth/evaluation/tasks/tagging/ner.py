"""9: named entities, of WNUT-17 (Derczynski et al. 2017), whose entities are new in the tests, and of CoNLL-2003."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from synth.evaluation.baselines.tags import frequent_tag, tag_of_word
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.heads.head import Material
from synth.evaluation.heads.tagging import Tagging
from synth.evaluation.metrics.tags import chunk_scores
from synth.evaluation.model import Model
from synth.evaluation.readers.columns import as_iob2, read_columns
from synth.evaluation.readers.lines import File
from synth.evaluation.task import Settings
from synth.evaluation.tasks.tagging.words import WordTagging

OUTSIDE: Final = "O"
STEP, STEPS = 0.5, 10  # of its score: 0, -0.5, …, -4.5 are tried


class WNUT17(WordTagging):
    """Persons, places, groups, corporations, products and works in short messages."""

    number, name, title = 9, "wnut17", "NER, WNUT-17"
    data_sets = ("ner_wnut17",)
    files: ClassVar = {"train": "train.conll", "valid": "valid.conll", "test": "test.conll"}
    columns: ClassVar = (0, 1)
    main = "f1"
    settings: ClassVar = {
        "minutes": Settings(epochs=5, rate=3e-3, test=600),
        "cpu": Settings(epochs=8, rate=3e-3),
        "full": Settings(epochs=20, rate=3e-3),
    }
    baselines: ClassVar = {"trivial": frequent_tag, "tag of word": tag_of_word}
    score = staticmethod(chunk_scores)

    def splits(self, data: Data, profile: str) -> Splits:
        train, valid, test = (self._part(data, self.files[name]) for name in ("train", "valid", "test"))
        return Splits(train, {"test": test}, valid)

    def _part(self, data: Data, name: str) -> Part:
        rows = read_columns(File(data, self.data_sets[0], name), *self.columns)
        found = [Example(tuple(w[0] for w in row), tuple(as_iob2([w[1] for w in row]))) for row in rows]
        return Part(found)

    def head(self, width: int, material: Material) -> Tagging:
        return Tagging(width, material, chain=True)

    def settle(self, model: Model, valid: Sequence[Example], settings: Settings) -> None:
        """How much less the tag of no entity counts: the likeliest tags leave out most entities that are new."""
        from synth.evaluation.training import predict

        assert isinstance(model.head, Tagging)
        if not valid or OUTSIDE not in model.head.places:
            return
        gold, scores = [example.target for example in valid], []
        for _ in range(STEPS):
            scores.append(self.score(gold, predict(model, valid, settings))[self.main])
            model.head.favour(OUTSIDE, -STEP)
        model.head.favour(OUTSIDE, STEP * (STEPS - scores.index(max(scores))))


class CoNLL2003(WNUT17):
    """Persons, places, organisations and others in news; the files of the shared task, which a user must have."""

    name, title = "conll2003", "NER, CoNLL-2003"
    data_sets = ("ner_conll2003",)
    files: ClassVar = {"train": "eng.train", "valid": "eng.testa", "test": "eng.testb"}
    columns: ClassVar = (0, -1)


class OntoNotes(WNUT17):
    """Eighteen kinds of names and numbers; files of two columns, IOB2, which a user must have."""

    name, title = "ontonotes", "NER, OntoNotes 5"
    data_sets = ("ner_ontonotes5",)
    columns: ClassVar = (0, -1)
