"""Whether searches still find what they found: best and front of many tasks, with steps instead of seconds.

    python -m benchmarks.same_results TASKS.jsonl... FOLDER... > before.jsonl
    python -m benchmarks.same_results TASKS.jsonl... FOLDER... --against before.jsonl

Of a file of regex tasks (see benchmarks/induction.py) some are taken, spread evenly; a grammar task is a folder (see
benchmarks/grammars.py). The searchers take turns, so that each is seen on many tasks. What differs is shown, with exit
code 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import synth

STEPS = {"auto": 12, "beam": 6, "evolve": 8, "exact": 6, "reinforce": 3}
FOR_GRAMMARS = ("auto", "beam", "evolve")


def tasks(places: list[Path], most: int) -> Iterator[tuple[str, str, list[str], list[str], str]]:
    """The tasks as (name, kind, positives, negatives, searcher)."""
    for place in places:
        if place.is_dir():
            files = [place / "train" / f"{name}.txt" for name in ("positives", "negatives")]
            positives, negatives = (file.read_text("utf-8").splitlines() if file.exists() else [] for file in files)
            for searcher in FOR_GRAMMARS:
                yield f"{place.name} {searcher}", "cfg", positives, negatives, searcher
        else:
            lines = place.read_text(encoding="utf-8").splitlines()
            chosen = [lines[index * len(lines) // most] for index in range(min(most, len(lines)))]
            for number, task in enumerate(map(json.loads, chosen)):
                searcher = list(STEPS)[number % len(STEPS)]
                yield f"{task['id']} {searcher}", "regex", task["positives"], task["negatives"], searcher


def found(name: str, kind: str, positives: list[str], negatives: list[str], searcher: str) -> dict[str, object]:
    """What a search finds, or says, as far as it is to be the same."""
    try:
        result = synth.induce(positives, reject=negatives, kind=kind, searcher=searcher, steps=STEPS[searcher], seed=0)
    except synth.SynthError as error:  # the exact search takes few characters only
        return {"task": name, "best": error.message, "front": []}
    front = [[str(one.language), round(one.objective, 6)] for one in result.front]
    return {"task": name, "best": str(result.best.language), "front": front}


def main() -> None:
    """Print what is found, or what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="+", type=Path, metavar="TASKS|FOLDER")
    parser.add_argument("--tasks", type=int, default=20, help="of each file")
    parser.add_argument("--against", type=Path, metavar="FILE", help="what was printed before")
    given = parser.parse_args()
    rows = (found(*task) for task in tasks(given.places, given.tasks))
    if given.against is None:
        for row in rows:
            print(json.dumps(row), flush=True)
        return
    before = {row["task"]: row for row in map(json.loads, given.against.read_text(encoding="utf-8").splitlines())}
    differing = compared = 0
    for row in rows:
        if row["task"] in before:
            compared += 1
            if row != before[row["task"]]:
                differing += 1
                print(f"{row['task']}: {row['best']}, was {before[row['task']]['best']}", flush=True)
    print(f"{compared} searches, {differing} differ")
    sys.exit(differing > 0 or not compared)


if __name__ == "__main__":
    main()
