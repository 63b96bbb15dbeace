"""Search without starting points: `python -m benchmarks.from_nothing beam evolve --seed 1 --seconds 20`.

Draws small random targets and samples of them, searches with warm starts off, and prints how many targets each
searcher finds: an answer whose language is the target's. `preferred` are tasks whose target is not the best reading of
the sample by the objective, because what was found has a smaller one. --processor-time counts all seconds in time of
this process, for a machine that others use too.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from importlib import import_module
from typing import Any, NamedTuple

from benchmarks.timing import limit_processor_time
from dsl.automata.dfa import DFA, equivalent
from dsl.automata.sampling import generate
from dsl.charset import CharSet
from dsl.expressions.edits import draw_expression
from dsl.expressions.expression import Chars, Expression, Repeat, Union, size, walk
from dsl.regex import Regex
from searchers.archive import Archive
from searchers.budget import Budget
from searchers.problem import Problem
from searchers.protocol import Improved
from searchers.registry import SEARCHERS
from searchers.scoring import make

ALPHABET = "abc"
MAX_TOKENS = 8
LEAST_LEAVES, MOST_LEAVES = 2, 5
STRINGS = 50  # of each kind, positives with repetitions
LEAST_DISTINCT = 3
LONGEST_RANDOM = 6


class Task(NamedTuple):
    """A target and what is shown of it."""

    target: Expression
    positives: list[str]
    negatives: list[str]


def tasks(count: int, seed: int) -> list[Task]:
    """Distinct languages, neither trivial nor tiny, with samples of them and of what is outside."""
    rng = random.Random(seed)
    letters = [CharSet.of(letter) for letter in ALPHABET]
    found: list[Task] = []
    while len(found) < count:
        target = draw_expression(rng, letters, rng.randint(LEAST_LEAVES, MOST_LEAVES))
        if not _is_interesting(target) or any(equivalent(target, task.target) for task in found):
            continue
        positives = [generate(target, rng) for _ in range(STRINGS)]
        if len(set(positives)) >= LEAST_DISTINCT:
            found.append(Task(target, positives, _outside(target, positives, rng)))
    return found


def _is_interesting(target: Expression) -> bool:
    """Few enough tokens, a class of letters written out as alternatives, and more than a word."""
    nodes = list(walk(target))
    letters = sum(len(node.set) for node in nodes if isinstance(node, Chars))
    tokens = size(target) + sum(len(node.set) for node in nodes if isinstance(node, Chars) and len(node.set) > 1)
    return letters > 1 and tokens <= MAX_TOKENS and any(isinstance(node, Repeat | Union) for node in nodes)


def _outside(target: Expression, positives: list[str], rng: random.Random) -> list[str]:
    """Near misses and random strings that the target does not hold."""
    automaton = DFA.from_expression(target)
    found: dict[str, None] = {}
    for _ in range(20 * STRINGS):
        if rng.random() < 0.7:
            text = _missed(rng.choice(positives), rng)
        else:
            text = "".join(rng.choices(ALPHABET, k=rng.randint(0, LONGEST_RANDOM)))
        if not automaton.accepts(text):
            found[text] = None
        if len(found) == STRINGS:
            break
    return list(found)


def _missed(text: str, rng: random.Random) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + rng.choice(["", *ALPHABET]) + text[place + rng.randint(0, 1) :]


def main() -> None:
    """Measure and print a line a searcher."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("searchers", nargs="+", choices=[name for name in SEARCHERS["regex"] if name != "exact"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--objective", choices=["mdl", "median"], default="mdl")
    parser.add_argument("--processor-time", action="store_true")
    parser.add_argument("-v", action="store_true", help="a line a task")
    args = parser.parse_args()
    if args.processor_time:
        limit_processor_time()
    drawn = tasks(args.count, args.seed)
    for name in args.searchers:
        module, maker = SEARCHERS["regex"][name]
        verdicts: Counter[str] = Counter()
        seconds = []
        for task in drawn:
            begun = time.perf_counter()
            best = _answer(getattr(import_module(module), maker)(warm_start=False), task, args)
            seconds.append(time.perf_counter() - begun)
            target = make(args.objective, _problem(task)).score(Regex(task.target))
            right = equivalent(best.language.expression, task.target)
            verdict = "solved" if right else "preferred" if best.objective < target.objective else "missed"
            verdicts[verdict] += 1
            if args.v:
                objectives = f"{target.objective:6.1f} {best.objective:6.1f}"
                print(f"{verdict:9} {task.target!s:20} {best.pattern:30} {objectives} {seconds[-1]:4.1f} s", flush=True)
        counts = f"{verdicts['solved']} of {len(drawn)} solved, {verdicts['preferred']} preferred"
        print(f"{name}: {counts}, {sum(seconds):.0f} s", flush=True)


def _problem(task: Task) -> Problem:
    return Problem.of(task.positives, task.negatives)


def _answer(searcher: Any, task: Task, args: argparse.Namespace) -> Any:  # noqa: ANN401
    problem = _problem(task)
    archive = Archive()
    budget = Budget(args.seconds)
    for event in searcher.search(problem, make(args.objective, problem), budget, random.Random(0)):
        if isinstance(event, Improved):
            archive.add(event.candidate)
        if budget.left <= 0:
            break
    return archive.best


if __name__ == "__main__":
    main()
