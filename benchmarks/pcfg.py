"""Speed and accuracy of the inside algorithm, one CPU thread: `python -m benchmarks.pcfg`.

Forward and backward over batches of 16 strings, beside torch-struct (`pip install torch-struct`) and beside the formula
in log-sum-exp as it is written, each in a process of its own for its memory. Seconds are process time, the best of
several, of the peers that of their only run; `--quick` leaves them out. torch-struct divides its symbols into
nonterminals and those that only emit: it gets N of each, because N nonterminals are what may stand anywhere in a tree.
The formula as written gets four strings at a time, whose seconds add up: with all 16 it takes 11 GB.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable

import torch
from torch import Tensor

from benchmarks.timing import best
from differentiable.grammars.inside import inside, inside_log
from differentiable.grammars.semirings import LOG

BATCH = 16
CHUNK = 4  # strings at a time of the formula as written
SIZES = [(32, 32), (64, 64)]  # length, nonterminals


def rules(length: int, nonterminals: int, scale: float = 1.0, device: str = "cpu") -> tuple[Tensor, Tensor]:
    """Random log-probabilities of emissions, (L, B, N), and of binary rules, (N, N, N)."""
    generator = torch.Generator().manual_seed(0)
    emissions = scale * torch.randn(length, BATCH, nonterminals, generator=generator)
    binary = (scale * torch.randn(nonterminals, nonterminals**2, generator=generator)).log_softmax(1)
    cube = binary.view(nonterminals, nonterminals, nonterminals)
    return emissions.to(device).requires_grad_(), cube.to(device).requires_grad_()


def ours(length: int, nonterminals: int, device: str = "cpu") -> Callable[[], object]:
    """The layer's recursion and its outside pass."""
    emissions, binary = rules(length, nonterminals, device=device)
    lengths = torch.full((BATCH,), length, device=device)
    return lambda: inside_log(emissions, binary, lengths).logsumexp(1).sum().backward()


def as_written(length: int, nonterminals: int) -> Callable[[], object]:
    """LSE over splits and both children for each parent, with autograd."""
    emissions, binary = rules(length, nonterminals)

    def run() -> None:
        for first in range(0, BATCH, CHUNK):
            log_partition(emissions[:, first : first + CHUNK]).sum().backward()

    def log_partition(leaves: Tensor) -> Tensor:
        by_width = [leaves]
        for width in range(2, length + 1):
            count = length - width + 1
            left = torch.stack([by_width[split - 1][:count] for split in range(1, width)], 2)  # (spans, B, splits, N)
            right = torch.stack([by_width[width - split - 1][split:] for split in range(1, width)], 2)
            both = (left[..., :, None] + right[..., None, :]).flatten(2)  # (spans, B, splits * N * N)
            parents = [(both + rule.flatten().repeat(width - 1)).logsumexp(2) for rule in binary]
            by_width.append(torch.stack(parents, 2))
        return by_width[-1][0].logsumexp(1)

    return run


def of_torch_struct(length: int, nonterminals: int, device: str = "cpu") -> Callable[[], object]:
    """The same with N nonterminals and N symbols that emit."""
    from torch_struct import SentCFG

    emissions, _ = rules(length, nonterminals, device=device)
    generator = torch.Generator().manual_seed(1)
    binary = torch.randn(BATCH, nonterminals, 2 * nonterminals, 2 * nonterminals, generator=generator)
    binary = binary.to(device).requires_grad_()
    roots = torch.zeros(BATCH, nonterminals, device=device)
    lengths = torch.full((BATCH,), length, device=device)
    return lambda: SentCFG((emissions.transpose(0, 1), binary, roots), lengths=lengths).partition.sum().backward()


KINDS = {"this layer": ours, "torch-struct": of_torch_struct, "log-sum-exp as written": as_written}


def measure(kind: str, length: int, nonterminals: int) -> None:
    """Seconds and megabytes of one of KINDS, as JSON; the megabytes are what the run adds to the process."""
    torch.set_num_threads(1)
    run = KINDS[kind](length, nonterminals)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.process_time()
    run()
    first = time.process_time() - begun
    memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    seconds = best(run) if kind == "this layer" else first
    print(json.dumps({"seconds": seconds, "megabytes": memory, "peak": gemm_peak()}))


def gemm_peak() -> float:
    """Floating-point operations a second in a large product of float32."""
    matrix = torch.randn(2048, 2048)
    return 2 * 2048**3 / best(lambda: matrix @ matrix)


def operations(length: int, nonterminals: int) -> float:
    """Floating-point operations of the products in forward and backward: five of splits, three of rules."""
    spans = [(length - width + 1, width - 1) for width in range(2, length + 1)]
    of_rules = 2 * 3 * sum(count for count, _ in spans) * nonterminals**3
    of_splits = 2 * 5 * sum(count * splits for count, splits in spans) * nonterminals**2
    return BATCH * float(of_rules + of_splits)


def accuracy() -> None:
    """Errors of log Z in float32 against float64, on grammars of larger and larger logits."""
    print("\nlargest error of log Z in nats, L=32, N=16: float32 against the recursion in float64")
    for scale in (1.0, 10.0, 40.0, 160.0):
        emissions, binary = (tensor.detach() for tensor in rules(32, 16, scale))
        exact = inside(LOG, emissions.double(), binary.double())[0, :, -1].logsumexp(1)
        found = inside_log(emissions, binary, torch.full((BATCH,), 32)).logsumexp(1)
        print(f"scale {scale:.0f} | {(found.double() - exact).abs().max():.2g} | log Z about {exact.mean():.0f}")


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave out the peers")
    parser.add_argument("--one", nargs=3, metavar=("KIND", "L", "N"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        measure(options.one[0], int(options.one[1]), int(options.one[2]))
        return
    print("L | N | what | seconds | MB | times this layer | of the GEMM peak")
    for length, nonterminals in SIZES:
        ours_in = 0.0
        for kind in KINDS:
            if kind != "this layer" and (options.quick or nonterminals > 32):
                continue
            command = [sys.executable, "-m", "benchmarks.pcfg", "--one", kind, str(length), str(nonterminals)]
            found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            ours_in = ours_in or found["seconds"]
            row = f"{length} | {nonterminals} | {kind} | {found['seconds']:.3f} | {found['megabytes']:.0f}"
            share = operations(length, nonterminals) / found["seconds"] / found["peak"]
            print(row, f"{found['seconds'] / ours_in:.0f}", f"{share:.0%}" if kind == "this layer" else "", sep=" | ")
    accuracy()


if __name__ == "__main__":
    main()
