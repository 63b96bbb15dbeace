"""18: commands and questions made of known parts in new ways: SCAN (Lake and Baroni 2018) by the split MCD1, CFQ
(Keysers et al. 2020), and MCWQ (Cui et al. 2022), its questions over Wikidata.
"""

from __future__ import annotations

from typing import ClassVar

from synth.evaluation.baselines.copies import nearest_text
from synth.evaluation.baselines.majority import majority
from synth.evaluation.baselines.synchronous import synchronous_grammar
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.heads.sequence import SequenceToSequence
from synth.evaluation.metrics.queries import exact_match
from synth.evaluation.readers.lines import File
from synth.evaluation.readers.pairs import read_commands
from synth.evaluation.task import Settings
from synth.evaluation.tasks.sequence.limited import FormalAnswers


class SCAN(FormalAnswers):
    """Commands and the actions that they ask for; the test combines them as the training data does not (MCD1)."""

    number, name, title = 18, "scan", "SCAN, MCD1"
    data_sets: ClassVar[tuple[str, ...]] = ("scan_mcd1",)
    main = "exact"
    settings: ClassVar = {
        "minutes": Settings(epochs=1, train=1500, test=100, least=1),
        "cpu": Settings(epochs=16, least=1),
        "full": Settings(epochs=30, least=1),
    }
    baselines: ClassVar = {"trivial": majority, "nearest": nearest_text, "synchronous grammar": synchronous_grammar}
    head = SequenceToSequence
    score = staticmethod(exact_match)

    def splits(self, data: Data, profile: str) -> Splits:
        return Splits(_part(data, "scan_mcd1", "train.txt"), {"test": _part(data, "scan_mcd1", "test.txt")})


class MCWQ(SCAN):
    """Questions and queries in SPARQL, from half of a random split; `mcd1` tests what is combined in new ways."""

    name, title = "mcwq", "MCWQ"
    data_sets = ("mcwq_random", "mcwq_mcd1")
    settings: ClassVar = {
        "minutes": Settings(epochs=1, train=600, test=60, least=1),
        "cpu": Settings(epochs=15, test=1000, least=1),
        "full": Settings(epochs=20, least=1),
    }
    baselines: ClassVar = {"trivial": majority, "nearest": nearest_text}

    def splits(self, data: Data, profile: str) -> Splits:
        train = Part(_part(data, "mcwq_random", "derived/train.txt").examples, "derived")
        test = Part(_part(data, "mcwq_random", "test.txt").examples, "slice")
        return Splits(train, {"test": test, "mcd1": _part(data, "mcwq_mcd1", "test.txt")})


class CFQ(SCAN):
    """Questions and queries in SPARQL over Freebase: the official dataset.json with a split's split.json beside it."""

    name, title = "cfq", "CFQ"
    data_sets = ("cfq",)
    settings: ClassVar = MCWQ.settings
    baselines: ClassVar = MCWQ.baselines

    def splits(self, data: Data, profile: str) -> Splits:
        rows = File(data, "cfq", "dataset.json").json()
        places = File(data, "cfq", "split.json").json()
        examples = [
            Example(tuple(row["questionPatternModEntities"].split()), tuple(row["sparqlPatternModEntities"].split()))
            for row in rows
        ]
        train, valid, test = (
            Part([examples[place] for place in places[f"{name}Idxs"]]) for name in ("train", "dev", "test")
        )
        return Splits(train, {"test": test}, valid)


def _part(data: Data, data_set: str, name: str) -> Part:
    return Part([Example(tuple(text), tuple(meaning)) for text, meaning in read_commands(File(data, data_set, name))])
