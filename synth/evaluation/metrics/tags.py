"""A tag for each word: the share that is right, and whole chunks or entities by the rules of CoNLL."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from synth.evaluation.metrics.libraries import evaluation_extra

Tags = Sequence[Sequence[str]]


def tag_accuracy(gold: Tags, predicted: Tags) -> dict[str, float]:
    """The share of words with the right tag, and `sentences` the share of sentences all right."""
    pairs = [list(zip(one, other, strict=True)) for one, other in zip(gold, predicted, strict=True)]
    right = sum(one == other for pair in pairs for one, other in pair)
    whole = sum(all(one == other for one, other in pair) for pair in pairs)
    return {"accuracy": right / max(sum(map(len, pairs)), 1), "sentences": whole / max(len(pairs), 1)}


def chunk_scores(gold: Tags, predicted: Tags) -> dict[str, float]:
    """`f1`, `precision` and `recall` of chunks as conlleval finds them: right are those with both ends and the type.

    Tags are B-type, I-type and O; I- behind another type begins a chunk (Tjong Kim Sang and Buchholz 2000), as
    seqeval counts. `accuracy` is of tags.
    """
    with evaluation_extra("chunks and entities"):
        from seqeval.metrics import f1_score, precision_score, recall_score
    sides = [[list(tags) for tags in side] for side in (gold, predicted)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a side without chunks: the score is 0
        scores = {
            "f1": float(f1_score(*sides)),
            "precision": float(precision_score(*sides)),
            "recall": float(recall_score(*sides)),
        }
    return {**scores, "accuracy": tag_accuracy(gold, predicted)["accuracy"]}
