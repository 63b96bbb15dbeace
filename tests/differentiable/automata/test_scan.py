"""The recursion and its hand-written backward pass, against the plain form."""

import os
import subprocess
import sys

import pytest
import torch

from differentiable import RegexBank, losses
from differentiable.automata import stepwise
from differentiable.automata.scan import read


def plain(arcs, symbols, lengths):
    rows, longest = symbols.shape
    state = arcs.new_zeros(rows, len(arcs), arcs.shape[-1])
    state[..., 0] = 1.0
    states, scales = [state], []
    for step in range(longest):
        reached = torch.einsum("bdi,bdij->bdj", state, arcs.transpose(0, 1)[symbols[:, step]])
        scale, going = reached.sum(-1), (step < lengths)[:, None]
        state = torch.where(going[..., None], reached / scale[..., None], state)
        scales.append(torch.where(going, scale, torch.ones_like(scale)))
        states.append(state)
    return state, torch.stack(scales, -1), torch.stack(states, 2)


@pytest.mark.parametrize("states", [1, 5, 8, 11])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_like_the_plain_form(states, dtype):
    stream = torch.Generator().manual_seed(0)
    arcs = torch.rand(3, 4, states, states, dtype=dtype, generator=stream).requires_grad_()
    symbols = torch.randint(0, 4, (6, 7), generator=stream)
    lengths = torch.tensor([0, 1, 7, 3, 2, 6])
    found, expected = read(arcs, symbols, lengths), plain(arcs, symbols, lengths)
    weights = [torch.randn(part.shape, dtype=dtype, generator=stream) for part in expected]
    gradients = [
        torch.autograd.grad(sum((part * weight).sum() for part, weight in zip(parts, weights, strict=True)), arcs)[0]
        for parts in (found, expected)
    ]
    close = {"atol": 1e-12} if dtype == torch.float64 else {"atol": 1e-5, "rtol": 1e-4}
    assert all(torch.allclose(one, other, **close) for one, other in zip(found, expected, strict=True))
    assert torch.allclose(*gradients, **close)


def test_other_devices_take_the_same_steps():
    stream = torch.Generator().manual_seed(0)
    arcs = torch.rand(3, 4, 8, 8, dtype=torch.float64, generator=stream)
    symbols, lengths = torch.randint(0, 4, (6, 7), generator=stream), torch.tensor([0, 1, 7, 3, 2, 6])
    found, expected = stepwise.forward(arcs, symbols, lengths), tuple(read(arcs, symbols, lengths))
    assert all(torch.allclose(one, other, atol=1e-12) for one, other in zip(found, expected, strict=True))
    gradients = [torch.randn(part.shape, dtype=torch.float64, generator=stream) for part in expected]
    for given in (gradients, [gradients[0], None, None], [None, gradients[1], None]):
        inputs = (arcs, symbols, lengths, *found[1:], *given)
        assert torch.allclose(stepwise.backward(*inputs), torch.ops.synth.bank_backward(*inputs), atol=1e-12)


def test_gradcheck():
    symbols, lengths = torch.tensor([[0, 1, 2, 1], [2, 2, 0, 0]]), torch.tensor([4, 2])
    arcs = torch.rand(2, 3, 3, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(1)).requires_grad_()
    assert torch.autograd.gradcheck(lambda arcs: tuple(read(arcs, symbols, lengths)), (arcs,))


def test_where_no_path_is_left_all_is_zero():
    arcs = torch.zeros(1, 2, 2, 2, dtype=torch.float64)
    arcs[0, 0, 0, 1] = 1.0
    arcs.requires_grad_()
    found = read(arcs, torch.tensor([[0, 1, 0]]), torch.tensor([3]))
    assert found.scales[0, 0].tolist() == [1.0, 0.0, 0.0]
    (gradient,) = torch.autograd.grad(found.last.sum(), arcs)
    assert gradient.isfinite().all()


def test_the_operator_is_one_that_torch_can_compile():
    symbols, lengths = torch.tensor([[0, 1, 2, 1], [2, 2, 0, 0]]), torch.tensor([4, 2])
    arcs = torch.rand(2, 3, 8, 8, generator=torch.Generator().manual_seed(1)).requires_grad_()
    found = torch.library.opcheck(torch.ops.synth.bank_forward.default, (arcs, symbols, lengths))
    assert set(found.values()) == {"SUCCESS"}


FUSED = """
import torch
from differentiable.automata import stepwise
from differentiable.kernels import fused_scan

stream = torch.Generator().manual_seed(0)
symbols, lengths = torch.randint(0, 4, (4, 5), generator=stream), torch.tensor([0, 1, 5, 3])
for states, dtype in ((8, torch.float64), (24, torch.float32)):
    arcs = torch.rand(3, 4, states, states, dtype=dtype, generator=stream)
    arcs[1, 2] = 0.0  # no path is left
    for one, other in zip(fused_scan.forward(arcs, symbols, lengths), stepwise.forward(arcs, symbols, lengths)):
        assert torch.allclose(one, other, atol=1e-6), (states, one, other)
print("alike")
"""


def test_the_fused_kernel_takes_the_same_steps():
    pytest.importorskip("triton")
    environment = {**os.environ, "TRITON_INTERPRET": "1"}
    found = subprocess.run([sys.executable, "-c", FUSED], env=environment, capture_output=True, text=True, check=False)
    assert found.stdout == "alike\n", found.stderr


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # torch's own, as it compiles
def test_a_whole_training_step_compiles():
    bank = RegexBank.from_patterns(["(ab)*", "a?b+a"], "ab", noise=1.0)
    again = RegexBank.from_patterns(["(ab)*", "a?b+a"], "ab", noise=1.0)
    symbols, lengths = bank.alphabet.batch(["abab", "ba", "", "bbb"], max_length=9)
    labels = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 0.0]])

    def loss(bank):
        return losses.cross_entropy(bank.log_odds(symbols, lengths), labels).sum()

    compiled = torch.compile(loss, fullgraph=True)
    for made, trained in ((compiled, bank), (loss, again)):
        optimiser = torch.optim.SGD(trained.parameters(), lr=1.0)
        for _ in range(3):
            optimiser.zero_grad()
            made(trained).backward()
            optimiser.step()
    assert torch.allclose(bank.arcs, again.arcs, atol=1e-5)
    assert torch.allclose(bank.ends, again.ends, atol=1e-5)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA here")
def test_cuda_says_the_same():
    stream = torch.Generator().manual_seed(0)
    arcs = torch.rand(3, 4, 5, 5, generator=stream)
    symbols, lengths = torch.randint(0, 4, (6, 7), generator=stream), torch.tensor([0, 1, 7, 3, 2, 6])
    here, there = read(arcs, symbols, lengths), read(arcs.cuda(), symbols.cuda(), lengths.cuda())
    assert all(torch.allclose(one, other.cpu(), atol=1e-5) for one, other in zip(here, there, strict=True))
