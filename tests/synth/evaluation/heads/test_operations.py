"""Operations by formula against those that torch counts, and against counts by hand where it counts nothing."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from synth.evaluation.example import Example
from synth.evaluation.heads.biaffine import Biaffine
from synth.evaluation.heads.chart import Chart
from synth.evaluation.heads.classification import Classification
from synth.evaluation.heads.head import Batch, Second
from synth.evaluation.heads.language import LanguageModel
from synth.evaluation.heads.pair import PairClassification
from synth.evaluation.heads.pointer import Pointer
from synth.evaluation.heads.sequence import SequenceToSequence
from synth.evaluation.heads.spans import Passage, Spans
from synth.evaluation.heads.tagging import Tagging
from synth.evaluation.readers.trees import parse_tree

WIDTH, COUNT, LONG = 32, 3, 12
WORDS = tuple(f"w{place}" for place in range(LONG))
TREE = parse_tree("(S (NP " + " ".join(f"(NN {word})" for word in WORDS) + ") (VP (VB go)))")
TARGETS = {
    Classification: ("a", "b", "c"),
    PairClassification: ("a", "b", "c"),
    Tagging: (("A", "B", "C") * 4,) * COUNT,
    LanguageModel: (WORDS,) * COUNT,
    Pointer: WORDS[:COUNT],
    Biaffine: ([(place, f"r{place % 4}") for place in range(LONG)],) * COUNT,
    Spans: ("",) * COUNT,
    Chart: (TREE,) * COUNT,
}


def examples(kind):
    passage = Passage("", ((0, 0),) * LONG, (2, 4))
    words = tuple(leaf.word for leaf in TREE.leaves()) if kind is Chart else WORDS
    return [Example(words, target, notes=passage if kind is Spans else None) for target in TARGETS[kind]]


@pytest.mark.parametrize("kind", TARGETS, ids=lambda kind: kind.__name__)
def test_those_of_the_loss_are_counted_by_torch(kind, material):
    asked = examples(kind)
    head, length = kind(WIDTH, material(asked)), len(asked[0].tokens)
    lengths = torch.full((COUNT,), length)
    states, pooled = torch.randn(COUNT, length, WIDTH), torch.randn(COUNT, WIDTH)
    second = Second(states, pooled, lengths)
    batch = Batch(asked, [head.target(one) for one in asked], torch.zeros(COUNT, length), lengths, second)
    with FlopCounterMode(display=False) as counter:
        head.loss(states, pooled, lengths, batch)
    assert head.flops([length] * COUNT) == pytest.approx(counter.get_total_flops(), rel=0.02)


def test_a_chain_of_tags_and_reading_for_a_decoder_by_hand(material):
    asked = examples(Tagging)
    tags = 3
    chain = Tagging(WIDTH, material(asked), chain=True)
    # of each token: a layer, and a sum over all pairs of tags, product and sum
    assert chain.flops([LONG] * COUNT) == 2 * COUNT * LONG * (WIDTH * tags + tags**2)
    written = SequenceToSequence(WIDTH, material([Example(WORDS, WORDS)]))
    assert written.flops([LONG] * COUNT) == 2 * COUNT * LONG * WIDTH * WIDTH
