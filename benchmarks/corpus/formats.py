"""Standards and everyday identifiers: `python -m benchmarks.corpus.formats --out FOLDER`.

Writes `validation_<regime>.jsonl` with one task a format; of other formats, in every regime, `practice.jsonl` to fit
on and `choosing.jsonl`, tasks of every fifth, to choose between fits; the same seed writes the same files.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.corpus.drawing import Format
from benchmarks.corpus.practice import FITTED_ON
from benchmarks.corpus.tasks import REGIMES, Task, make_task, regime_of, write_tasks
from benchmarks.corpus.themes.calendar import CALENDAR
from benchmarks.corpus.themes.code import CODE
from benchmarks.corpus.themes.culture import CULTURE
from benchmarks.corpus.themes.machines import MACHINES
from benchmarks.corpus.themes.science import SCIENCE
from benchmarks.corpus.themes.trade import TRADE
from benchmarks.corpus.themes.travel import TRAVEL

_THEMES: Final = (*TRADE, *MACHINES, *CODE, *CALENDAR, *SCIENCE, *TRAVEL, *CULTURE)
FORMATS: Final = _THEMES[::2]  # to validate on
PRACTICE: Final = (*_THEMES[1::2], *FITTED_ON)  # to fit on, and to choose on
EVERY: Final = 5  # of them one is to choose on
DRAWN: Final = 2  # tasks of a format to fit on, besides one for each regime
MOST_EXAMPLES: Final = 80
FEWEST_VALUES: Final = 3


def validation_tasks(regime: str, seed: int) -> Iterator[Task]:
    """A task of each format, each from a source of chance of its own: a new format leaves the others as they were."""
    for format in FORMATS:
        rng = Random(f"{seed}/{regime}/{format.name}")
        yield make_task(format.name.replace(" ", "-"), format.make, format.pattern, rng, **REGIMES[regime])


def practice_tasks(formats: Sequence[Format], seed: int) -> Iterator[Task]:
    """Of each format a task for each regime, and some of any size."""
    for format in formats:
        for kind in (*REGIMES, *range(DRAWN)):
            rng = Random(f"{seed}/{kind}/{format.name}")
            wanted = REGIMES[kind] if isinstance(kind, str) else regime_of(rng, MOST_EXAMPLES)._asdict()
            task = make_task(f"{format.name.replace(' ', '-')}-{kind}", format.make, format.pattern, rng, **wanted)
            if len(set(task["positives"])) >= FEWEST_VALUES:
                yield task


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for regime in REGIMES:
        write_tasks(args.out / f"validation_{regime}.jsonl", validation_tasks(regime, args.seed))
    fitted_on = [format for number, format in enumerate(PRACTICE) if number % EVERY]
    write_tasks(args.out / "practice.jsonl", practice_tasks(fitted_on, args.seed))
    write_tasks(args.out / "choosing.jsonl", practice_tasks(PRACTICE[::EVERY], args.seed))


if __name__ == "__main__":
    main()
