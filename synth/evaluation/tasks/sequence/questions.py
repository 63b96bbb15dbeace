"""20: answers cut from paragraphs, SQuAD 1.1 and 2.0 (Rajpurkar et al. 2016, 2018)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from synth.evaluation.baselines.answers import overlapping_sentence
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.heads.spans import Passage, Spans
from synth.evaluation.metrics.answers import answer_scores
from synth.evaluation.readers.lines import File
from synth.evaluation.readers.questions import Question, read_squad
from synth.evaluation.readers.words import Token, tokens_of, words_of
from synth.evaluation.task import Settings, Task

SEEN = "asked"  # the class of words of a paragraph that the question has, too


class SQuAD1(Task):
    """A span of the paragraph answers each question; official files are train-v1.1.json and dev-v1.1.json."""

    number, name, title = 20, "squad1", "SQuAD 1.1"
    data_sets = ("squad1",)
    main = "f1"
    settings: ClassVar = {
        "minutes": Settings(epochs=1, train=300, test=60, longest=200, batch=16),
        "cpu": Settings(epochs=6, longest=250),
        "full": Settings(epochs=5, longest=400, words=50_000),
    }
    baselines: ClassVar = {"trivial": overlapping_sentence}
    head = Spans

    def splits(self, data: Data, profile: str) -> Splits:
        if profile == "full" and data.has("squad1", "train-v1.1.json"):
            return Splits(_part(data, "squad1", "train-v1.1.json"), {"test": _part(data, "squad1", "dev-v1.1.json")})
        train, test = _part(data, "squad1", "derived/train.json"), _part(data, "squad1", "valid_xquad_en.json")
        return Splits(Part(train.examples, "derived"), {"test": Part(test.examples, "slice")})

    def score(self, gold: Sequence[Any], predicted: Sequence[Any]) -> dict[str, float]:
        found = answer_scores(gold, predicted)
        return {"f1": found.pop("f1"), **found}


class SQuAD2(SQuAD1):
    """The same, and the paragraph does not answer every question; from half of the official dev set, by article."""

    name, title = "squad2", "SQuAD 2.0"
    data_sets = ("squad2",)

    def splits(self, data: Data, profile: str) -> Splits:
        if profile == "full" and data.has("squad2", "train-v2.0.json"):
            return Splits(_part(data, "squad2", "train-v2.0.json"), {"test": _part(data, "squad2", "dev-v2.0.json")})
        examples = _part(data, "squad2", "valid_half.json").examples
        paragraphs = list(dict.fromkeys(example.notes.text for example in examples))
        known = set(paragraphs[: 4 * len(paragraphs) // 5])  # the last fifth, mostly of other articles, is the test
        train = [example for example in examples if example.notes.text in known]
        test = [example for example in examples if example.notes.text not in known]
        return Splits(Part(train, "derived"), {"test": Part(test, "derived")})


def _part(data: Data, data_set: str, name: str) -> Part:
    return Part(list(_examples(read_squad(File(data, data_set, name)))))


def _examples(questions: Iterable[Question]) -> Iterable[Example]:
    for question in questions:
        tokens = tokens_of(question.paragraph)
        asked = words_of(question.question)
        known = set(asked)
        span = _span(tokens, question.answers[0]) if question.answers else None
        yield Example(
            tuple(token.text for token in tokens),
            tuple(dict.fromkeys(text for text, _ in question.answers)),
            second=asked,
            tags=tuple(SEEN if token.text.lower() in known else "" for token in tokens),
            notes=Passage(question.paragraph, tuple((token.start, token.end) for token in tokens), span),
        )


def _span(tokens: Sequence[Token], answer: tuple[str, int]) -> tuple[int, int] | None:
    """The first and the last token that an answer touches."""
    text, start = answer
    touched = [place for place, token in enumerate(tokens) if token.start < start + len(text) and token.end > start]
    return (touched[0], touched[-1]) if touched else None
