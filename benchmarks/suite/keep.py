"""Keep the lines of a run beside those that were kept before: python -m benchmarks.suite.keep RUN

benchmarks/suite/cells.jsonl then has the last line of every cell; hints are left out, since they name folders.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from synth.evaluation.record import Record

KEPT: Final = Path(__file__).with_name("cells.jsonl")


def main(run: str) -> None:
    """Write the file, and print how many cells it has and how many of them failed."""
    before = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    lines: list[dict[str, Any]] = [*map(json.loads, before), *Record.open(run).lines()]
    kept = {json.dumps(line["cell"], sort_keys=True): line for line in lines}
    for line in kept.values():
        line.pop("hint", None)
    KEPT.write_text("".join(f"{json.dumps(kept[cell])}\n" for cell in sorted(kept)), encoding="utf-8")
    failed = sum(line["status"] == "failed" for line in kept.values())
    print(f"{len(kept)} cells, {failed} of them failed")


if __name__ == "__main__":
    main(sys.argv[1])
