"""Semirings against enumeration, and against each other."""

import pytest
import torch

from differentiable.grammars.inside import inside
from differentiable.grammars.semirings import COUNTING, LOG, MAX, MIN, NEVER, SUM, KBest

LENGTH, BATCH, NONTERMINALS = 5, 2, 3


@pytest.fixture(scope="module")
def weights():
    generator = torch.Generator().manual_seed(0)
    emissions = torch.randn(LENGTH, BATCH, NONTERMINALS, generator=generator, dtype=torch.float64)
    binary = torch.randn(NONTERMINALS, NONTERMINALS, NONTERMINALS, generator=generator, dtype=torch.float64)
    binary[torch.rand(binary.shape, generator=generator) < 0.3] = NEVER
    return emissions, binary


def derivations(emissions, binary, string, parent, start, end):
    """The log-weights of all trees, one by one."""
    if end == start + 1:
        return [float(emissions[start, string, parent])]
    found = []
    for middle in range(start + 1, end):
        for left in range(NONTERMINALS):
            for right in range(NONTERMINALS):
                rule = float(binary[parent, left, right])
                if rule > NEVER / 2:
                    for one in derivations(emissions, binary, string, left, start, middle):
                        rest = derivations(emissions, binary, string, right, middle, end)
                        found += [rule + one + other for other in rest]
    return found


@pytest.mark.parametrize("string", range(BATCH))
@pytest.mark.parametrize("parent", range(NONTERMINALS))
def test_each_semiring_answers_its_question(weights, string, parent):
    trees = torch.tensor(derivations(*weights, string, parent, 0, LENGTH), dtype=torch.float64)
    best = trees.sort(descending=True).values
    expected = {LOG: trees.logsumexp(0), MAX: best[0], MIN: -best[0], SUM: trees.exp().sum()}
    for semiring, value in expected.items():
        found = inside(semiring, *weights)[0, string, LENGTH - 1, parent]
        assert found.item() == pytest.approx(value.item(), rel=1e-10)
    assert inside(COUNTING, *weights)[0, string, LENGTH - 1, parent] == len(trees)
    torch.testing.assert_close(inside(KBest(7), *weights)[0, string, LENGTH - 1, parent], best[:7])


def test_what_there_is_not_fills_the_k_best_up(weights):
    found = inside(KBest(3), *weights)[0, 0, 0, 0]
    assert found.tolist() == [weights[0][0, 0, 0].item(), -torch.inf, -torch.inf]
