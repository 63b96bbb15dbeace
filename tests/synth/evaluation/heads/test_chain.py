"""Chains of tags against all of them, one by one."""

from itertools import pairwise, product

import pytest
import torch

from synth.evaluation.heads.chain import Chain

TAGS, LENGTHS = 3, torch.tensor([4, 1, 3])


@pytest.fixture
def chain():
    torch.manual_seed(0)
    made = Chain(TAGS).double()
    for parameter in made.parameters():
        torch.nn.init.normal_(parameter)
    return made


@pytest.fixture
def emissions():
    return torch.randn(
        len(LENGTHS), int(LENGTHS.max()), TAGS, dtype=torch.float64, generator=torch.Generator().manual_seed(1)
    )


def by_hand(chain, emissions, tags):
    total = chain.start[tags[0]] + chain.end[tags[-1]]
    total = total + sum(emissions[place, tag] for place, tag in enumerate(tags))
    return total + sum(chain.between[one, other] for one, other in pairwise(tags))


def test_partition_and_best_are_those_of_all_sequences(chain, emissions):
    found, best = chain.log_partition(emissions, LENGTHS), chain.best(emissions, LENGTHS)
    for row, length in enumerate(LENGTHS.tolist()):
        everything = list(product(range(TAGS), repeat=length))
        scores = torch.stack([by_hand(chain, emissions[row], tags) for tags in everything])
        assert found[row].item() == pytest.approx(scores.logsumexp(0).item())
        assert best[row] == list(everything[int(scores.argmax())])


def test_the_loss_is_minus_the_log_probability(chain, emissions):
    gold = torch.tensor([[0, 1, 2, 1], [2, 0, 0, 0], [1, 1, 0, 0]])
    wanted = sum(
        chain.log_partition(emissions, LENGTHS)[row] - by_hand(chain, emissions[row], gold[row, :length].tolist())
        for row, length in enumerate(LENGTHS.tolist())
    )
    assert chain.loss(emissions, gold, LENGTHS).item() == pytest.approx(wanted.item())


def test_what_stands_behind_the_end_changes_nothing(chain, emissions):
    other = emissions.clone()
    other[1, 1:], other[2, 3:] = 100.0, -100.0
    assert torch.equal(chain.log_partition(emissions, LENGTHS), chain.log_partition(other, LENGTHS))
    assert chain.best(emissions, LENGTHS) == chain.best(other, LENGTHS)
