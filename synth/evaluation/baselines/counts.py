"""What counts of words and of n-grams predict."""

from __future__ import annotations

import math
from collections.abc import Callable

from synth.evaluation.baselines.kneser_ney import KneserNey
from synth.evaluation.example import Example, Splits
from synth.evaluation.vocabulary import Vocabulary

Surprises = dict[str, list[tuple[float, int, int]]]


def kneser_ney(order: int, least: int, *, lower: bool) -> Callable[[Splits, int], Surprises]:
    """n-grams of the words that are asked for, or of those that occur at least so often; the others are one word."""

    def answers(splits: Splits, seed: int) -> Surprises:
        train = splits.train.examples
        vocabulary = Vocabulary(train, least=least, lower=lower, words=splits.words)
        model = KneserNey((_words(vocabulary, one) for one in train), order, len(vocabulary.words))
        return {
            name: [_surprise(model, _words(vocabulary, one)) for one in part.examples]
            for name, part in splits.tests.items()
        }

    return answers


def _words(vocabulary: Vocabulary, example: Example) -> list[int]:
    return vocabulary.words_of([example.tokens[0], *example.target])


def _surprise(model: KneserNey, words: list[int]) -> tuple[float, int, int]:
    nats = -sum(math.log(chance) for chance in model.chances(words))
    return nats, len(words) - 1, words[1:].count(1)
