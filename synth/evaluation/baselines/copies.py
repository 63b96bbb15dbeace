"""Answers that are copies: of what a similar training text has, or of the text itself."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from synth.evaluation.example import Part, Splits


def text_itself(splits: Splits, seed: int) -> dict[str, list[tuple[str, ...]]]:
    """The text that was read, as the answer."""
    return {name: [example.tokens for example in part.examples] for name, part in splits.tests.items()}


def nearest_text(splits: Splits, seed: int) -> dict[str, list[Any]]:
    """The target of the training text that shares the largest part of its words, each as often as it occurs.

    The part is of the words of both (Jaccard); of several texts the first.
    """
    train = splits.train.examples
    containing: dict[str, list[int]] = defaultdict(list)
    bags = [Counter(example.tokens) for example in train]
    for place, bag in enumerate(bags):
        for word in bag:
            containing[word].append(place)

    def answers(part: Part) -> list[Any]:
        found = []
        for example in part.examples:
            own, shared = Counter(example.tokens), Counter[int]()
            for word, count in own.items():
                for place in containing[word]:
                    shared[place] += min(count, bags[place][word])
            parts = {
                place: count / (len(example.tokens) + len(train[place].tokens) - count)
                for place, count in shared.items()
            }
            found.append(train[max(parts, key=lambda place: (parts[place], -place), default=0)].target)
        return found

    return {name: answers(part) for name, part in splits.tests.items()}
