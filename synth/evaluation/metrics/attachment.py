"""Heads and relations of dependency trees."""

from __future__ import annotations

from collections.abc import Sequence

Arcs = Sequence[tuple[int, str]]  # the head of each word, from 1, 0 for the root, and the relation


def attachment_scores(gold: Sequence[Arcs], predicted: Sequence[Arcs]) -> dict[str, float]:
    """`uas`, the share of words with the right head; `las`, with the right relation besides; `exact`, of whole trees.

    All words count, punctuation too, and of a relation what stands before the colon, as in the CoNLL 2018 shared task.
    """
    words = heads = both = trees = 0
    for one, other in zip(gold, predicted, strict=True):
        found = [
            (right[0] == guess[0], right[1].partition(":")[0] == guess[1].partition(":")[0])
            for right, guess in zip(one, other, strict=True)
        ]
        words += len(found)
        heads += sum(head for head, _ in found)
        both += sum(head and relation for head, relation in found)
        trees += all(head and relation for head, relation in found)
    return {"las": both / max(words, 1), "uas": heads / max(words, 1), "exact": trees / max(len(gold), 1)}
