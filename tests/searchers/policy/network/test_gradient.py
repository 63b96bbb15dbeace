"""The estimator's mean is the exact gradient, on a space that can be enumerated."""

from itertools import product

import pytest
import torch

from searchers.policy import tokens as t
from searchers.policy.examples import look
from searchers.policy.network.gradient import likelihood_loss, policy_loss
from searchers.policy.network.recurrent import Task, make_policy
from searchers.policy.spelling import Spelling
from searchers.problem import Problem

PROBLEM = Problem.of(["a", "ba", "bba"], ["b"])


@pytest.fixture
def task():
    available = torch.zeros(t.SIZE, dtype=torch.bool)
    available[[t.STAR, t.CONCAT, t.CHARACTERS, t.CHARACTERS + 1]] = True
    examples = look(PROBLEM, "ab")
    wide = examples._replace(weights=examples.weights.double())
    return Task(wide, available, torch.from_numpy(Spelling.of(PROBLEM, []).prior).double(), 3)


@pytest.fixture
def policy():
    policy = make_policy(3).double()
    torch.nn.init.normal_(policy.choice.weight, generator=torch.Generator().manual_seed(1))
    return policy


A, B = t.CHARACTERS, t.CHARACTERS + 1
SPACE = [(A,), (B,), (t.STAR, A), (t.STAR, B), *((t.CONCAT, x, y) for x, y in product((A, B), repeat=2))]


def probabilities(policy, task):
    rows = torch.tensor([[*sequence, *[t.END] * (3 - len(sequence))] for sequence in SPACE])
    return policy.choices(task, rows)


def gradient(policy, loss):
    found = torch.autograd.grad(loss, list(policy.parameters()), retain_graph=True, allow_unused=True)
    return torch.cat([g.flatten() for g in found if g is not None])


def test_the_space_is_all_there_is(policy, task):
    with_concat_of_star = probabilities(policy, task).log_probabilities.exp().sum()
    assert with_concat_of_star.item() == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("drawn", [2, 3])
def test_the_mean_of_the_estimator_is_the_gradient_of_the_expected_reward(policy, task, drawn):
    rewards = torch.linspace(-1.0, 0.9, len(SPACE), dtype=torch.float64)[torch.randperm(len(SPACE))]
    logs = probabilities(policy, task).log_probabilities
    exact = gradient(policy, -(logs.exp() * rewards).sum())
    chances = logs.detach().exp()
    weights = torch.zeros(len(SPACE), dtype=torch.float64)  # of each sequence's log-probability, over all batches
    mean = torch.zeros_like(exact)
    for batch in product(range(len(SPACE)), repeat=drawn):
        index = torch.tensor(batch)
        chance = chances[index].prod()
        leaf = torch.zeros(len(SPACE), dtype=torch.float64, requires_grad=True)
        policy_loss(leaf[index], rewards[index], torch.ones(drawn, dtype=torch.float64)).backward()
        weights += chance * leaf.grad
    mean = gradient(policy, (weights * logs).sum())
    assert torch.allclose(mean, exact, atol=1e-9)
    assert exact.abs().max() > 1e-3


def test_counting_repeats_is_the_same_as_repeating():
    logs, rewards = torch.tensor([-1.0, -2.0]), torch.tensor([0.5, -0.3])
    counted = policy_loss(logs, rewards, torch.tensor([2.0, 1.0]))
    repeated = policy_loss(logs[[0, 0, 1]], rewards[[0, 0, 1]], torch.ones(3))
    assert counted.item() == pytest.approx(repeated.item())


def test_nothing_to_imitate_costs_nothing():
    assert likelihood_loss(torch.zeros(0)).item() == 0.0
