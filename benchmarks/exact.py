"""Measure the exact searcher on task files.

    python benchmarks/exact.py alpharegex.jsonl [more.jsonl …] [--every K] [--timeout S] [-v]

A task is a line of JSON with id, positives, negatives, and if known target_regex, test_positives and test_negatives.
For each file: how many answers are consistent, proved minimal, and no larger than the target; the balanced held-out
accuracy (mean of the shares of positives accepted and negatives rejected); the median and the longest time.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from pathlib import Path
from typing import Any

from dsl.expressions.expression import size
from dsl.expressions.notation import parse
from searchers.budget import Budget
from searchers.exact.search import Exact
from searchers.problem import Problem
from searchers.scoring.regexes import DescriptionLength


def measure(task: dict[str, Any], timeout: float) -> dict[str, Any]:
    """Search for one task's answer and check it."""
    problem = Problem.of(task["positives"], task["negatives"])
    searcher = Exact()
    started = time.perf_counter()
    for _ in searcher.search(problem, DescriptionLength(problem), Budget(timeout), random.Random(0)):
        pass
    row: dict[str, Any] = {"id": task["id"], "seconds": time.perf_counter() - started, "proved": searcher.proved}
    if searcher.answer is None:
        return row
    accepts = searcher.answer.language.accepts
    row["pattern"], row["size"] = searcher.answer.pattern, searcher.answer.size
    row["consistent"] = all(map(accepts, problem.positives)) and not any(map(accepts, problem.negatives))
    if task.get("target_regex") is not None:
        row["target"] = size(parse(task["target_regex"]))
    if task.get("test_positives"):
        recall = sum(map(accepts, task["test_positives"])) / len(task["test_positives"])
        wrong = sum(map(accepts, task["test_negatives"])) / max(1, len(task["test_negatives"]))
        row["balanced"] = (recall + 1 - wrong) / 2
    return row


def main() -> None:
    """Run the tasks and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take every K-th task")
    parser.add_argument("--timeout", type=float, default=10)
    parser.add_argument("-v", "--verbose", action="store_true", help="print every task")
    arguments = parser.parse_args()
    measure({"id": "", "positives": ["a"], "negatives": ["b"]}, 60)  # compile, or load what is compiled
    for file in arguments.files:
        tasks = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        rows = []
        for task in tasks[:: arguments.every]:
            row = measure(task, arguments.timeout)
            rows.append(row)
            if arguments.verbose:
                print(json.dumps(row, ensure_ascii=False), flush=True)
        targets = [row for row in rows if "target" in row]
        scores = [row["balanced"] for row in rows if "balanced" in row]
        seconds = [row["seconds"] for row in rows]
        print(
            f"{file.name}: tasks {len(rows)}, consistent {sum(row.get('consistent', False) for row in rows)}, "
            f"proved minimal {sum(row['proved'] for row in rows)}, "
            f"no larger than the target {sum(row['size'] <= row['target'] for row in targets)} of {len(targets)}, "
            f"balanced {statistics.mean(scores) if scores else float('nan'):.3f}, "
            f"perfect {sum(score == 1 for score in scores)}, "
            f"seconds {statistics.median(seconds):.2f} median {max(seconds):.2f} longest"
        )


if __name__ == "__main__":
    main()
