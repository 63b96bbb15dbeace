"""The fast inside algorithm against the recursion as written, over strings of any length and logits of any scale."""

import pytest
import torch

from differentiable.grammars.inside import inside, inside_chart, inside_log
from differentiable.grammars.semirings import LOG, NEVER


def random_rules(length, batch, nonterminals, *, scale=1.0, seed=0):
    generator = torch.Generator().manual_seed(seed)
    emissions = torch.randn(length, batch, nonterminals, generator=generator, dtype=torch.float64) * scale
    binary = torch.randn(nonterminals, nonterminals**2, generator=generator, dtype=torch.float64) * scale
    return emissions, binary.log_softmax(1).view(nonterminals, nonterminals, nonterminals)


def as_written(emissions, binary, lengths, spans=None):
    chart = inside(LOG, emissions, binary, spans)
    return chart[0, torch.arange(len(lengths)), lengths - 1]


@pytest.mark.parametrize("scale", [1.0, 30.0, 160.0])
def test_values_and_gradients_are_those_of_the_recursion(scale):
    lengths = torch.tensor([7, 6, 1, 3, 2])
    inputs = [tensor.requires_grad_() for tensor in random_rules(7, 5, 4, scale=scale)]
    expected = as_written(*inputs, lengths)
    weights = torch.randn(expected.shape, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    expected_gradients = torch.autograd.grad((expected * weights).sum(), inputs)
    for dtype, tolerance in ((torch.float64, 1e-10), (torch.float32, 1e-3)):
        narrow = [tensor.detach().to(dtype).requires_grad_() for tensor in inputs]
        found = inside_log(*narrow, lengths)
        torch.testing.assert_close(found.double(), expected, atol=tolerance, rtol=0)
        gradients = torch.autograd.grad((found * weights.to(dtype)).sum(), narrow)
        for gradient, wanted in zip(gradients, expected_gradients, strict=True):
            torch.testing.assert_close(gradient.double(), wanted, atol=tolerance, rtol=tolerance)


def test_gradients_by_differences():
    emissions, binary = random_rules(5, 3, 3)
    spans = torch.randn(5, 3, 5, 3, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    inputs = [tensor.requires_grad_() for tensor in (emissions, binary, spans)]
    lengths = torch.tensor([5, 3, 1])
    assert torch.autograd.gradcheck(lambda *given: inside_log(given[0], given[1], lengths, given[2]), inputs)


def test_gradients_of_cells_that_underflow_by_differences():
    emissions, binary = (tensor.requires_grad_() for tensor in random_rules(5, 2, 3, scale=900.0, seed=3))
    lengths = torch.tensor([5, 4])
    assert torch.autograd.gradcheck(
        lambda *given: inside_log(*given, lengths), (emissions, binary), eps=1e-4, atol=1e-6
    )


def test_in_float32_a_little_is_lost_at_length_on_peaky_grammars():
    emissions, binary = random_rules(24, 4, 6, scale=160.0, seed=4)
    lengths = torch.tensor([24, 20, 13, 24])
    exact = as_written(emissions.float().double(), binary.float().double(), lengths)
    found = inside_log(emissions.float(), binary.float(), lengths)
    assert (found.double() - exact).abs().max() < 1e-3


def test_spans_shift_what_they_cover():
    emissions, binary = random_rules(6, 2, 3)
    spans = torch.randn(6, 2, 6, 1, generator=torch.Generator().manual_seed(5), dtype=torch.float64)
    lengths = torch.tensor([6, 4])
    torch.testing.assert_close(
        inside_log(emissions, binary, lengths, spans), as_written(emissions, binary, lengths, spans)
    )


def test_the_padding_of_a_string_does_not_count():
    emissions, binary = random_rules(6, 1, 4)
    longer = torch.cat([emissions, 100 * torch.ones(3, 1, 4, dtype=torch.float64)])
    lengths = torch.tensor([6])
    torch.testing.assert_close(inside_log(longer, binary, lengths), inside_log(emissions, binary, lengths))


def test_impossible_rules_give_impossible_strings_without_nan():
    emissions, binary = random_rules(4, 1, 2)
    binary[:] = NEVER
    emissions.requires_grad_()
    found = inside_log(emissions, binary, torch.tensor([4]))
    assert (found < NEVER / 2).all()
    assert torch.autograd.grad(found.sum(), emissions)[0].isfinite().all()


def test_a_sparse_grammar_needs_no_logarithms(monkeypatch):
    monkeypatch.setattr("differentiable.grammars.inside._exactly", None)  # calling it would fail
    emissions, binary = (tensor.float() for tensor in random_rules(8, 2, 5))
    binary[torch.rand(binary.shape, generator=torch.Generator().manual_seed(6)) < 0.9] = NEVER
    lengths = torch.tensor([8, 5])
    found = inside_log(emissions, binary, lengths)
    expected = as_written(emissions, binary, lengths)
    possible = expected > NEVER / 2
    assert (found[~possible] < NEVER / 2).all()
    torch.testing.assert_close(found[possible], expected[possible])


@pytest.mark.parametrize("scale", [30.0, 160.0])
def test_what_counts_at_the_root_is_exact(scale):
    emissions, binary = (tensor.float() for tensor in random_rules(12, 3, 4, scale=scale, seed=7))
    lengths = torch.tensor([12, 7, 9])
    expected = as_written(emissions.double(), binary.double(), lengths)
    for roots in (torch.tensor([0.0, NEVER, NEVER, NEVER]), torch.tensor([NEVER, NEVER, NEVER, -3.0])):
        found = inside_log(emissions, binary, lengths, roots=roots)
        torch.testing.assert_close(
            (found + roots).logsumexp(1).double(), (expected + roots).logsumexp(1), atol=1e-3, rtol=0
        )


def test_what_underflows_without_counting_needs_no_logarithms(monkeypatch):
    monkeypatch.setattr("differentiable.grammars.inside._exactly", None)  # calling it would fail
    emissions, binary = (tensor.float() for tensor in random_rules(8, 2, 5))
    emissions[:, :, 4] -= 60.0
    binary[3] = NEVER
    binary[3, 4, 4] = 0.0  # e^-120 over two symbols, where all else is likely
    lengths, roots = torch.tensor([8, 5]), torch.tensor([0.0, 0.0, NEVER, NEVER, NEVER])
    found = inside_log(emissions.requires_grad_(), binary.requires_grad_(), lengths, roots=roots)
    expected = as_written(emissions, binary, lengths)
    torch.testing.assert_close((found + roots).logsumexp(1), (expected + roots).logsumexp(1))
    gradients = [
        torch.autograd.grad((tops + roots).logsumexp(1).sum(), (emissions, binary)) for tops in (found, expected)
    ]
    for gradient, wanted in zip(*gradients, strict=True):
        torch.testing.assert_close(gradient, wanted)


def test_the_chart_is_the_recursion_s():
    emissions, binary = random_rules(5, 2, 3)
    expected, found = inside(LOG, emissions, binary), inside_chart(emissions, binary, torch.tensor([5, 4]))
    for width in range(1, 6):
        torch.testing.assert_close(found[: 6 - width, :, width - 1], expected[: 6 - width, :, width - 1])


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
def test_cuda_gives_what_the_cpu_gives():
    emissions, binary = (tensor.float() for tensor in random_rules(9, 4, 6))
    lengths = torch.tensor([9, 5, 1, 8])
    found = inside_log(emissions.cuda(), binary.cuda(), lengths.cuda())
    torch.testing.assert_close(found.cpu(), inside_log(emissions, binary, lengths), atol=1e-4, rtol=1e-4)
