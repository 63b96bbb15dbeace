"""Look for what is wrong, at random: `python -m tests.fuzz [MINUTES]`, or `scripts/fuzz [MINUTES]`.

Each fuzzer gets its share of the minutes, on all cores. What it finds is printed when its time is over, with a line
that shows it; the table of all is printed at the end, and the exit code is 1 where something was found.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final

from tests.fuzz.fuzzing import Failure, Tally, run_case, run_on_workers

FUZZERS: Final = {  # what one check of each is
    "regex_language": "pairs of pattern and string, against brute force",
    "regex_python": "pairs of pattern and string, against `re`",
    "grammar_language": "strings and grammars, against brute force",
    "regex_distance": "distances to patterns, against brute force",
    "grammar_distance": "distances to grammars, against brute force",
    "automata": "words, of operations on automata and of rewrites",
    "regex_edits": "edits of patterns",
    "grammar_edits": "edits of grammars",
    "samples": "samples, and strings near them",
    "linear_time": "admitted patterns, against the clock",
    "damaged_files": "runs, batches, archives and inputs with something damaged",
    "pattern_notation": "texts of patterns, and strings, against `re`",
    "exports": "languages in the notation of a tool, against the tool and what is read back",
    "run_files": "uses of run directories, damaged and forged",
    "weight_files": "damaged files of weights",
    "profiles": "profiles of lines that differ in words and lists",
}
SHARES: Final = {"regex_python": 4, "damaged_files": 6}  # of the time; 1 of the others


def main() -> int:
    """Run the fuzzers; 1 when one of them found something."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("minutes", nargs="?", type=float, default=10.0, help="for all fuzzers together (default 10)")
    parser.add_argument("--only", action="append", choices=FUZZERS, metavar="NAME", help="repeatable")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--case", type=int, help="this one alone")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (default: the cores)")
    options = parser.parse_args()
    chosen = options.only or list(FUZZERS)
    if options.case is not None:
        return _one_case(chosen, options.seed, options.case)
    tallies = []
    for fuzzer in chosen:
        seconds = 60 * options.minutes * SHARES.get(fuzzer, 1) / sum(SHARES.get(name, 1) for name in chosen)
        tallies.append(run_on_workers(fuzzer, options.seed, seconds, options.workers))
        for failure in dict.fromkeys(tallies[-1].failures):
            print(failure, file=sys.stderr, flush=True)
    print(table(tallies))
    return int(any(tally.failures for tally in tallies))


def _one_case(chosen: Sequence[str], seed: int, number: int) -> int:
    for fuzzer in chosen:
        try:
            print(f"{fuzzer}: {run_case(fuzzer, seed, number):,} checks")
        except Failure as failure:
            print(f"{fuzzer}: {failure.what}\n    {failure.line}")
            if failure.__cause__:
                raise
            return 1
    return 0


def table(tallies: Sequence[Tally]) -> str:
    """The tallies in Markdown."""
    lines = ["| fuzzer | checks | of | cases | failures | s |", "|---|---|---|---|---|---|"]
    for tally in tallies:
        cells = [f"{tally.checks:,}", FUZZERS[tally.fuzzer], f"{tally.cases:,}"]
        cells += [str(len(tally.failures)), f"{tally.seconds:.0f}"]
        lines.append(f"| {tally.fuzzer} | {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
