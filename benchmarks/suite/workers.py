"""Two processes beside one, on the same cells: python -m benchmarks.suite.workers [DATA]

Printed are the seconds of both, by the clock, how many times two are faster (to reach: 1.7, on two cores with nothing
else running), and whether all scores are equal; and the processor seconds of all cells, which cores that share their
caches make more. Without DATA, the slices in datasets/ are measured.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from synth.evaluation.suite import begin, work_off

ASKED: Final[dict[str, Any]] = {
    "tasks": "pos,wnut17,dbpedia,snli", "protocols": ["swap"], "encoders": ["mean", "conv", "rnn", "lstm"],
    "profile": "minutes", "seeds": 2,
}  # fmt: skip


def main(data: str | None = None) -> None:
    """Print the seconds of one and of two processes."""
    asked = ASKED if data is None else {**ASKED, "data": str(Path(data).resolve())}
    seconds: dict[int, float] = {}
    scores: dict[int, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for workers in (1, 2):
            record = begin(f"{folder}/{workers}", asked)
            begun = time.perf_counter()
            lines = list(work_off(record, workers=workers))
            seconds[workers] = time.perf_counter() - begun
            scores[workers] = {line["digest"]: line.get("scores") for line in lines}
            spent = sum(line["seconds"] for line in lines)
            print(f"{workers}: {len(lines)} cells in {seconds[workers]:.1f} s, {spent:.1f} of processors", flush=True)
    print(f"{seconds[1] / seconds[2]:.2f} times as fast; same scores: {scores[1] == scores[2]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
