"""14: queries for questions, WikiSQL (Zhong et al. 2017) and ATIS as text2sql-data has it (Finegan-Dollak et al. 2018),
and slots and intents of ATIS.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from synth.evaluation.baselines.copies import nearest_text
from synth.evaluation.baselines.majority import majority
from synth.evaluation.baselines.tags import frequent_tag, tag_of_word
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.heads.classification import Classification
from synth.evaluation.heads.head import Head, Material
from synth.evaluation.heads.sequence import SequenceToSequence
from synth.evaluation.heads.tagging import Tagging
from synth.evaluation.metrics.accuracy import accuracy
from synth.evaluation.metrics.queries import exact_match, exact_set_match
from synth.evaluation.metrics.tags import chunk_scores
from synth.evaluation.readers.columns import read_slots
from synth.evaluation.readers.lines import File
from synth.evaluation.readers.queries import read_text2sql, read_wikisql
from synth.evaluation.readers.words import words_of
from synth.evaluation.task import Settings, Task
from synth.evaluation.tasks.sequence.limited import FormalAnswers


class ATISTemplates(Task):
    """The query of a question, variables such as city_name0 given, chosen among those of the training questions."""

    number, name, title = 14, "atis-templates", "ATIS SQL, a known template"
    data_sets = ("atis_sql",)
    main = "exact"
    settings: ClassVar = {
        "minutes": Settings(epochs=3, train=2000, test=200),
        "cpu": Settings(epochs=20),
        "full": Settings(epochs=30),
    }
    baselines: ClassVar = {"trivial": majority, "nearest": nearest_text}
    head: ClassVar[type[Head]] = Classification
    score = staticmethod(exact_set_match)

    def splits(self, data: Data, profile: str) -> Splits:
        parts: dict[str, list[Example]] = {"train": [], "dev": [], "test": []}
        for asked in read_text2sql(File(data, "atis_sql", "atis.json")):
            parts[asked.split].append(Example(tuple(asked.question.split()), self.meaning(asked.query)))
        return Splits(Part(parts["train"]), {"test": Part(parts["test"])}, Part(parts["dev"]))

    def meaning(self, query: str) -> Any:  # noqa: ANN401
        """The target of a query."""
        return query


class ATIS(FormalAnswers, ATISTemplates):
    """The same, written token by token."""

    name, title = "atis", "ATIS SQL"
    settings: ClassVar = {
        "minutes": Settings(epochs=1, train=300, test=50),
        "cpu": Settings(epochs=12, rate=5e-3),
        "full": Settings(epochs=30),
    }
    head = SequenceToSequence

    def meaning(self, query: str) -> tuple[str, ...]:
        return tuple(query.split())

    def score(self, gold: Sequence[Any], predicted: Sequence[Any]) -> dict[str, float]:
        return exact_set_match([" ".join(one) for one in gold], [" ".join(one) for one in predicted])


class WikiSQL(FormalAnswers):
    """The query of a question to one table, as column, aggregate and conditions; the columns' names are read too."""

    number, name, title = 14, "wikisql", "WikiSQL"
    data_sets = ("wikisql",)
    main = "exact"
    settings: ClassVar = {
        "minutes": Settings(epochs=2, train=1500, test=200),
        "cpu": Settings(epochs=14),
        "full": Settings(epochs=20),
    }
    baselines: ClassVar = {"trivial": majority, "nearest": nearest_text}

    def splits(self, data: Data, profile: str) -> Splits:
        train, valid, test = (self._part(data, name) for name in ("train", "valid", "test"))
        return Splits(train, {"test": test}, valid)

    def _part(self, data: Data, split: str) -> Part:
        tables = File(data, "wikisql", f"{split}.tables.partial.jsonl").json_lines("id", "header")
        headers = {row["id"]: row["header"] for _, row in tables}
        examples = []
        for question, table, sketch in read_wikisql(File(data, "wikisql", f"{split}.jsonl")):
            columns = [words_of(str(name or "").replace("_", " ")) for name in headers.get(table, [])]
            named = [word for place, words in enumerate(columns) for word in (f"[{place}]", *words)]
            conditions = sorted(sketch.conditions)
            written = [
                f"[{sketch.column}]", f"agg{sketch.aggregate}",
                *(word for place, kind, value in conditions for word in (f"[{place}]", f"op{kind}", *words_of(value))),
            ]  # fmt: skip
            examples.append(Example((*words_of(question), *named), tuple(written)))
        return Part(examples, "slice")

    def head(self, width: int, material: Material) -> Head:
        return SequenceToSequence(width, material, least=2)

    def score(self, gold: Sequence[Any], predicted: Sequence[Any]) -> dict[str, float]:
        return exact_match([_unordered(one) for one in gold], [_unordered(one) for one in predicted])


def _unordered(written: Sequence[str]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Column and aggregate, and the conditions in any order."""
    # [1] agg0 [3] op0 a b [2] op1 5 -> ([1], agg0), {[3] op0 a b, [2] op1 5}
    starts = [place for place, word in enumerate(written) if place > 1 and word.startswith("[")]
    ends = [*starts[1:], len(written)]
    return tuple(written[:2]), frozenset(" ".join(written[a:b]) for a, b in zip(starts, ends, strict=False))


class ATISSlots(Task):
    """What a question about flights names, as chunks of words."""

    number, name, title = 14, "atis-slots", "ATIS slots"
    data_sets = ("atis_slots",)
    main = "f1"
    settings: ClassVar = {
        "minutes": Settings(epochs=3, train=2000),
        "cpu": Settings(epochs=8),
        "full": Settings(epochs=10),
    }
    baselines: ClassVar = {"trivial": frequent_tag, "tag of word": tag_of_word}
    head: ClassVar[type[Head]] = Tagging
    score = staticmethod(chunk_scores)

    def splits(self, data: Data, profile: str) -> Splits:
        train, valid, test = (self._part(data, name) for name in ("train", "valid", "test"))
        return Splits(train, {"test": test}, valid)

    def _part(self, data: Data, split: str) -> Part:
        rows = read_slots(File(data, "atis_slots", f"{split}.w-intent.iob"))
        return Part([self.example(*row) for row in rows])

    def example(self, words: list[str], tags: list[str], intent: str) -> Example:
        """The example of a question."""
        return Example(tuple(words), tuple(tags))


class ATISIntents(ATISSlots):
    """What a question about flights wants."""

    name, title = "atis-intents", "ATIS intents"
    main = "accuracy"
    baselines: ClassVar = {"trivial": majority}
    head = Classification
    score = staticmethod(accuracy)

    def example(self, words: list[str], tags: list[str], intent: str) -> Example:
        return Example(tuple(words), intent)
