"""What a search meets on tasks, and how well each of the candidates generalises: what an objective is fitted on.

    python -m benchmarks.objective.candidates TASKS.jsonl --out CANDIDATES.jsonl [--parameters FILE]
        [--first N] [--most N] [--seed 0]

For each task the candidates of least total that a search scored, and the best single edits of its answer, of the two
candidates behind it, and of the pattern that the strings were made by, which is one itself. The quality of a candidate
is the mean of the shares of held-out members that it accepts and of near misses that it rejects.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import Pool
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import synth
from dsl.errors import SynthError
from dsl.expressions.expression import Expression
from dsl.regex import Regex
from searchers.candidate import Candidate
from searchers.problem import Problem
from searchers.scoring import regexes
from searchers.scoring.parameters import from_json
from searchers.scoring.regexes import DescriptionLength
from searchers.spaces.edits import cheapest_edits
from searchers.spaces.neighbourhood import Neighbourhood
from searchers.starts.fallbacks import is_admissible
from synth.formats.patterns.dialect_reader import read_dialect

MET: Final = 60  # of what the search scored, the best
EDITED: Final = 3  # of these, those whose edits are looked at
EDITS: Final = 40  # of each, the best


@contextmanager
def noted(total: int) -> Iterator[dict[Expression, float]]:
    """What is scored on so many examples while this is open, with its description length."""
    met: dict[Expression, float] = {}
    judge = DescriptionLength.score

    def note(self: DescriptionLength, language: Regex) -> Candidate[Regex]:
        candidate = judge(self, language)
        if self.problem.total == total:  # not on a sample
            met[language.expression] = candidate.objective
        return candidate

    DescriptionLength.score = note  # type: ignore[method-assign]
    try:
        yield met
    finally:
        DescriptionLength.score = judge  # type: ignore[method-assign]


def met_by_search(task: dict[str, Any], effort: int) -> tuple[Expression, list[Expression]]:
    """The answer, and what was scored on the way, the best first."""
    with noted(len(task["positives"])) as met:
        answer = synth.induce(task["positives"], reject=task["negatives"], kind="regex", effort=effort, seed=0).best
    return answer.language.expression, sorted(met, key=met.__getitem__)[:MET]


def in_ascii(pattern: str) -> Expression:
    """A pattern whose shorthands are of ASCII: of all the digits of Unicode no search would find one cheap."""
    return read_dialect(rf"\A(?:{pattern})\Z").expression  # \d -> [0-9]


def quality(expression: Expression, task: dict[str, Any]) -> float:
    """The mean of recall and rejection."""
    language = Regex(expression)
    recall = fmean(language.accepts_all(task["test_positives"]))
    return (recall + 1 - fmean(language.accepts_all(task["test_negatives"]))) / 2


def candidates(task: dict[str, Any], effort: int) -> dict[str, Any] | None:
    """A task with its candidates' patterns and their qualities, the answer of the search first; None if it fails."""
    try:
        problem = Problem.of(task["positives"], task["negatives"])
        answer, met = met_by_search(task, effort)
        objective = DescriptionLength(problem)
        known = dict.fromkeys([answer, *met])
        wanted = [answer, *[one for one in met[: EDITED + 1] if one != answer][: EDITED - 1]]
        if task.get("target_regex"):
            with suppress(SynthError):
                truth = in_ascii(task["target_regex"])
                known[truth] = None
                wanted.append(truth)
        for expression in wanted:
            with suppress(SynthError, ValueError):
                known |= dict.fromkeys(cheapest_edits(expression, Neighbourhood(problem), objective, EDITS))
        kept = [one for one in known if is_admissible(one, problem)]
        return {
            "id": task["id"],
            "positives": task["positives"],
            "negatives": task["negatives"],
            "patterns": [Regex(one).pattern for one in kept],
            "quality": [round(quality(one, task), 4) for one in kept],
        }
    except (SynthError, ValueError, RecursionError) as error:
        print(task["id"], error)
        return None


def _begin(file: Path | None) -> None:
    if file:
        parameters = from_json(json.loads(file.read_text(encoding="utf-8")))
        regexes.in_force = lambda: parameters


def _row(given: tuple[dict[str, Any], int]) -> dict[str, Any] | None:
    return candidates(*given)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--parameters", type=Path, help="to search with, in place of those in force")
    parser.add_argument("--first", type=int, default=0, help="tasks that are left out")
    parser.add_argument("--most", type=int, help="tasks, with those that are left out")
    parser.add_argument("--characters", type=int, default=1_500, help="of the examples of a task, at most")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--effort", type=int, default=2)
    args = parser.parse_args()
    tasks = [json.loads(line) for line in args.tasks.read_text(encoding="utf-8").splitlines()]
    tasks = [task for task in tasks if sum(map(len, task["positives"])) <= args.characters]
    random.Random(args.seed).shuffle(tasks)
    with args.out.open("w", encoding="utf-8") as out, Pool(2, _begin, (args.parameters,)) as pool:
        for row in pool.imap_unordered(_row, [(task, args.effort) for task in tasks[args.first : args.most]]):
            if row is not None:
                print(json.dumps(row, ensure_ascii=False), file=out, flush=True)


if __name__ == "__main__":
    main()
