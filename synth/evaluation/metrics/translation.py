"""Translations against references."""

from __future__ import annotations

from collections.abc import Sequence

from synth.evaluation.metrics.libraries import evaluation_extra


def bleu(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, float]:
    """`bleu` of the whole corpus, 0 to 100, by sacrebleu as it is (tokenizer 13a, cased), and `chrf` (Post 2018)."""
    with evaluation_extra("BLEU"):
        from sacrebleu.metrics import BLEU, CHRF
    texts, references = list(predicted), [list(gold)]
    return {
        "bleu": float(BLEU(force=True).corpus_score(texts, references).score),
        "chrf": float(CHRF().corpus_score(texts, references).score),
    }
