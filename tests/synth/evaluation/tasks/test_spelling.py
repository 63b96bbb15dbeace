"""Patterns induced from the words of each tag."""

import pytest
import torch

import dsl
from synth.evaluation.example import Example
from synth.evaluation.heads.head import Material
from synth.evaluation.tasks.registry import make
from synth.evaluation.tasks.tagging.spelling import CASE, induced_patterns
from synth.evaluation.tasks.tagging.words import SpelledEmbedding
from synth.evaluation.vocabulary import Vocabulary, WordEmbedding

CODES = ["A-17", "B-20", "C-31", "D-99", "E-54", "K-72", "L-80", "M-45", "X-11", "Z-63"]
HANDLES = ["@ann", "@bob_x", "@carol", "@dora9", "@emil", "@fritz", "@gerd", "@hans_1", "@ida", "@jo"]
OTHERS = ["house", "red", "big", "under", "Paris", "tree", "stone", "12", "water", "table", "is", "the", "of"]


@pytest.fixture(scope="module")
def train():
    tags = {**dict.fromkeys(CODES, "B-product"), **dict.fromkeys(HANDLES, "B-person"), **dict.fromkeys(OTHERS, "O")}
    return [Example((word,), (tag,)) for word, tag in tags.items()]


@pytest.fixture(scope="module")
def patterns(train):
    return induced_patterns(train)


def test_some_pattern_is_that_of_a_tag_alone(patterns):
    languages = [dsl.parse(pattern) for pattern in patterns]
    assert 1 <= len(patterns) <= 32
    for words, others, new in ((CODES, OTHERS + HANDLES, "F-29"), (HANDLES, OTHERS + CODES, "@zoe")):
        assert any(
            all(map(language.accepts, words)) and language.accepts(new) and not any(map(language.accepts, others))
            for language in languages
        )


def test_words_are_read_as_they_are_written(train):
    vocabulary = Vocabulary(train, least=1)
    torch.manual_seed(0)
    embedding = SpelledEmbedding(WordEmbedding(vocabulary, 4, 0.0), vocabulary.tokens, CASE)
    rows = dict(zip(vocabulary.tokens, embedding.features.int().tolist(), strict=True))
    assert rows["Paris"] == [0, 1, 0, 1]
    assert rows["house"] == [1, 0, 0, 0]
    assert rows["12"] == [0, 0, 0, 0]
    ids = torch.tensor([vocabulary.ids(["Paris", "12"])])
    added = embedding(ids) - embedding.words(ids)
    assert torch.allclose(added[0, 1], embedding.layer.bias)
    assert torch.allclose(added[0, 0], embedding.layer.bias + embedding.layer.weight[:, [1, 3]].sum(1))


@pytest.mark.parametrize("name", ["case", "shapes", "patterns"])
def test_encoders_with_patterns_are_as_wide_as_all(train, name):
    vocabulary = Vocabulary(train, least=1)
    material = Material(train, vocabulary, WordEmbedding(vocabulary, 4, 0.0), 0)
    encoder = make("wnut17").encoder(name, 6, material)
    states, pooled = encoder(torch.tensor([[1, 2, 3], [4, 5, 0]]), torch.tensor([3, 2]))
    assert (states.shape, pooled.shape) == ((2, 3, 6), (2, 6))
    assert encoder.parameter_count() > 0
