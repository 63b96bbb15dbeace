"""Questions about paragraphs, as SQuAD 1.1 and 2.0 write them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from synth.evaluation.data import DataError
from synth.evaluation.readers.lines import File


class Question(NamedTuple):
    """A question; `answers` are (text, its place in the paragraph), none where the paragraph does not say."""

    id: str
    question: str
    paragraph: str
    answers: tuple[tuple[str, int], ...]


def read_squad(file: File) -> Iterator[Question]:
    """The questions of a file. Raises DataError, with article and question, on what is missing or does not fit."""
    found = file.json()
    try:
        articles = found["data"]
    except (KeyError, TypeError):
        raise DataError(f"{file.data_set}/{file.name}: no 'data'", hint="expected the JSON of SQuAD") from None
    for place, article in enumerate(articles):
        try:
            for paragraph in article["paragraphs"]:
                for row in paragraph["qas"]:
                    answers = () if row.get("is_impossible") else row["answers"]
                    pairs = tuple((answer["text"], int(answer["answer_start"])) for answer in answers)
                    yield _checked(file, Question(str(row["id"]), row["question"], paragraph["context"], pairs))
        except (KeyError, TypeError, ValueError) as error:
            message = f"{file.data_set}/{file.name}, article {place + 1}: {type(error).__name__} {error}"
            raise DataError(message, hint="expected paragraphs, context, qas, id, question, answers") from None


def _checked(file: File, question: Question) -> Question:
    for text, start in question.answers:
        if question.paragraph[start : start + len(text)] != text:
            message = f"{file.data_set}/{file.name}, question {question.id}: {text!r} does not stand at {start}"
            raise DataError(message, hint="answer_start counts characters of the context")
    return question
