"""Machine code that came with the installation, compiled when that was made: for every processor of a level.

dsl/kernels/compiled/x86-64-v3/levels.score-151.py311.9a….b4….nbc      named as in the disk cache, of this processor

It lies beside the sources and is trusted as they are. Its name says of which sources, Python and numba it is, and for
which arguments: where one of them is another, it is not found, and the kernel is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

COMPILED: Final = Path(__file__).parents[1] / "compiled"

Processor: TypeAlias = tuple[str, str, str]  # triple, name and features, as numba's code generator tells them

# Machine, level as LLVM names it, and what a processor must have for it; the best level of a machine first. Those of
# x86-64 are micro-architecture levels of its psABI: processors since 2013 to 2015, and all.
LEVELS: Final = (
    ("x86_64", "x86-64-v3", frozenset({"+avx2", "+bmi", "+bmi2", "+f16c", "+fma", "+lzcnt", "+movbe"})),
    ("x86_64", "x86-64", frozenset[str]()),
    ("aarch64", "generic", frozenset[str]()),
)


def shipped(processor: Processor) -> Iterator[tuple[Path, Processor]]:
    """Where code is that a processor can run, and what it was compiled for, the best first."""
    triple, _, features = processor
    for machine, level, needed in LEVELS:
        if triple.startswith(f"{machine}-") and needed <= set(features.split(",")):
            yield COMPILED / level, (triple, level, "")
