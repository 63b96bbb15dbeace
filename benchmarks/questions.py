"""Ask a simulated user: quality after so many questions, from positives alone.

    python benchmarks/questions.py TASKS.jsonl... [--every K [--first N]] [--examples N] [--random]
    python benchmarks/questions.py TASKS.jsonl... --wrong .05 [--draws N]
    python benchmarks/questions.py --grammars FOLDER... [--most 20]

The user knows a task's target and answers what `synth.Session` asks; `--wrong` is the share of answers that are the
contrary, drawn anew where a string is asked about again, and `--draws` the number of such users. With --random the
strings are near misses of the examples drawn at random instead, told to the same session.
balanced: the mean of recall and rejection on the held-out strings, after 0, 3, 5 and 10 answers; how many of them were
asked for again; seconds of processor time from an answer to the next question.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import synth
from benchmarks.corpus.near_misses import near_miss
from benchmarks.grammars import reference, strings

AFTER = (0, 3, 5, 10)
GRAMMAR_TIMEOUT = 10.0  # seconds of the search that a session begins with


def balanced(language: object, task: dict) -> float:
    inside, outside = (language.accepts_all(task[f"test_{name}"]) for name in ("positives", "negatives"))
    return (statistics.fmean(inside) + 1 - statistics.fmean(outside)) / 2


def questions(session: synth.Session, task: dict, *, at_random: bool, rng: random.Random) -> Iterator[str | None]:
    """The strings that the user is asked about, None where the session has no more."""
    told = set(task["positives"])
    while not at_random:
        yield session.question  # once more where the answer is doubted
    while True:
        text = near_miss(task["positives"], rng)
        if text not in told:
            told.add(text)
            yield text


def run(task: dict, says: Callable[[str], object], args: argparse.Namespace, draw: int, **options: object) -> dict:
    """Balanced accuracy behind each answer, and the seconds that each question took."""
    rng = random.Random(f"{task['id']} {draw}" if draw else task["id"])
    examples = task["positives"][: args.examples]
    session = synth.Session(examples, **options)
    row = {"id": task["id"], "balanced": [balanced(session.result.best.language, task)], "seconds": [], "asked": []}
    asked = questions(session, task, at_random=args.random, rng=rng)
    text = next(asked)
    while text is not None and len(row["asked"]) < args.most:
        answer = bool(says(text)) is not (rng.random() < args.wrong)
        row["asked"].append([text, answer])
        began = time.process_time()
        if args.random:
            session.add(text, answer)
        else:
            session.answer(answer)
        text = next(asked)
        row["seconds"].append(time.process_time() - began)
        row["balanced"].append(balanced(session.result.best.language, task))
    row["balanced"] += [row["balanced"][-1]] * (args.most - len(row["asked"]))
    row["pattern"] = session.result.best.pattern
    row["sure"] = session.confidence
    return row


def regexes(path: Path, args: argparse.Namespace) -> list[dict]:
    tasks = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    tasks = [task for task in tasks if task.get("target_regex") and task.get("test_negatives")]
    rows = []
    for task in tasks[args.first :: args.every]:
        matcher = re.compile(task["target_regex"])
        for draw in range(args.draws):
            rows.append(run(task, matcher.fullmatch, args, draw, effort=args.effort))
            if args.verbose:
                show(rows[-1], task["target_regex"])
    return rows


def grammars(folders: list[Path], args: argparse.Namespace) -> list[dict]:
    rows = []
    for folder in folders:
        files = ("train/positives", "test_positives", "test_negatives")
        task = {"id": folder.name} | {Path(name).name: strings(folder / f"{name}.txt") for name in files}
        for draw in range(args.draws):
            options = {"kind": "cfg", "timeout": GRAMMAR_TIMEOUT, "effort": args.effort}
            rows.append(run(task, reference(folder), args, draw, **options))
            if args.verbose:
                show(rows[-1], "")
    return rows


def show(row: dict, target: str) -> None:
    kept = [f"{row['balanced'][after]:.3f}" for after in AFTER if after < len(row["balanced"])]
    print(
        row["id"],
        *kept,
        f"sure={row['sure']:.2f}",
        f"longest={max(row['seconds'], default=0):.2f}",
        target,
        "<-",
        row["pattern"],
    )
    if row["balanced"][-1] < 0.97:
        for text, answer in row["asked"]:
            print("      ", "yes" if answer else "no ", repr(text))


def summary(name: str, rows: list[dict], most: int) -> str:
    after = [number for number in sorted({*AFTER, most}) if number <= most]
    means = " ".join(f"{number}:{statistics.fmean(row['balanced'][number] for row in rows):.3f}" for number in after)
    seconds = sorted(second for row in rows for second in row["seconds"])
    took = f"{seconds[len(seconds) // 2]:.2f}/{seconds[-1]:.2f}" if seconds else "-"
    asked = statistics.fmean(len(row["asked"]) for row in rows)
    again = statistics.fmean(len(row["asked"]) - len({text for text, _ in row["asked"]}) for row in rows)
    return f"{name:20} n={len(rows)} balanced {means} asked={asked:.1f} again={again:.2f} seconds={took}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--grammars", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--examples", type=int)
    parser.add_argument("--effort", type=int, default=1)
    parser.add_argument("--most", type=int, default=10)
    parser.add_argument("--wrong", type=float, default=0.0)
    parser.add_argument("--draws", type=int, default=1)
    parser.add_argument("--random", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--rows", type=Path)
    args = parser.parse_args()
    synth.Session(["ab", "abab"], effort=1).answer(None)  # what is compiled or loaded on first use is so from here on
    kept = []
    if args.grammars:
        kept = grammars(args.paths[args.first :: args.every], args)
        print(summary("grammars", kept, args.most), flush=True)
    for path in [] if args.grammars else args.paths:
        rows = regexes(path, args)
        kept += rows
        print(summary(path.name, rows, args.most), flush=True)
    if args.rows:
        args.rows.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept), encoding="utf-8")


if __name__ == "__main__":
    main()
