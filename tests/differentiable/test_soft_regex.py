"""The smooth distance to a regex against the exact one, and literals that gradients put right."""

import random

import pytest
import torch

from differentiable.soft_regex import SoftRegex, tune_literals
from dsl.automata.dfa import equivalent
from dsl.automata.distance import distances
from dsl.automata.sampling import generate
from dsl.errors import ConfigurationError, ExampleError, LimitError
from dsl.expressions.notation import parse

PATTERNS = ["(ab|c)*d", "a{2,3}b+|[cd]x", "a?(bc|d)+", "(a|b?c){2}", "x*", "()"]


@pytest.fixture(scope="module")
def strings():
    rng = random.Random(0)
    return ["".join(rng.choices("abcdx", k=rng.randrange(8))) for _ in range(25)]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_it_tends_to_the_exact_distance(pattern, strings):
    layer = SoftRegex(pattern, strings, certainty=1 - 1e-12, dtype=torch.float64)
    exact = torch.tensor(distances(parse(pattern), strings), dtype=torch.float64)
    torch.testing.assert_close(layer.distance(strings, temperature=0), exact, atol=1e-9, rtol=0)
    for temperature in (0.005, 0.02):
        found = layer.distance(strings, temperature=temperature)
        assert (found <= exact + 1e-6).all()
        assert (exact - found).max() < 6 * temperature


def test_an_untouched_regex_snaps_back_to_itself():
    for pattern in PATTERNS:
        assert SoftRegex(pattern).snap_back() == parse(pattern)


def test_gradients_are_those_of_differences(strings):
    layer = SoftRegex("(ab|c)*d", strings, dtype=torch.float64)
    given = layer.logits.detach().clone().requires_grad_()

    def distance(logits):
        return torch.func.functional_call(layer, {"logits": logits}, (strings[:4], 0.5))

    assert torch.autograd.gradcheck(distance, (given,))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("id-[0-9]{2,4}(kg|lb)?;x", "iq-[0-9]{2,4}(kz|lb)?;w"),
        ("(ab|cd)+;e{2,3}fgh", "(xb|cy)+;e{2,3}fzh"),
    ],
)
def test_wrong_literals_are_put_right(right, wrong):
    rng = random.Random(1)
    examples = [generate(parse(right), rng) for _ in range(15)]
    layer = SoftRegex(wrong, examples)
    losses = list(tune_literals(layer, examples, steps=30))
    assert losses[-1] < 0.1
    assert equivalent(layer.snap_back(), parse(right))


def test_bad_input_is_an_error():
    layer = SoftRegex("ab")
    with pytest.raises(ConfigurationError):
        layer.distance(["a"], temperature=-1.0)
    with pytest.raises(ConfigurationError):
        SoftRegex("ab", certainty=1.0)
    with pytest.raises(ExampleError):
        layer.distance([])
    with pytest.raises(LimitError):
        SoftRegex("a{501}")
