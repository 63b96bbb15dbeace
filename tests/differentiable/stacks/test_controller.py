"""The network over a stack of vectors, against the same written plainly over a Python list."""

import pytest

torch = pytest.importorskip("torch")

import differentiable  # noqa: E402
from differentiable.stacks.controller import StackController  # noqa: E402
from dsl.errors import ConfigurationError  # noqa: E402


def plainly(controller, inputs, network):
    """Hidden vectors and tops of one network, with whole tensors as stacks."""
    rows, length, _ = inputs.shape
    enter, act, value = controller.enter[network], controller.act[network], controller.value[network]
    state = controller.state.shape[-1]
    stack = inputs.new_zeros(rows, length + 2, controller.top.shape[-1])
    hidden = inputs.new_zeros(rows, enter.shape[0])
    found = []
    for step in range(length):
        drive = inputs[:, step] @ enter[:, :-1].T + enter[:, -1] + stack[:, 0] @ controller.top[network].T
        hidden = torch.tanh(drive + hidden[:, :state] @ controller.state[network].T)
        logits = hidden @ act[:, :-1].T + act[:, -1]
        shares = (logits / controller.temperature).softmax(-1)
        if controller.relaxation == "straight-through":
            chosen = torch.nn.functional.one_hot(logits.argmax(-1), 4).to(shares)
            shares = chosen + shares - shares.detach()
        new = torch.tanh(hidden @ value[:, :-1].T + value[:, -1])[:, None]
        nothing = torch.zeros_like(stack[:, :1])
        ways = [
            torch.cat([new, stack[:, :-1]], 1), torch.cat([stack[:, 1:], nothing], 1),
            torch.cat([new, stack[:, 1:]], 1), stack,
        ]  # fmt: skip
        stack = sum(shares[:, way, None, None] * made for way, made in enumerate(ways))
        found.append((hidden, stack[:, 0]))
    return (torch.stack(parts, 1) for parts in zip(*found, strict=True))


@pytest.mark.parametrize("relaxation", ["soft", "straight-through"])
def test_values_and_gradients_are_those_of_whole_tensors(relaxation):
    controller = StackController(3, hidden=5, width=3, state=2, networks=2, seed=4).double()
    controller.relaxation, controller.temperature = relaxation, 0.7
    inputs = torch.randn(3, 7, 3, dtype=torch.float64, requires_grad=True)
    found = controller(inputs)
    hidden, tops = (
        torch.stack(parts) for parts in zip(*(plainly(controller, inputs, n) for n in range(2)), strict=True)
    )
    assert (found.hidden - hidden).abs().max() < 1e-12
    assert (found.tops - tops).abs().max() < 1e-12
    weights = torch.randn_like(hidden), torch.randn_like(tops)
    over = [inputs, *controller.parameters()]
    own = torch.autograd.grad((found.hidden * weights[0]).sum() + (found.tops * weights[1]).sum(), over)
    plain = torch.autograd.grad((hidden * weights[0]).sum() + (tops * weights[1]).sum(), over)
    for one, other in zip(own, plain, strict=True):
        assert (one - other).abs().max() < 1e-12


def test_hard_actions_are_a_python_list():
    """Without noise each step pushes, pops, replaces or keeps, whole: so the top is that of a list of vectors."""
    controller = StackController(4, hidden=8, width=3, relaxation="hard", seed=2).double()
    with torch.no_grad():
        controller.act.mul_(4)
    inputs = torch.randn(5, 12, 4, dtype=torch.float64)
    with torch.no_grad():
        found = controller(inputs)
        values = torch.tanh(found.hidden[0] @ controller.value[0, :, :-1].T + controller.value[0, :, -1])
    assert set(found.acts.unique().tolist()) == {0.0, 1.0}
    assert len(found.acts.argmax(-1).unique()) > 2
    for row in range(5):
        stack = []
        for step in range(12):
            act = int(found.acts[0, row, step].argmax())
            if act in (1, 2) and stack:
                stack.pop()
            if act in (0, 2):
                stack.append(values[row, step])
            top = stack[-1] if stack else torch.zeros(3, dtype=torch.float64)
            assert (found.tops[0, row, step] - top).abs().max() < 1e-12


def test_second_derivatives_are_refused():
    controller = StackController(3, seed=1)
    found = controller(torch.randn(2, 4, 3)).tops.square().sum()
    (gradient,) = torch.autograd.grad(found, [controller.value], create_graph=True)
    with pytest.raises(RuntimeError, match="differentiate twice"):
        gradient.square().sum().backward()


def test_what_stands_behind_changes_nothing_before():
    controller = StackController(3, seed=1)
    inputs = torch.randn(2, 9, 3)
    other = inputs.clone()
    other[:, 5:] = 7.0
    with torch.no_grad():
        assert torch.allclose(controller(inputs).tops[:, :, :5], controller(other).tops[:, :, :5], atol=1e-6)


def test_noise_makes_runs_differ_and_gradients_flow():
    controller = StackController(3, relaxation="gumbel-straight-through", seed=1)
    inputs = torch.randn(2, 9, 3)
    one, other = controller(inputs), controller(inputs)
    assert not torch.equal(one.acts, other.acts)
    one.tops.sum().backward()
    assert float(controller.act.grad.abs().sum()) > 0


def test_the_encoder_puts_hidden_vectors_and_tops_side_by_side():
    encoder = differentiable.StackEncoder(3, hidden=5, dim=2, seed=1)
    inputs = torch.randn(4, 6, 3)
    with torch.no_grad():
        worked = encoder.controller(inputs)
        assert torch.equal(encoder(inputs), torch.cat([worked.hidden[0], worked.tops[0]], -1))


def test_unknown_relaxations_and_sizes_are_refused():
    controller = StackController(3)
    controller.relaxation = "softish"
    with pytest.raises(ConfigurationError, match="softish"):
        controller(torch.randn(1, 2, 3))
    with pytest.raises(ConfigurationError, match="are remembered"):
        StackController(3, hidden=2, state=3)
