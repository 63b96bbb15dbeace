"""Score regex induction on task files, synth's searchers and peers in one run.

    python benchmarks/induction.py TASKS.jsonl... [--timeout 10] [--every K [--first N]] [--searchers auto beam]
        [--peers rexpy]

A task is a JSON line with id, positives, negatives, test_positives and test_negatives. recall: share of the held-out
positives that are accepted; rejection: share of the held-out near misses that are rejected; balanced: their mean;
perfect: tasks with both at 1; disagree: tasks where `re.fullmatch` and `language.accepts` differ on some string. With
--questions N synth may also ask whether the task's target_regex matches N strings of its own. --processor-time counts
all seconds in time of this process, for a machine that others use too.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.timing import limit_processor_time

Accepts = Callable[[str], bool]
WARM_UP = {"positives": ["ab", "abab", "ababab"], "negatives": ["a", "b"], "target_regex": "(ab)+"}


def synth_answer(searcher: str, task: dict, timeout: float) -> tuple[str, Accepts]:
    import synth

    result = synth.induce(task["positives"], reject=task["negatives"], timeout=timeout, searcher=searcher, seed=0)
    return result.best.pattern, result.best.language.accepts


def asked_answer(questions: int, task: dict, timeout: float) -> tuple[str, Accepts]:
    import synth

    _, oracle = compiled(task["target_regex"])
    result = synth.induce(
        task["positives"], reject=task["negatives"], timeout=timeout, oracle=oracle, questions=questions, seed=0
    )
    return result.best.pattern, result.best.language.accepts


def rexpy_answer(task: dict, timeout: float) -> tuple[str, Accepts]:
    from tdda import rexpy

    return compiled("|".join(rexpy.extract(task["positives"])))


def grex_answer(task: dict, timeout: float) -> tuple[str, Accepts]:
    import grex

    builder = grex.RegExpBuilder.from_test_cases(task["positives"])
    return compiled(
        builder.with_conversion_of_digits().with_conversion_of_words().with_conversion_of_repetitions().build()
    )


def compiled(pattern: str) -> tuple[str, Accepts]:
    matcher = re.compile(pattern)
    return pattern, lambda text: matcher.fullmatch(text) is not None


PEERS = {"rexpy": rexpy_answer, "grex": grex_answer}


def score(task: dict, answer: Callable[[dict, float], tuple[str, Accepts]], timeout: float) -> dict:
    row = {"id": task["id"], "recall": 0.0, "rejection": 0.0, "disagrees": False, "pattern": "", "error": ""}
    started = time.perf_counter()
    try:
        pattern, accepts = answer(task, timeout)
        row["seconds"] = time.perf_counter() - started
        row["pattern"] = pattern
        positives, negatives = task["test_positives"], task["test_negatives"]
        row["recall"] = statistics.fmean(map(bool, map(accepts, positives)))
        row["rejection"] = sum(not accepts(text) for text in negatives) / max(1, len(negatives))
        matcher = re.compile(pattern)
        strings = [*positives, *negatives, *task["positives"], *task["negatives"]]
        row["disagrees"] = any(bool(accepts(text)) != (matcher.fullmatch(text) is not None) for text in strings)
    except Exception as error:  # a crash is a result here
        row["error"] = f"{type(error).__name__}: {error}"
        row["seconds"] = time.perf_counter() - started
    return row


def tasks_of(path: Path, every: int, first: int) -> Iterator[dict]:
    tasks = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    yield from [task for task in tasks if task.get("test_positives")][first::every]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--timeout", type=float, default=10)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--searchers", nargs="+", default=["auto"])
    parser.add_argument("--peers", nargs="*", default=[], choices=PEERS)
    parser.add_argument("--questions", type=int, metavar="N")
    parser.add_argument("--processor-time", action="store_true")
    parser.add_argument("--rows", type=Path)
    args = parser.parse_args()
    if args.processor_time:
        limit_processor_time()
    tools = {name: partial(synth_answer, name) for name in args.searchers} | {name: PEERS[name] for name in args.peers}
    if args.questions:
        tools[f"asking {args.questions}"] = partial(asked_answer, args.questions)
    for answer in tools.values():
        answer(WARM_UP, args.timeout)  # what is compiled or loaded on first use is so from here on
    kept = []
    for path in args.files:
        tasks = list(tasks_of(path, args.every, args.first))
        # one task after the other, so that a busy machine is as busy for each tool
        scored = [[score(task, answer, args.timeout) for answer in tools.values()] for task in tasks]
        for name, of_tool in zip(tools, zip(*scored, strict=True), strict=True):
            rows = [row | {"tool": name, "file": path.name} for row in of_tool]
            kept += rows
            recall = statistics.fmean(row["recall"] for row in rows)
            rejection = statistics.fmean(row["rejection"] for row in rows)
            seconds = sorted(row["seconds"] for row in rows)
            print(
                f"{path.name:20} {name:10} n={len(rows)} recall={recall:.3f} rejection={rejection:.3f} "
                f"balanced={(recall + rejection) / 2:.3f} "
                f"perfect={sum(row['recall'] == row['rejection'] == 1 for row in rows)} "
                f"size={statistics.median(len(row['pattern']) for row in rows):g} "
                f"seconds={seconds[len(seconds) // 2]:.2f}/{seconds[-1]:.2f} "
                f"errors={sum(bool(row['error']) for row in rows)} disagree={sum(row['disagrees'] for row in rows)}",
                flush=True,
            )
    if args.rows:
        args.rows.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept), encoding="utf-8")


if __name__ == "__main__":
    main()
