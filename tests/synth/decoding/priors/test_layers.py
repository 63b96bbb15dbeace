"""Priors out of layers say what the layers say."""

import random
from collections import Counter
from math import exp

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from differentiable import PCFG, RegexBank  # noqa: E402
from dsl.errors import ConfigurationError  # noqa: E402
from dsl.grammar import Grammar  # noqa: E402
from synth.decoding.masks.vocabulary import Vocabulary  # noqa: E402
from synth.decoding.priors.lifting import Lifted  # noqa: E402
from synth.decoding.priors.writers import AutomataWriter, GrammarWriter, write  # noqa: E402

BYTES = Vocabulary.of("bytes")
TEXTS = ["ab", "abab", "", "ba", "b", "aab", "xy", "(a)", "((b))", "a-b"]


def log_prob(model, text):
    tokens = (*text.encode(), 256)
    return sum(model.log_probs([tokens[:place]])[0][token] for place, token in enumerate(tokens))


def test_a_bank_is_the_mixture_of_its_automata():
    bank = RegexBank.from_patterns(["(ab)*", "a?b+a"], alphabet="ab", mode="generative", dtype=torch.float64)
    lifted = Lifted.of_bank(bank, BYTES)
    texts = [text for text in TEXTS if set(text) <= set("ab")]
    with torch.inference_mode():
        expected = bank(texts).exp().mean(1)
    for text, probability in zip(texts, expected.tolist(), strict=True):
        assert exp(log_prob(lifted, text)) == pytest.approx(probability, rel=1e-6)


def test_a_grammar_has_its_own_probabilities():
    layer = PCFG.from_grammar(Grammar.parse('start: "(" start ")" | "a" "-" start | /[ab]/'), dtype=torch.float64)
    lifted = Lifted.of_grammar(layer, BYTES)
    texts = ["a", "(a)", "((b))", "a-b", "a-(a-a)"]
    with torch.inference_mode():
        expected = layer.log_prob(texts)
    for text, value in zip(texts, expected.tolist(), strict=True):
        assert log_prob(lifted, text) == pytest.approx(value, abs=0.02)  # characters outside the grammar are not tokens


def test_a_bank_writes_no_character_that_no_string_may_contain():
    bank = RegexBank.random(3, 2, "ab", mode="generative", dtype=torch.float64)
    drawn = write(AutomataWriter.of_bank(bank), bank.alphabet.atoms, 300, random.Random(0))
    assert set("".join(drawn)) == {"a", "b"}


def test_a_bank_that_decides_writes_nothing():
    with pytest.raises(ConfigurationError, match="mode accept writes nothing"):
        Lifted.of_bank(RegexBank.from_patterns(["a"]), BYTES)


def test_strings_are_drawn_in_proportion_to_their_weights():
    bank = RegexBank.from_patterns(["(ab)*", "a?b+a"], alphabet="ab", mode="generative", dtype=torch.float64)
    drawn = Counter(write(AutomataWriter.of_bank(bank), bank.alphabet.atoms, 2000, random.Random(0)))
    with torch.inference_mode():
        expected = dict(zip(["", "ab", "ba", "aba"], bank(["", "ab", "ba", "aba"]).exp().mean(1).tolist(), strict=True))
    assert all(drawn[text] / 2000 == pytest.approx(share, abs=0.04) for text, share in expected.items())
    shares = np.array([1.0, 0.0])
    first = Counter(write(AutomataWriter.of_bank(bank, shares), bank.alphabet.atoms, 500, random.Random(0)))
    assert first["ba"] < 25
    layer = PCFG.from_grammar(Grammar.parse('start: "(" start ")" | "a"'), slack=0.0, dtype=torch.float64)
    written = Counter(write(GrammarWriter.of_layer(layer), layer.alphabet.atoms, 1000, random.Random(0)))
    assert written["a"] / 1000 == pytest.approx(0.5, abs=0.06)
    assert written["(a)"] / 1000 == pytest.approx(0.25, abs=0.06)
