"""Tomita's seven languages, learned by gradient from random banks: `python -m benchmarks.tomita train.tsv --seeds 5`.

The file has the columns grammar, string and label: all strings up to length 9. Banks of 24 random automata with 2, 3, …
states are trained until one decides all strings rightly. Counted is what is EQUIVALENT to the target, the pattern
below, decided by automata.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import defaultdict

import torch

from differentiable import RegexBank
from differentiable.automata.snapping import SnapBack
from differentiable.automata.training import AUTOMATA, Training
from dsl.automata.dfa import DFA
from dsl.expressions.notation import parse

TARGETS = {
    1: "1*",
    2: "(10)*",
    3: "(0|11)*(1(00(00|1)*)?)?",
    4: "(1|01|001)*0{0,2}",
    5: "((01|10)(00|11)*(01|10)|00|11)*",
    6: "(0(01)*(1|00)|1(10)*(0|11))*",
    7: "0*1*0*1*",
}
STEPS = 200
MOST_STATES = 8


def learn(positives: list[str], negatives: list[str], seed: int) -> SnapBack | None:
    """The first automaton that decides all strings rightly, by growing numbers of states."""
    for states in range(2, MOST_STATES + 1):
        bank = RegexBank.random(AUTOMATA, states, "01", seed=seed)
        for lesson in Training(bank, positives, negatives, seed=seed).lessons(STEPS):
            if lesson.agreement == 1.0:
                return bank.snap_back()[lesson.best]
    return None


def main() -> None:
    """Learn, and print a line a language and seed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--seeds", type=int, default=5)
    args = parser.parse_args()
    torch.set_num_threads(1)
    texts: dict[int, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    with open(args.file, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            texts[int(row["grammar"])][row["label"] == "0"].append(row["string"])
    for grammar, (positives, negatives) in texts.items():  # the targets are what the file is about
        target = DFA.from_expression(parse(TARGETS[grammar]))
        assert all(map(target.accepts, positives)), grammar
        assert not any(map(target.accepts, negatives)), grammar
    equal, slowest = 0, 0.0
    for grammar in sorted(texts):
        for seed in range(args.seeds):
            begun = time.process_time()
            found = learn(*texts[grammar], seed)
            seconds = time.process_time() - begun
            slowest = max(slowest, seconds)
            same = found is not None and found.automaton.witness(DFA.from_expression(parse(TARGETS[grammar]))) is None
            equal += same
            pattern = None if found is None else found.pattern
            print(f"{'=' if same else ' '} {grammar} seed {seed}: {pattern}, {seconds:.1f} CPU-s", flush=True)
    print(f"{equal} of {len(texts) * args.seeds} equivalent (to reach: all), at most {slowest:.1f} CPU-s (20)")


if __name__ == "__main__":
    main()
