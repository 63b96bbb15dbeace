"""Answers to questions by the rules of SQuAD's own scripts (Rajpurkar et al. 2016, 2018)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from string import punctuation
from typing import Final

_ARTICLES: Final = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION: Final = str.maketrans("", "", punctuation)


def answer_scores(gold: Sequence[Sequence[str]], predicted: Sequence[str]) -> dict[str, float]:
    """`em`, the share of answers that are one of the right ones, and `f1` of their words, the best of the right ones.

    Both after `normalised`. A question without right answers wants "": then both are 1 for "" and 0 otherwise. Where
    there are such questions, `answerable_f1` and `unanswerable` are the scores of the two kinds.
    """
    rows = [_of_question(answers, guess) for answers, guess in zip(gold, predicted, strict=True)]
    count = max(len(rows), 1)
    found = {"em": sum(exact for exact, _ in rows) / count, "f1": sum(f1 for _, f1 in rows) / count}
    having = [f1 for (_, f1), answers in zip(rows, gold, strict=True) if any(map(normalised, answers))]
    others = [f1 for (_, f1), answers in zip(rows, gold, strict=True) if not any(map(normalised, answers))]
    if others:
        found |= {"answerable_f1": sum(having) / max(len(having), 1), "unanswerable": sum(others) / len(others)}
    return found


def normalised(text: str) -> str:
    """A text in lower case, without punctuation and articles, words one space apart."""
    # The  cat's (hat) -> cats hat
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def _of_question(answers: Sequence[str], guess: str) -> tuple[float, float]:
    known = [answer for answer in answers if normalised(answer)] or [""]
    exact = max(float(normalised(answer) == normalised(guess)) for answer in known)
    return exact, max(word_f1(answer, guess) for answer in known)


def word_f1(answer: str, guess: str) -> float:
    """F1 of the words that two texts share, after `normalised`."""
    own, others = normalised(answer).split(), normalised(guess).split()
    if not own or not others:
        return float(own == others)
    shared = (Counter(own) & Counter(others)).total()
    return 2 * shared / (len(own) + len(others))
