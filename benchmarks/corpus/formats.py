"""Standards and everyday identifiers to validate on: `python -m benchmarks.corpus.formats --out FOLDER`.

Writes `validation_<regime>.jsonl` with one task a format; the same seed writes the same files.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.corpus.tasks import REGIMES, Task, make_task, write_tasks
from benchmarks.corpus.themes.calendar import CALENDAR
from benchmarks.corpus.themes.code import CODE
from benchmarks.corpus.themes.culture import CULTURE
from benchmarks.corpus.themes.machines import MACHINES
from benchmarks.corpus.themes.science import SCIENCE
from benchmarks.corpus.themes.trade import TRADE
from benchmarks.corpus.themes.travel import TRAVEL

FORMATS = (*TRADE, *MACHINES, *CODE, *CALENDAR, *SCIENCE, *TRAVEL, *CULTURE)


def validation_tasks(regime: str, seed: int) -> Iterator[Task]:
    """A task of each format, each from a source of chance of its own: a new format leaves the others as they were."""
    for format in FORMATS:
        rng = Random(f"{seed}/{regime}/{format.name}")
        yield make_task(format.name.replace(" ", "-"), format.make, format.pattern, rng, **REGIMES[regime])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for regime in REGIMES:
        write_tasks(args.out / f"validation_{regime}.jsonl", validation_tasks(regime, args.seed))


if __name__ == "__main__":
    main()
