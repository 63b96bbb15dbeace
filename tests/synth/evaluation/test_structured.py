"""Encoders that tasks bring: patterns from labelled strings, and reduction by a grammar."""

import re
from random import Random

import pytest
import torch

from dsl.automata.dfa import DFA, equivalent
from dsl.errors import ExampleError
from dsl.expressions.notation import parse
from dsl.grammar import Grammar
from synth.evaluation.building import build
from synth.evaluation.cell import Cell
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.structured.languages import bank_of, induced
from synth.evaluation.structured.linear_reduction import SCALE, LinearReductionEncoder
from synth.evaluation.structured.reduction import ReductionEncoder
from synth.evaluation.task import Settings
from synth.evaluation.tasks.formal import tomita
from synth.evaluation.tasks.registry import make
from synth.evaluation.vocabulary import STD, Vocabulary, WordEmbedding

TEXTS = ["M12]", "M1m23]4]", "m0M1m23]]9]", "M5m12]m34]m5M67]]]"]


def reducer(mode="soft"):
    torch.manual_seed(0)
    vocabulary = Vocabulary([Example(tuple(text)) for text in TEXTS], least=1, lower=False)
    embedding = WordEmbedding(vocabulary, 16, 0.0)
    grammar = Grammar.parse('start: /[0-9]/ | /[Mm]/ start start+ "]"')
    characters = list(vocabulary.tokens)
    encoder = ReductionEncoder(embedding, 12, grammar=grammar, spelled=characters)
    encoder.mode = mode
    return vocabulary, encoder.eval()


def encoded(vocabulary, encoder, texts):
    rows = [vocabulary.ids(tuple(text)) for text in texts]
    lengths = torch.tensor([len(row) for row in rows])
    ids = torch.tensor([row + [0] * (int(lengths.max()) - len(row)) for row in rows])
    return encoder(ids, lengths)


@pytest.mark.parametrize("mode", ["soft", "hard", "removed"])
def test_a_text_alone_is_what_it_is_in_a_batch(mode):
    vocabulary, encoder = reducer(mode)
    states, pooled = encoded(vocabulary, encoder, TEXTS)
    for row, text in enumerate(TEXTS):
        alone = encoded(vocabulary, encoder, [text])
        torch.testing.assert_close(alone.pooled[0], pooled[row])
        torch.testing.assert_close(alone.states[0], states[row, : len(text)])


def test_an_application_is_read_as_the_word_that_it_becomes():
    """Hard, an inner list stands for one word: writing that word in its place changes nothing."""
    vocabulary, encoder = reducer("hard")
    words = torch.as_tensor(encoder.embedding.weight)
    inner = encoded(vocabulary, encoder, ["M12]"]).pooled[0]
    found = next(
        token for token in "0123456789" if token in vocabulary.tokens and torch.allclose(
            encoder.of_texts(words[vocabulary.words_of([token])[0]] / 0.1), inner, atol=1e-5)
    )  # fmt: skip
    nested, flat = encoded(vocabulary, encoder, ["m3M12]4]", f"m3{found}4]"]).pooled
    torch.testing.assert_close(nested, flat)


def values_of(encoder, vocabulary, texts):
    """The digit that each text becomes, by the vectors of words that are the unit vectors."""
    pooled = encoded(vocabulary, encoder, texts).pooled
    return [vocabulary.tokens[encoder.words[number]] for number in pooled.argmax(1).tolist()]


def nested(rng, depth):
    if depth == 0 or rng.random() < 0.4:
        return rng.choice("012")
    return rng.choice("Ms") + "".join(nested(rng, depth - 1) for _ in range(rng.randint(1, 3))) + "]"


def value(text):
    """By rewriting the innermost list until none is left: M is the greatest, s the sum modulo 3."""
    while len(text) > 1:
        inner = re.search(r"([Ms])(\d+)\]", text)
        digits = list(map(int, inner[2])) * (2 if len(inner[2]) == 1 else 1)
        found = max(digits) if inner[1] == "M" else sum(digits) % 3
        text = text[: inner.start()] + str(found) + text[inner.end() :]
    return text


@pytest.mark.parametrize("mode", ["soft", "hard"])
def test_a_table_that_knows_the_operators_reduces_lists_of_any_depth_and_size(mode):
    rng = Random(0)
    texts = [text for text in (nested(rng, 6) for _ in range(300)) if len(text) > 1]
    vocabulary = Vocabulary([Example(tuple("012Ms]"))], least=1, lower=False)
    embedding = WordEmbedding(vocabulary, len(vocabulary.words), 0.0)
    grammar = Grammar.parse('start: /[0-2]/ | /[Ms]/ start+ "]"')
    encoder = ReductionEncoder(embedding, 3, grammar=grammar, spelled=vocabulary.tokens)
    with torch.no_grad():
        encoder.share.fill_(9.0)
        embedding.weight.copy_(torch.eye(len(vocabulary.words)) * 0.1)
        encoder.of_texts.weight.copy_(torch.eye(len(vocabulary.words))[embedding.row[encoder.words]])
        digits = [int(vocabulary.tokens[number]) for number in encoder.words]
        for mark, function in (("M", max), ("s", lambda one, other: (one + other) % 3)):
            place = encoder.applications.marks[vocabulary.tokens.index(mark)]
            for one, left in enumerate(digits):
                for other, right in enumerate(digits):
                    encoder.table[place, one, other, digits.index(function(left, right))] = 4.0
    encoder.mode = mode
    assert max(map(len, texts)) > 60
    assert values_of(encoder, vocabulary, texts) == [value(text) for text in texts]


def sums(rng, depth):
    if depth == 0 or rng.random() < 0.3:
        return rng.choice("0123")
    return rng.choice("+-") + sums(rng, depth - 1) + sums(rng, depth - 1)


def counted(text):
    """The number of a text in which operators stand first, and what is left."""
    if text[0] in "+-":
        left, rest = counted(text[1:])
        right, rest = counted(rest)
        return (left + right if text[0] == "+" else left - right), rest
    return int(text[0]), text[1:]


def test_weights_that_know_the_operators_count_sums_of_any_depth():
    rng = Random(0)
    texts = [text for text in (sums(rng, 6) for _ in range(60)) if len(text) > 1]
    vocabulary = Vocabulary([Example(tuple("0123+-"))], least=1, lower=False)
    embedding = WordEmbedding(vocabulary, 4, 0.0)
    grammar = Grammar.parse("start: /[0-3]/ | /[+-]/ start start")
    encoder = LinearReductionEncoder(embedding, 1, grammar=grammar, spelled=vocabulary.tokens)
    with torch.no_grad():
        for token in vocabulary.tokens[1:]:
            embedding.weight[vocabulary.words_of([token])[0]] = int(token) * STD if token.isdigit() else 0
        encoder.value.weight.fill_(1 / 4 / SCALE)
        encoder.weights[encoder.applications.marks[vocabulary.tokens.index("-")], 1] = -2 / SCALE
        for layer in (encoder.back, encoder.of_texts):
            layer.weight.fill_(1 / layer.in_features)
            layer.bias.zero_()
    pooled = encoded(vocabulary, encoder, texts).pooled[:, 0]
    torch.testing.assert_close(pooled, torch.tensor([float(counted(text)[0]) for text in texts]))
    for row, text in enumerate(texts[:5]):
        torch.testing.assert_close(encoded(vocabulary, encoder, [text]).pooled[0, 0], pooled[row])
    encoder.mode = "removed"
    assert not encoded(vocabulary, encoder, texts).pooled.any()


def test_what_the_grammar_does_not_accept_is_told():
    vocabulary, encoder = reducer()
    with pytest.raises(ExampleError, match="does not accept"):
        encoded(vocabulary, encoder, ["M1]"])


def test_all_seven_languages_are_induced_from_their_labels():
    examples = [("".join(example.tokens[:-1]), example.target) for example in tomita.training()]
    for place, pattern in enumerate(tomita.LANGUAGES):
        inside = [text for text, labels in examples if labels[place] == "1"]
        outside = [text for text, labels in examples if labels[place] == "0"]
        assert equivalent(induced(inside, outside, 0), parse(pattern))


def test_a_bank_of_patterns_decides_hundreds_of_symbols_softly_as_hard():
    examples = [example for name in ("12-16", "201-500") for example in tomita.tests(name)[::40]]
    splits = Splits(Part(tomita.training()[:40]), {"test": Part(examples)})
    model = build(make("tomita"), Cell("tomita", "mean"), splits, Settings(least=1))
    patterns = [parse(pattern) for pattern in tomita.LANGUAGES]
    from synth.evaluation.heads.head import Material

    material = Material(splits.train.examples, model.vocabulary, model.encoder.embedding, 0)
    bank = bank_of(patterns, tomita.END, 8, material).bank
    for example in examples:
        text = "".join(example.tokens[:-1])
        soft = bank([text + tomita.END])[0]
        hard = [DFA.from_expression(pattern).accepts(text) for pattern in patterns]
        assert torch.allclose(soft, torch.tensor(hard, dtype=soft.dtype), atol=0.01)
