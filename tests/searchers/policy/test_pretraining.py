"""Random tasks are sound, training makes their expressions likelier, and weights survive a file."""

import random

import numpy as np
import pytest
import torch

from dsl.errors import ConfigurationError
from dsl.regex import Regex
from searchers.policy.network.recurrent import make_policy
from searchers.policy.network.weights import load_weights, save_weights
from searchers.policy.pretraining import Pretraining
from searchers.policy.random_tasks import random_task
from searchers.policy.search import Reinforce


def test_random_tasks_are_what_they_say():
    rng = random.Random(1)
    tasks = [random_task(rng) for _ in range(60)]
    for problem, target in tasks:
        language = Regex(target)
        assert all(map(language.accepts, problem.positives))
        assert not any(map(language.accepts, problem.negatives))
    assert 10 < sum(bool(problem.negatives) for problem, _ in tasks) < 50


def test_training_makes_the_expressions_likelier_and_is_the_same_for_a_seed():
    bits = [lesson.bits for lesson in Pretraining(1, "cpu").lessons(16)]
    assert np.mean(bits[-4:]) < np.mean(bits[:4])
    assert bits[:2] == [lesson.bits for lesson in Pretraining(1, "cpu").lessons(2)]


def test_weights_survive_a_file(tmp_path):
    policy = make_policy(7)
    save_weights(policy, str(tmp_path / "policy.safetensors"))
    weights = load_weights(str(tmp_path / "policy.safetensors"))
    assert all(np.array_equal(weights[name], tensor.numpy()) for name, tensor in policy.state_dict().items())
    assert [path.name for path in tmp_path.iterdir()] == ["policy.safetensors"]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda state: state.pop("choice.bias"), "another shape: choice.bias is None"),
        (lambda state: state.update({"choice.bias": torch.zeros(3)}), r"another shape: choice.bias is \(3,\)"),
        (lambda state: state["choice.bias"].fill_(float("nan")), "not finite"),
    ],
)
def test_weights_of_another_shape_are_refused(tmp_path, spoil, message):
    from safetensors.torch import save_file

    state = make_policy(0).state_dict()
    spoil(state)
    save_file(state, str(tmp_path / "bad.safetensors"))
    with pytest.raises(ConfigurationError, match=message):
        Reinforce(policy=str(tmp_path / "bad.safetensors"))


def test_what_is_no_file_of_weights_is_refused(tmp_path):
    (tmp_path / "text").write_text("not weights")
    with pytest.raises(ConfigurationError, match="not a file of weights"):
        load_weights(str(tmp_path / "text"))
    with pytest.raises(ConfigurationError, match="cannot read"):
        load_weights(str(tmp_path / "nowhere"))
    with pytest.raises(ConfigurationError, match="cannot write"):
        save_weights(make_policy(0), str(tmp_path / "nowhere" / "file"))
