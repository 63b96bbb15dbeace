"""Compile the kernels that a first search needs, for every processor of this machine's level.

python scripts/compile_kernels.py FOLDER

FOLDER/x86-64-v3/levels.score-151.py311.9a….b4….nbc, where `dsl.kernels.compilation.shipped` looks for them. Which
kernels, and for which arguments, is told by small searches, for either kind of language in a process of its own.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from math import inf
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
KINDS: Final = ("regex", "cfg")
SECONDS: Final = 600.0  # for a process; it takes ten


def main() -> None:
    """Compile into the folder that is named. Exits with another code than 0 where that fails."""
    if len(sys.argv) == 3:
        search(sys.argv[2])
        return
    import llvmlite.binding as llvm

    from dsl.kernels.compilation.shipped import shipped

    processor = (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    place, (_, level, features) = next(shipped(processor))
    folder = Path(sys.argv[1], place.name)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as made:
        target = {"NUMBA_CACHE_DIR": made, "NUMBA_CPU_NAME": level, "NUMBA_CPU_FEATURES": features}
        command = [sys.executable, __file__, sys.argv[1]]
        running = [subprocess.Popen([*command, kind], env={**os.environ, **target}) for kind in KINDS]
        failed = [process.wait(SECONDS) for process in running]
        if any(failed):
            sys.exit(1)
        for file in Path(made).rglob("*.nbc"):
            file.replace(folder / file.name)


def search(kind: str) -> None:
    """Search for a language of one kind, with what may happen in a search: edits, outliers, negatives, children."""
    from searchers.beam.search import Beam
    from searchers.budget import Budget
    from searchers.problem import Problem
    from searchers.registry import make
    from searchers.scoring import make as objective_for

    problem = Problem.of(["ab12", "cd3", "ef45", "gh1", "!"], ["12", "a"])
    objective, budget, rng = objective_for("mdl", problem, kind), Budget(steps=2, effort=1), random.Random(0)
    beam = Beam(make(kind, "beam").space, warm_start=False)  # warm starts take libraries besides
    for _ in beam.search(problem, objective, budget, rng):
        pass
    space = beam.space(problem, objective)
    space.develop(space.fallbacks(), inf, budget, rng)


if __name__ == "__main__":
    main()
