"""A bank of 64 automata beside the plain forms of its recursion: `python -m benchmarks.bank`.

One thread, float32, D = 64 automata, Q = 16 states, V = 64 symbols, L = 128, B = 64 strings. Tokens a second count
symbols; memory is what the peak of the process rises by.
"""

from __future__ import annotations

import resource
from collections.abc import Callable

import torch
from torch import Tensor

from benchmarks.timing import best
from differentiable.automata.scan import read

AUTOMATA, STATES, SYMBOLS, LENGTH, ROWS = 64, 16, 64, 128, 64


def products(arcs: Tensor, symbols: Tensor) -> Tensor:
    """States times gathered matrices, scaled at each step."""
    by_symbol = arcs.transpose(0, 1).contiguous()  # (V, D, Q, Q)
    state = torch.zeros(ROWS * AUTOMATA, 1, STATES)
    state[..., 0] = 1.0
    for step in range(LENGTH):
        state = torch.bmm(state, by_symbol[symbols[:, step]].view(-1, STATES, STATES))
        state = state / state.sum(-1, keepdim=True)
    return state.view(ROWS, AUTOMATA, STATES)


def logarithms(arcs: Tensor, symbols: Tensor) -> Tensor:
    """The same in logarithms, as the formula is written."""
    by_symbol = arcs.log().transpose(0, 1).contiguous()
    state = torch.full((ROWS, AUTOMATA, STATES), -torch.inf)
    state[..., 0] = 0.0
    for step in range(LENGTH):
        state = (state[..., None] + by_symbol[symbols[:, step]]).logsumexp(-2)
    return state.exp()


def main() -> None:
    """Measure and print."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    logits = torch.randn(AUTOMATA, SYMBOLS, STATES, STATES)
    symbols = torch.randint(SYMBOLS, (ROWS, LENGTH))
    lengths = torch.full((ROWS,), LENGTH)

    def both() -> None:
        arcs = logits.requires_grad_().softmax(-1)
        read(arcs, symbols, lengths).last[..., 0].sum().backward()  # type: ignore[no-untyped-call]

    best(lambda: read(torch.ones(2, 2, 8, 8), symbols[:2] % 2, lengths[:2]))  # compiles
    small = torch.ones(2, 2, 8, 8, requires_grad=True)
    read(small, symbols[:2] % 2, lengths[:2]).last.sum().backward()  # type: ignore[no-untyped-call]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    both()
    peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    arcs = logits.detach().softmax(-1)
    forms: dict[str, Callable[[], Tensor]] = {
        "bank": lambda: read(arcs, symbols, lengths).last,
        "scaled products": lambda: products(arcs, symbols),
        "logarithms": lambda: logarithms(arcs, symbols),
    }
    with torch.no_grad():
        answers = [form() for form in forms.values()]
        seconds = {name: best(form) for name, form in forms.items()}
    assert all(torch.allclose(answer, answers[0], atol=1e-4) for answer in answers)
    for name, taken in seconds.items():
        print(
            f"{name:16} {ROWS * LENGTH / taken:10,.0f} tokens/s  {taken / seconds['bank']:5.1f} times the bank's time"
        )
    print(f"forward and backward: {best(both):.3f} CPU-s, peak rises by {peak:.0f} MB (to reach: 200)")
    print(f"{seconds['scaled products'] / seconds['bank']:.1f} times the scaled products (to reach: 5)")


if __name__ == "__main__":
    main()
