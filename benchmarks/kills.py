"""Kills a recorded search at random moments and resumes it: is anything lost that had been reported?

python benchmarks/kills.py [EXAMPLES] [--searcher auto] [--kind regex] [--effort 2] [--times 20] [--seconds 6]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import synth

ROOT = Path(__file__).parents[1]
# a search that says what it reports, as it does
CHILD = """
import json, sys, synth
from searchers.protocol import Improved
def report(event):
    if isinstance(event, Improved):
        one = event.candidate
        print(json.dumps([one.size, one.objective, one.pattern]), flush=True)
examples, out, options = open(sys.argv[1]).read().splitlines(), sys.argv[2], json.loads(sys.argv[3])
synth.induce(examples, on_event=report, out=out, **options)
"""


def reported(examples: Path, run: Path, options: dict[str, object], seconds: float) -> list[tuple[int, float, str]]:
    """Starts a search, kills it after so many seconds, and returns what it had reported: size, objective, pattern."""
    arguments = [sys.executable, "-c", CHILD, str(examples), str(run), json.dumps(options)]
    process = subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    time.sleep(seconds)
    process.kill()
    lines = process.communicate()[0].splitlines()
    return [tuple(json.loads(line)) for line in lines if line.endswith("]")]


def lost(told: list[tuple[int, float, str]], result: synth.Result) -> list[str]:
    """Patterns that were reported, and that nothing in the hall of fame now is as good as."""
    front = [(candidate.size, candidate.objective) for candidate in result.front]
    return [
        pattern
        for size, objective, pattern in told
        if not any(small <= size and good <= objective for small, good in front)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", nargs="?", type=Path, default=ROOT / "examples" / "urls.txt")
    parser.add_argument("--searcher", default="auto")
    parser.add_argument("--kind", default="regex")
    parser.add_argument("--effort", type=int, default=2)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=6.0, help="a kill comes within so many seconds")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    options = {"searcher": given.searcher, "kind": given.kind, "effort": given.effort}
    rng = random.Random(given.seed)
    going_on = complete = 0
    for number in range(given.times):
        with tempfile.TemporaryDirectory() as folder:
            run, seconds = Path(folder) / "run", rng.uniform(0.3, given.seconds)
            told = reported(given.examples, run, options, seconds)
            try:
                result = synth.resume(run, timeout=1)
            except synth.RunError as error:
                going_on += not told  # killed before there was anything to go on from
                complete += not told
                print(f"{number}: after {seconds:.2f} s: {error.message}")
                continue
            missing = lost(told, result)
            checkpoints = len(list((run / "checkpoints" / given.kind).glob("*")))
            going_on += 1
            complete += not missing
            print(f"{number}: after {seconds:.2f} s: {len(told)} reported, {checkpoints} checkpoints, lost {missing}")
    print(f"{going_on} of {given.times} continue, {complete} of {given.times} lose nothing")


if __name__ == "__main__":
    main()
