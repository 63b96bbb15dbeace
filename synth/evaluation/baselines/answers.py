"""Answers to questions without a network."""

from __future__ import annotations

import re
from typing import Final

from synth.evaluation.example import Example, Splits
from synth.evaluation.readers.words import words_of

_SENTENCE: Final = re.compile(r"[^.!?]+[.!?]*")
_NAME: Final = re.compile(r"(?:[A-Z]\w*|\d[\d,.]*\d|\d)(?:\s+(?:[A-Z]\w*|\d[\d,.]*\d|\d))*")


def overlapping_sentence(splits: Splits, seed: int) -> dict[str, list[str]]:
    """The last run of capitalised words or numbers in the sentence that shares the most words with the question."""

    def answer(example: Example) -> str:
        asked = set(example.second or ())
        sentences = _SENTENCE.findall(example.notes.text)
        best = max(sentences, key=lambda sentence: len(asked & set(words_of(sentence))), default="")
        names = [name for name in _NAME.findall(best) if not set(words_of(name)) & asked]
        return names[-1] if names else best.strip()

    return {name: [answer(example) for example in part.examples] for name, part in splits.tests.items()}
