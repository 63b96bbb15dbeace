"""Meanings by a grammar over both sides that is induced from the training pairs."""

from __future__ import annotations

from synth.evaluation.example import Splits
from synth.evaluation.structured.synchronous import SynchronousGrammar


def synchronous_grammar(splits: Splits, seed: int) -> dict[str, list[tuple[str, ...]]]:
    """What the likeliest derivation of each text says, () where there is none."""
    grammar = SynchronousGrammar.induce([(one.tokens, one.target) for one in splits.train.examples], seed)
    return {name: [grammar.answer(one.tokens) or () for one in part.examples] for name, part in splits.tests.items()}
