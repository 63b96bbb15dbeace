"""The number of nouns behind prepositions, which a verb does not agree with."""

import pytest
import torch

from synth.evaluation.example import Example
from synth.evaluation.heads.head import Material
from synth.evaluation.structured.number import FlippedEmbedding, other_numbers
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
def embedding():
    vocabulary = Vocabulary(TRAIN, least=1, lower=False)
    torch.manual_seed(0)
    numbers = other_numbers(token for example in TRAIN for token in example.tokens)
    return vocabulary, FlippedEmbedding(WordEmbedding(vocabulary, 4, 0.0), vocabulary.tokens, numbers)


def read(embedding, vocabulary, text, times):
    """The words whose vectors were given, for each time."""
    ids = torch.tensor([vocabulary.ids(text.split())] * times)
    vectors = embedding(ids)  # (B, L, size)
    known = embedding.words(torch.arange(len(vocabulary)))  # (V, size)
    rows = (vectors[:, :, None] - known).abs().sum(-1).argmin(-1).tolist()
    return [[vocabulary.tokens[place] for place in row] for row in rows]


def test_words_that_are_spelled_as_one_and_many_are_pairs():
    found = other_numbers(["city", "cities", "key", "keys", "box", "boxes", "as", "a", "dogs", "man", "men"])
    pairs = {("city", "cities"), ("key", "keys"), ("box", "boxes"), ("NN", "NNS")}
    assert set(found.items()) == pairs | {(many, one) for one, many in pairs}


@pytest.mark.parametrize("text", BEHIND)
def test_only_nouns_behind_prepositions_change_and_each_by_chance(embedding, text):
    vocabulary, flipped = embedding
    other = other_numbers(vocabulary.tokens)
    rows = read(flipped.train(), vocabulary, text, 400)
    for place, word in enumerate(text.split()):
        seen = [row[place] for row in rows]
        if word in BEHIND[text]:
            assert set(seen) == {word, other[word]}
            assert 140 < seen.count(word) < 260
        else:
            assert set(seen) == {word}


def test_two_nouns_change_independently(embedding):
    vocabulary, flipped = embedding
    rows = read(flipped.train(), vocabulary, "the key of the cabinets in the city", 100)
    assert {(row[4], row[7]) for row in rows} == {(a, b) for a in ("cabinet", "cabinets") for b in ("city", "cities")}


def test_what_is_asked_is_read_as_it_is(embedding):
    vocabulary, flipped = embedding
    for text in BEHIND:
        assert read(flipped.eval(), vocabulary, text, 50) == [text.split()] * 50


def test_behind_is_told_text_by_text(embedding):
    vocabulary, flipped = embedding
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
