"""Speed of the smooth Levenshtein distance, one CPU thread: `python -m benchmarks.soft_levenshtein`.

Million cells a second, forward and backward, 64 pairs of strings of 128 characters, beside pysdtw (`pip install
pysdtw`; soft dynamic time warping, the same recursion without costs of insertion and deletion) and beside autograd over
the anti-diagonals. Then regexes with three of ten literals wrong, put right by gradient on 50 strings of the right one.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import torch

from benchmarks.timing import best
from differentiable.edit_distance import soft_edit_distance
from differentiable.soft_regex import SoftRegex, tune_literals
from dsl.automata.dfa import equivalent
from dsl.automata.sampling import generate
from dsl.expressions.notation import parse

PAIRS, LENGTH, CASES = 64, 128, 20
SHAPES = ["????[0-9]+??(??|??)", "??(??)*-[0-9]{2,4}??????", "(????|??[0-9]+??)=??", "?????[0-9]{3}:?????"]


def main() -> None:
    """Measure and print everything."""
    torch.set_num_threads(1)
    cells = PAIRS * LENGTH**2 / 1e6
    peers = {"this layer": ours(), "pysdtw": of_pysdtw(), "autograd over anti-diagonals": with_autograd()}
    speeds = {name: cells / (once(run) if name.startswith("autograd") else best(run)) for name, run in peers.items()}
    print("what | million cells a second | this layer is faster by")
    for name, speed in speeds.items():
        print(f"{name} | {speed:.1f} | {speeds['this layer'] / speed:.1f}")
    repair()


def once(run: Callable[[], object]) -> float:
    """Seconds of process time of what is too slow to repeat."""
    begun = time.process_time()
    run()
    return time.process_time() - begun


def costs() -> torch.Tensor:
    """Random costs of substitutions, (B, n, m)."""
    return torch.rand(PAIRS, LENGTH, LENGTH, generator=torch.Generator().manual_seed(0)).requires_grad_()


def ours() -> Callable[[], object]:
    """The hand-written forward and backward."""
    given, lengths = costs(), torch.full((PAIRS,), LENGTH)
    return lambda: soft_edit_distance(given, lengths, lengths).sum().backward()


def of_pysdtw() -> Callable[[], object]:
    """Its numba kernels, over vectors of 8 numbers."""
    from pysdtw import SoftDTW

    generator = torch.Generator().manual_seed(0)
    first, second = (torch.rand(PAIRS, LENGTH, 8, generator=generator).requires_grad_() for _ in range(2))
    layer = SoftDTW(gamma=1.0, use_cuda=False)
    return lambda: layer(first, second).sum().backward()


def with_autograd() -> Callable[[], object]:
    """A diagonal after the other, torch keeping the graph."""
    given = costs()

    def run() -> None:
        two_back, one_back = torch.zeros(PAIRS, 1), torch.ones(PAIRS, 2)
        for diagonal in range(2, 2 * LENGTH + 1):
            low, high = max(1, diagonal - LENGTH), min(LENGTH, diagonal - 1)
            rows = torch.arange(low, high + 1)
            first = max(0, diagonal - 1 - LENGTH)  # row of the first cell of the diagonal before
            before = max(0, diagonal - 2 - LENGTH)
            ways = torch.stack(
                [
                    two_back[:, rows - 1 - before] + given[:, rows - 1, diagonal - rows - 1],
                    one_back[:, rows - 1 - first] + 1.0,
                    one_back[:, rows - first] + 1.0,
                ]
            )
            inner = -torch.logsumexp(-ways, 0)
            edge = torch.full((PAIRS, 1), float(diagonal))
            two_back = one_back
            parts = [edge, inner] if low == 1 and diagonal <= LENGTH else [inner]
            one_back = torch.cat([*parts, edge] if diagonal <= LENGTH else parts, 1)
        one_back.sum().backward()

    return run


def repair() -> None:
    """How many regexes come back, and the process time of each."""
    rng, right, begun = random.Random(0), 0, time.process_time()
    for case in range(CASES):
        shape = SHAPES[case % len(SHAPES)]
        letters = rng.sample("abcdefghijklmnopqrstuvwxyz", shape.count("?"))
        places = rng.sample(range(len(letters)), 3)
        wrong = [rng.choice("ABCDEFG") if place in places else letter for place, letter in enumerate(letters)]
        target, start = (parse(_filled(shape, chosen)) for chosen in (letters, wrong))
        examples = [generate(target, rng) for _ in range(50)]
        layer = SoftRegex(start, examples)
        for _ in tune_literals(layer, examples, steps=60):
            pass
        right += equivalent(layer.snap_back(), target)
    print(f"\nliterals put right: {right} of {CASES}, {(time.process_time() - begun) / CASES:.1f} CPU-s each")


def _filled(shape: str, letters: list[str]) -> str:
    rest = iter(letters)
    return "".join(next(rest) if letter == "?" else letter for letter in shape)


if __name__ == "__main__":
    main()
