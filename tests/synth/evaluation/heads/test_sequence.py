"""Sequences against all of them, and inside a language."""

from itertools import product

import pytest
import torch

from dsl import parse
from synth.decoding import TokenMask
from synth.evaluation.example import Example
from synth.evaluation.heads.head import Batch
from synth.evaluation.heads.sequence import END, SequenceToSequence

WIDTH = 6
TRAIN = [Example(("one", "two"), ("x", "y")), Example(("two",), ("y",))]


@pytest.fixture
def read():
    """States, pooled and lengths of two texts."""
    generator = torch.Generator().manual_seed(3)
    lengths = torch.tensor([4, 2])
    states = torch.randn(2, 4, WIDTH, generator=generator)
    return states, torch.randn(2, WIDTH, generator=generator), lengths


def made(material, **settings):
    torch.manual_seed(5)
    head = SequenceToSequence(WIDTH, material(TRAIN), **settings)
    for parameter in head.parameters():
        torch.nn.init.normal_(parameter)
    return head.eval()


def log_prob(head, read, row, tokens):
    """Of one answer to one text, by the loss."""
    states, pooled, lengths = read
    batch = Batch([TRAIN[0]], [tokens], torch.zeros(1, 1), lengths)
    own = states[[row], : lengths[row]], pooled[[row]], lengths[[row]]
    return -float(head.loss(*own, batch)) * (len(tokens) + 1)


def empty_batch(lengths):
    return Batch(TRAIN, [None, None], torch.zeros(2, 4), lengths)


@torch.no_grad()
def test_a_wide_beam_finds_the_best_inside_where_the_likeliest_answer_is_outside(material, read):
    head = made(material, beams=40)
    head.longest = 3
    outside = [[head.places[token] for token in answer] for answer in head.predict(*read, empty_batch(read[2]))]
    known = range(END + 1, len(head.tokens))
    inside = [list(tokens) for tokens in product(known, repeat=2) if list(tokens) not in outside]
    spelled = [" ".join([*(head.tokens[token] for token in tokens), ""]) for tokens in inside]
    head.keep_inside(lambda tokens: TokenMask(parse("|".join(f"({text})" for text in spelled)), tokens))
    for row, answer in enumerate(head.predict(*read, empty_batch(read[2]))):
        best = max(inside, key=lambda tokens: log_prob(head, read, row, tokens))
        assert answer == tuple(head.tokens[token] for token in best)


@torch.no_grad()
def test_an_answer_that_is_inside_stays_as_it_is(material, read, monkeypatch):
    head = made(material)
    head.longest = 4
    free = head.predict(*read, empty_batch(read[2]))
    head.keep_inside(lambda tokens: TokenMask(parse("([xy] )*"), tokens))
    monkeypatch.setattr(head, "_searched", None)
    assert head.predict(*read, empty_batch(read[2])) == free


@torch.no_grad()
def test_greedy_takes_the_likeliest_token_each_time(material, read):
    head = made(material)
    head.longest = 4
    for row, answer in enumerate(head.predict(*read, empty_batch(read[2]))):
        tokens = [head.places[token] for token in answer]
        for place, token in enumerate(tokens):
            scores = next_scores(head, read, row, tokens[:place])
            assert max((END, 3, 4), key=scores.__getitem__) == token


def next_scores(head, read, row, before):
    states, pooled, lengths = read
    memory = head._memory(states[[row], : lengths[row]], lengths[[row]])
    scores, _ = head.step(torch.tensor([[END, *before]]), head._first(pooled[[row]]), memory)
    return scores[0, -1].tolist()


@torch.no_grad()
def test_answers_stay_inside_a_language(material, read):
    head = made(material)
    head.keep_inside(lambda spelled: TokenMask(parse("x (y x )+"), spelled))
    head.longest = 5
    for answer in head.predict(*read, empty_batch(read[2])):
        assert answer in {("x", "y", "x"), ("x", "y", "x", "y", "x")}


def test_what_stands_behind_the_end_of_a_text_changes_nothing(material, read):
    head = made(material)
    states, pooled, lengths = read
    other = states.clone()
    other[1, 2:] = 9.0
    batch = Batch(TRAIN, [[3], [4, 3]], torch.zeros(2, 4), lengths)
    assert torch.equal(head.loss(states, pooled, lengths, batch), head.loss(other, pooled, lengths, batch))
