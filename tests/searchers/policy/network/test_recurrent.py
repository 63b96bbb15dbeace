"""What the policy writes, and how likely it says that is."""

import pytest
import torch

from dsl.expressions.notation import parse
from searchers.policy.examples import look
from searchers.policy.learner import padded
from searchers.policy.network.recurrent import Task, make_policy
from searchers.policy.rollouts import stripped
from searchers.policy.spelling import Spelling
from searchers.problem import Problem

PROBLEM = Problem.of(["ab", "abab", "", "ab1"], ["a", "b"])


def task_of(problem, limit=8):
    spelling = Spelling.of(problem, [])
    examples = look(problem, spelling.characters)
    return Task(examples, torch.from_numpy(spelling.available), torch.from_numpy(spelling.prior), limit), spelling


def restless():
    policy = make_policy(1)
    torch.nn.init.normal_(policy.choice.weight, std=0.3, generator=torch.Generator().manual_seed(0))
    return policy


def test_everything_it_writes_is_an_expression():
    task, spelling = task_of(PROBLEM)
    written = restless().sample(task, torch.ones(200), torch.Generator().manual_seed(0))
    for row in written.tolist():
        spelling.read(stripped(row))
        assert 1 <= len(stripped(row)) <= 8


def test_samples_are_as_frequent_as_their_probabilities_say():
    task, _ = task_of(PROBLEM, limit=2)
    policy = restless()
    written = policy.sample(task, torch.ones(20_000), torch.Generator().manual_seed(0))
    rows, counts = torch.unique(written, dim=0, return_counts=True)
    chances = policy.choices(task, rows).log_probabilities.exp()
    assert chances.sum().item() == pytest.approx(1.0, abs=0.01)
    assert torch.allclose(chances, counts / 20_000, atol=0.012)


def test_the_order_of_the_examples_does_not_matter():
    texts, rejects = ["ab", "c", "abab", "ca"], ["b", "cc"]
    policy = restless()
    one = policy.encoder(look(Problem.of(texts, rejects), "abc"))
    other = policy.encoder(look(Problem.of(texts[::-1], rejects[::-1]), "abc"))
    assert torch.allclose(one, other, atol=1e-6)
    assert not torch.allclose(one, policy.encoder(look(Problem.of(texts), "abc")), atol=1e-3)


def test_the_examples_matter():
    policy = restless()
    (one, spelling), (other, _) = task_of(PROBLEM), task_of(Problem.of(["1", "ba", "aaaaaaab"]))
    tokens = torch.from_numpy(padded([spelling.spell({"start": parse("(ab)*")})]))
    first = policy.choices(one, tokens).log_probabilities
    second = policy.choices(one._replace(examples=other.examples), tokens).log_probabilities
    assert first.item() != second.item()


def test_rows_do_not_depend_on_what_else_is_in_the_batch():
    task, _ = task_of(PROBLEM)
    policy = restless()
    written = torch.unique(policy.sample(task, torch.ones(30), torch.Generator().manual_seed(2)), dim=0)
    together = policy.choices(task, written)
    for index, row in enumerate(written):
        alone = policy.choices(task, row[None])
        assert alone.log_probabilities.item() == pytest.approx(together.log_probabilities[index].item(), rel=1e-4)
        assert alone.entropies.item() == pytest.approx(together.entropies[index].item(), rel=1e-4)


def test_a_seed_makes_the_same_weights_and_leaves_torch_alone():
    before = torch.random.get_rng_state()
    one, other = make_policy(5).state_dict(), make_policy(5).state_dict()
    assert all(torch.equal(one[name], other[name]) for name in one)
    assert torch.equal(before, torch.random.get_rng_state())
