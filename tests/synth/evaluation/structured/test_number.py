"""The number of nouns behind prepositions, which a verb does not agree with."""

import pytest
import torch

from synth.evaluation.example import Example
from synth.evaluation.heads.head import Material
from synth.evaluation.structured.number import FlippedLSTM, other_numbers
from synth.evaluation.tasks.registry import make
from synth.evaluation.vocabulary import Vocabulary, WordEmbedding

BEHIND = {  # those behind a preposition and before what a subject may follow
    "the keys to the cabinet": {"cabinet"},
    "the key of the cabinets in the city": {"cabinets", "city"},
    "the keys": set(),
    "in the city , the key": {"city"},
    "the key in the city that cabinets": {"city"},
    "the key , of the cities": {"cities"},
}
TRAIN = [Example(tuple(text.split()), "VBZ") for text in [*BEHIND, "the cabinets as a", "NN of NNS"]]


@pytest.fixture
def encoder():
    vocabulary = Vocabulary(TRAIN, least=1, lower=False)
    torch.manual_seed(0)
    numbers = other_numbers(token for example in TRAIN for token in example.tokens)
    return vocabulary, FlippedLSTM(WordEmbedding(vocabulary, 4, 0.0), 6, vocabulary.tokens, numbers)


def read(encoder, vocabulary, text, times):
    """The words in place of those of a text, for each time."""
    ids = torch.tensor([vocabulary.ids(text.split())] * times)
    return [[vocabulary.tokens[place] for place in row] for row in encoder.flipped(ids).tolist()]


def test_words_that_are_spelled_as_one_and_many_are_pairs():
    found = other_numbers(["city", "cities", "key", "keys", "box", "boxes", "as", "a", "dogs", "man", "men"])
    pairs = {("city", "cities"), ("key", "keys"), ("box", "boxes"), ("NN", "NNS")}
    assert set(found.items()) == pairs | {(many, one) for one, many in pairs}


@pytest.mark.parametrize("text", BEHIND)
def test_only_nouns_behind_prepositions_change_and_each_by_chance(encoder, text):
    vocabulary, flipped = encoder
    other = other_numbers(vocabulary.tokens)
    rows = read(flipped, vocabulary, text, 400)
    for place, word in enumerate(text.split()):
        seen = [row[place] for row in rows]
        if word in BEHIND[text]:
            assert set(seen) == {word, other[word]}
            assert 140 < seen.count(word) < 260
        else:
            assert set(seen) == {word}


def test_two_nouns_change_independently(encoder):
    vocabulary, flipped = encoder
    rows = read(flipped, vocabulary, "the key of the cabinets in the city", 100)
    assert {(row[4], row[7]) for row in rows} == {(a, b) for a in ("cabinet", "cabinets") for b in ("city", "cities")}


def test_what_is_asked_is_read_as_it_is_and_what_is_learned_is_not(encoder):
    vocabulary, flipped = encoder
    ids = torch.tensor([vocabulary.ids(["the", "keys", "to", "the", "cabinet"])] * 50)
    lengths = torch.full((50,), 5)
    assert len(flipped.eval()(ids, lengths).pooled.unique(dim=0)) == 1
    assert len(flipped.train()(ids, lengths).pooled.unique(dim=0)) == 2


def test_behind_is_told_text_by_text(encoder):
    vocabulary, flipped = encoder
    texts = [text.split() for text in ("of the key", "the key , of")]
    ids = torch.tensor([[*vocabulary.ids(text), *[0] * (4 - len(text))] for text in texts])
    assert flipped.behind(ids).tolist() == [[True, True, True, True], [False, False, False, True]]


def test_the_encoder_of_agreement_has_the_layers_of_the_lstm():
    vocabulary = Vocabulary(TRAIN, least=1, lower=False)
    material = Material(TRAIN, vocabulary, WordEmbedding(vocabulary, 4, 0.0), 0)
    plain, own = (make("agreement").encoder(name, 6, material).eval() for name in ("lstm", "flipped"))
    own.load_state_dict(plain.state_dict(), strict=False)
    ids, lengths = torch.tensor([vocabulary.ids(["the", "keys", "of", "NNS"])]), torch.tensor([4])
    for one, other in zip(plain(ids, lengths), own(ids, lengths), strict=True):
        assert torch.equal(one, other)
