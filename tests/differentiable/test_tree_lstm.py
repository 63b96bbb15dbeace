"""Trees as vectors, against the formula node by node."""

import pytest
import torch

from differentiable.automata.alphabet import Alphabet
from differentiable.pcfg import PCFG
from differentiable.tree_lstm import TreeLSTM
from dsl.errors import ConfigurationError, ExampleError
from dsl.grammars.recognition import Tree

TEXTS = ["abba", "", "b", "aabab"]


@pytest.fixture(scope="module")
def layer():
    return PCFG(Alphabet.of((), "ab", closed=True), 3, seed=2, dtype=torch.float64)


@pytest.fixture(scope="module")
def trees(layer):
    return [found.tree for found in layer.viterbi(TEXTS)]


def vector(encoder, layer, text, tree):
    """h of the root as the formula has it."""
    symbols = layer.encode([text]).symbols[0].tolist()

    def below(node):
        gates = encoder.nonterminals[layer.names.index(node.rule)]
        size = len(gates) // 5
        if node.children:
            (left, left_cell), (right, right_cell) = map(below, node.children)
            gates = gates + encoder.parts[:size].T @ left + encoder.parts[size:].T @ right
        else:
            gates = gates + encoder.symbols[symbols[node.start]]
            left_cell = right_cell = torch.zeros(size, dtype=gates.dtype)
        into, out, update, keep_left, keep_right = gates.view(5, size)
        cell = torch.sigmoid(into) * torch.tanh(update)
        cell = cell + torch.sigmoid(keep_left) * left_cell + torch.sigmoid(keep_right) * right_cell
        return torch.sigmoid(out) * torch.tanh(cell), cell

    return below(tree)[0]


def test_vectors_are_those_of_the_formula(layer, trees):
    encoder = TreeLSTM(layer, 4)
    found = encoder(layer.encode(TEXTS), trees)
    assert found[1].tolist() == [0.0] * 4  # the empty string has no tree
    for row in (0, 2, 3):
        torch.testing.assert_close(found[row], vector(encoder, layer, TEXTS[row], trees[row]), atol=1e-12, rtol=0)


def test_a_batch_is_its_strings_one_by_one(layer, trees):
    encoder = TreeLSTM(layer, 4)
    together = encoder(layer.encode(TEXTS), trees)
    for row, (text, tree) in enumerate(zip(TEXTS, trees, strict=True)):
        torch.testing.assert_close(encoder(layer.encode([text]), [tree])[0], together[row], atol=1e-12, rtol=0)


def test_gradients_are_those_of_differences(layer, trees):
    encoder, encoded = TreeLSTM(layer, 2), layer.encode(TEXTS)
    names = [name for name, _ in encoder.named_parameters()]

    def vectors(*parameters):
        return torch.func.functional_call(encoder, dict(zip(names, parameters, strict=True)), (encoded, trees))

    given = [parameter.detach().clone().requires_grad_() for parameter in encoder.parameters()]
    assert torch.autograd.gradcheck(vectors, given)


def test_the_shape_of_a_tree_tells(layer):
    leaves = [Tree("n0", place, place + 1, ()) for place in range(3)]
    left = Tree("n0", 0, 3, (Tree("n0", 0, 2, tuple(leaves[:2])), leaves[2]))
    right = Tree("n0", 0, 3, (leaves[0], Tree("n0", 1, 3, tuple(leaves[1:]))))
    found = TreeLSTM(layer, 4)(layer.encode(["aaa", "aaa"]), [left, right])
    assert (found[0] - found[1]).abs().max() > 1e-3


def test_mistakes_are_errors(layer, trees):
    encoder = TreeLSTM(layer, 2)
    for wrong in ([trees[0]], [Tree("n0", 0, 1, ()), None], [Tree("other", 0, 4, ()), None]):
        with pytest.raises(ExampleError):
            encoder(layer.encode(["abba", ""]), wrong)
    with pytest.raises(ConfigurationError):
        TreeLSTM(layer, 0)
