"""Tags without a network: the most frequent one, and that of the word."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from synth.evaluation.example import Example, Splits


def frequent_tag(splits: Splits, seed: int) -> dict[str, list[list[str]]]:
    """The most frequent tag of the training data for every word."""
    counts = Counter(tag for example in splits.train.examples for tag in example.target)
    ((tag, _),) = counts.most_common(1)
    return {name: [[tag] * len(example.tokens) for example in part.examples] for name, part in splits.tests.items()}


def tag_of_word(splits: Splits, seed: int) -> dict[str, list[list[str]]]:
    """The tag that each word has most often in the training data, as it is written; the most frequent for others."""
    return _looked_up(splits, lambda example: example.tokens)


def tag_of_class(splits: Splits, seed: int) -> dict[str, list[list[str]]]:
    """The tag that each class of words in the notes, such as a part of speech, has most often."""
    return _looked_up(splits, lambda example: example.notes)


def _looked_up(splits: Splits, words: Callable[[Example], Sequence[str]]) -> dict[str, list[list[str]]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for example in splits.train.examples:
        for word, tag in zip(words(example), example.target, strict=True):
            counts[word][tag] += 1
    best = {word: found.most_common(1)[0][0] for word, found in counts.items()}
    total: Counter[str] = sum(counts.values(), Counter())
    ((other, _),) = total.most_common(1)
    return {
        name: [[best.get(word, other) for word in words(example)] for example in part.examples]
        for name, part in splits.tests.items()
    }
