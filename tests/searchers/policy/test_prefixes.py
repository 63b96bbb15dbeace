"""The mask admits what a reference grammar of well-formed sequences does, and nothing else."""

from itertools import product

import pytest
import torch

from searchers.policy import tokens as t
from searchers.policy.prefixes import Prefixes

A, N1, N2 = t.CHARACTERS, t.REFS, t.REFS + 1
LIMIT = 5


def available(*tokens):
    mask = torch.zeros(t.SIZE, dtype=torch.bool)
    mask[list(tokens)] = True
    return mask


def written(mask, limit):
    """All complete sequences, by following the mask."""
    found, growing = set(), [()]
    while growing:
        prefix = growing.pop()
        prefixes = Prefixes(mask, limit, 1)
        for token in prefix:
            prefixes.advance(torch.tensor([token]))
        allowed = prefixes.allowed()[0].nonzero()[:, 0].tolist()
        assert allowed, "a prefix that cannot be completed"
        if allowed == [t.END]:
            found.add(prefix)
        else:
            growing += [(*prefix, token) for token in allowed]
    return found


def read_part(tokens, before):
    """What is behind the first part of the tokens; fails on an ill-formed one."""
    token, rest = tokens[0], tokens[1:]
    assert t.FOLLOWS[before, token]
    for place in range(t.ARITY[token]):
        rest = read_part(rest, token if place == 0 else t.END)
    return rest


def is_well_formed(tokens):
    try:
        bodies, rules = 0, 1
        while bodies < rules:
            rest = read_part(tokens, t.END)
            for token in tokens[: len(tokens) - len(rest)]:
                if token >= t.REFS:
                    assert token - t.REFS <= rules
                    rules = max(rules, token - t.REFS + 1)
            tokens, bodies = rest, bodies + 1
    except (AssertionError, IndexError):
        return False
    return not tokens


@pytest.mark.parametrize(
    "tokens", [(A, A + 1, t.CONCAT, t.UNION, t.STAR), (A, t.STAR, t.OPTION, t.REPEATS, t.UNION), (A, t.CONCAT, N1, N2)]
)
def test_the_mask_admits_exactly_the_well_formed_sequences_within_the_limit(tokens):
    everything = {s for length in range(1, LIMIT + 1) for s in product(tokens, repeat=length)}
    # behind an operand the mask may only forbid what its follower table forbids for first parts
    assert written(available(*tokens), LIMIT) == {s for s in everything if is_well_formed(s)}


def test_rows_are_independent_of_each_other():
    mask = available(A, t.CONCAT, t.STAR, N1, N2)
    rows = [(t.CONCAT, A, t.STAR), (t.STAR, N2, A), (A, t.END, t.END)]
    together = Prefixes(mask, LIMIT, len(rows))
    for column in zip(*rows, strict=True):
        together.advance(torch.tensor(column))
    for number, row in enumerate(rows):
        alone = Prefixes(mask, LIMIT, 1)
        for token in row:
            alone.advance(torch.tensor([token]))
        assert torch.equal(alone.allowed()[0], together.allowed()[number])
        assert alone.parent.item() == together.parent[number].item()


def test_the_parent_is_the_operator_whose_part_comes_next():
    prefixes = Prefixes(available(A, t.CONCAT, t.STAR), 9, 1)
    parents = []
    for token in (t.CONCAT, t.STAR, A, A):
        prefixes.advance(torch.tensor([token]))
        parents.append(prefixes.parent.item())
    assert parents[:3] == [t.CONCAT, t.STAR, t.CONCAT]
