"""The smooth distance against all alignments, the exact distance, and its two implementations against each other."""

import random
from math import comb, exp, log

import pytest
import torch
from rapidfuzz.distance import Levenshtein

from differentiable.automata.alphabet import Alphabet
from differentiable.edit_distance import _Cells, _Diagonals, _Prices, soft_edit_distance, soft_levenshtein
from dsl.errors import ConfigurationError, ExampleError


def strings(count, longest, seed=0):
    rng = random.Random(seed)
    return ["".join(rng.choices("abc", k=rng.randrange(longest + 1))) for _ in range(count)]


def alignments(costs, row, column, deletion, insertion):
    """The costs of all alignments of the first characters."""
    if row == column == 0:
        return [0.0]
    found = []
    if row:
        found += [deletion + cost for cost in alignments(costs, row - 1, column, deletion, insertion)]
    if column:
        found += [insertion + cost for cost in alignments(costs, row, column - 1, deletion, insertion)]
    if row and column:
        rest = alignments(costs, row - 1, column - 1, deletion, insertion)
        found += [costs[row - 1][column - 1] + cost for cost in rest]
    return found


@pytest.mark.parametrize("temperature", [0.01, 0.3, 2.0])
def test_it_is_the_soft_minimum_over_all_alignments(temperature):
    costs = torch.rand(4, 4, 5, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    lengths, others = torch.tensor([4, 0, 3, 2]), torch.tensor([5, 3, 0, 2])
    found = soft_edit_distance(costs, lengths, others, temperature=temperature, insertion=0.8, deletion=1.3)
    for pair in range(4):
        every = alignments(costs[pair].tolist(), int(lengths[pair]), int(others[pair]), 1.3, 0.8)
        least = min(every)
        expected = least - temperature * log(sum(exp((least - cost) / temperature) for cost in every))
        assert found[pair].item() == pytest.approx(expected, abs=1e-10)


def test_it_tends_to_the_exact_distance_from_below():
    first, second = strings(60, 9, seed=1), strings(60, 9, seed=2)
    exact = torch.tensor([float(Levenshtein.distance(*pair)) for pair in zip(first, second, strict=True)])
    for temperature in (1e-3, 0.01, 0.5):
        found = soft_levenshtein(first, second, temperature=temperature, dtype=torch.float64)
        ways = torch.tensor([delannoy(len(one), len(other)) for one, other in zip(first, second, strict=True)]).log()
        assert (found <= exact + 1e-9).all()
        assert (exact - found <= temperature * ways + 1e-9).all()


def delannoy(rows, columns):
    return float(sum(comb(rows, k) * comb(columns, k) * 2**k for k in range(min(rows, columns) + 1)))


@pytest.mark.parametrize("kind", [_Cells, _Diagonals])
def test_gradients_by_differences(kind, monkeypatch):
    monkeypatch.setattr("differentiable.edit_distance._Cells", kind)
    costs = torch.rand(3, 4, 5, generator=torch.Generator().manual_seed(3), dtype=torch.float64, requires_grad=True)
    lengths, others = torch.tensor([4, 2, 0]), torch.tensor([5, 3, 2])
    assert torch.autograd.gradcheck(
        lambda given: soft_edit_distance(given, lengths, others, temperature=0.7, insertion=0.9), (costs,)
    )


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_both_ways_to_compute_it_agree(dtype):
    costs = torch.rand(5, 30, 20, generator=torch.Generator().manual_seed(4), dtype=dtype)
    given = costs, torch.tensor([30, 7, 0, 12, 29]), torch.tensor([20, 20, 3, 0, 11]), _Prices(0.2, 1.1, 0.9)
    cells, diagonals = _Cells(*given), _Diagonals(*given)
    gradient = torch.rand(5, generator=torch.Generator().manual_seed(5), dtype=dtype)
    torch.testing.assert_close(cells.found, diagonals.found, atol=1e-4, rtol=1e-5)
    torch.testing.assert_close(
        cells.gradient_of_costs(gradient), diagonals.gradient_of_costs(gradient), atol=1e-4, rtol=1e-4
    )


def test_the_divergence_of_equal_strings_is_nothing():
    texts = strings(10, 8)
    assert soft_levenshtein(texts, texts, divergence=True).abs().max() < 1e-5
    assert (soft_levenshtein(texts, texts) <= 0).all()
    assert soft_levenshtein(["abc"], ["cba"], divergence=True).item() > 0


def test_vectors_of_characters_learn_what_is_alike():
    alphabet = Alphabet.of((), "abx", closed=True)
    vectors = torch.eye(len(alphabet), requires_grad=True)
    options = {"alphabet": alphabet, "vectors": vectors, "temperature": 0.1}
    first, second = ["abab", "bba"], ["xbxb", "bbx"]
    before = soft_levenshtein(first, second, **options)
    exact = soft_levenshtein(first, second, temperature=0.1)
    torch.testing.assert_close(before, exact)
    before.sum().backward()
    with torch.no_grad():
        vectors -= 0.5 * vectors.grad
    assert (soft_levenshtein(first, second, **options) < before).all()
    a, b, x = (alphabet.atoms.atom_of(letter) for letter in "abx")
    similar = torch.nn.functional.cosine_similarity
    assert similar(vectors[a], vectors[x], 0) > similar(vectors[a], vectors[b], 0)


def test_bad_input_is_an_error():
    for mistake in (
        lambda: soft_levenshtein(["a"], []),
        lambda: soft_levenshtein([], []),
        lambda: soft_levenshtein(["a"], ["z"], alphabet=Alphabet.of((), "ab", closed=True), vectors=torch.eye(3)),
    ):
        with pytest.raises(ExampleError):
            mistake()
    for options in ({"temperature": 0.0}, {"insertion": float("nan")}, {"vectors": torch.eye(2)}):
        with pytest.raises(ConfigurationError):
            soft_levenshtein(["a"], ["b"], **options)
    with pytest.raises(ConfigurationError, match="vectors of shape"):
        soft_levenshtein(["a"], ["b"], alphabet=Alphabet.of((), "ab"), vectors=torch.eye(2))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
def test_cuda_gives_what_the_cpu_gives():
    costs = torch.rand(3, 6, 5)
    lengths = torch.tensor([6, 2, 0]), torch.tensor([5, 3, 2])
    torch.testing.assert_close(soft_edit_distance(costs.cuda(), *lengths).cpu(), soft_edit_distance(costs, *lengths))
