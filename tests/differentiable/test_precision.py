"""Layers in half precision, and under autocast: refused with a hint, or as without."""

import pytest
import torch

from differentiable import PCFG, PushdownAutomaton, RegexBank, SoftRegex, StackEncoder, encoders, soft_levenshtein
from differentiable.automata.alphabet import Alphabet
from dsl.errors import ConfigurationError
from dsl.grammar import Grammar

BRACKETS = Grammar.parse('start: "(" start ")" start |')
TEXTS = ["()", "(())()", "()()()()", "("]
ALPHABET = Alphabet.of((), "ab", closed=True)
LAYERS = {
    "bank": (lambda: RegexBank.from_patterns(["[(]*[)]", "[()]+"]), lambda layer: layer(TEXTS)),
    "generative": (lambda: RegexBank.from_patterns(["[()]*"], mode="generative"), lambda layer: layer(TEXTS)),
    "pcfg": (lambda: PCFG.from_grammar(BRACKETS), lambda layer: layer.log_prob(TEXTS)),
    "spans": (lambda: PCFG.from_grammar(BRACKETS), lambda layer: layer.span_posteriors(TEXTS)),
    "paths": (lambda: PushdownAutomaton.from_grammar(BRACKETS), lambda layer: layer.log_prob(TEXTS)),
    "superposition": (
        lambda: PushdownAutomaton.from_grammar(BRACKETS, mode="superposition"),
        lambda layer: layer(TEXTS),
    ),
    "regex": (lambda: SoftRegex("[(]*[)]"), lambda layer: layer(TEXTS)),
    "distance": (
        lambda: torch.nn.Embedding(len(ALPHABET), 5),
        lambda layer: soft_levenshtein(["ab", "b"], ["bb", "a"], alphabet=ALPHABET, vectors=layer.weight),
    ),
}


def made(name):
    torch.manual_seed(0)
    layer, call = LAYERS[name]
    return layer(), call


@pytest.mark.parametrize("name", LAYERS)
def test_autocast_takes_no_digits(name):
    layer, call = made(name)
    expected = call(layer)
    with torch.autocast("cpu", torch.bfloat16):
        found = call(layer)
    torch.testing.assert_close(found, expected, rtol=0, atol=0)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("name", LAYERS)
def test_half_precision_is_refused(name, dtype):
    layer, call = made(name)
    layer.to(dtype)
    with pytest.raises(ConfigurationError, match=f"computes in {dtype}") as raised:
        call(layer)
    assert "float32" in raised.value.hint


def test_stacks_and_regexes_refuse_it_too():
    with pytest.raises(ConfigurationError, match="no stack computes in"):
        StackEncoder(4).bfloat16()(torch.zeros(1, 2, 4, dtype=torch.bfloat16))
    with pytest.raises(ConfigurationError, match="no regex computes in"):
        SoftRegex("ab", dtype=torch.bfloat16)


@pytest.mark.parametrize("name", ["bank", "pcfg", "pushdown", "stack"])
def test_encoders_refuse_it_too(name):
    encoder = encoders.make(name, vocabulary=5, width=8).bfloat16()
    with pytest.raises(ConfigurationError, match="computes in"):
        encoder(torch.tensor([[1, 2]]), torch.tensor([2]))
