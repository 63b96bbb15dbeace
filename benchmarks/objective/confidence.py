"""How sure answers are, against how often they are right: fits the numbers of `searchers.spaces.confidence`.

    python -m benchmarks.objective.confidence --train TASKS.jsonl [--most N] --test TASKS.jsonl...

Searches on the tasks without a time limit. An answer is right when it accepts all held-out members and no near miss.
The numbers are those of a logistic regression on the training tasks; the test tasks say how far they can be believed.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import numpy as np
from sklearn.linear_model import LogisticRegression

import synth
from benchmarks.objective.candidates import quality
from dsl.errors import SynthError
from dsl.regex import Regex
from searchers.candidate import Candidate
from searchers.problem import Problem
from searchers.spaces.confidence import Evidence, evidence

LEAST: Final = (0.3, 0.5, 0.6, 0.7, 0.8, 0.9)


class Answer(NamedTuple):
    """What confidence is computed from, and whether the answer is right."""

    evidence: Evidence
    right: bool


def answer(task: dict[str, Any]) -> Answer | None:
    """The answer of a search on a task; None where there is none."""
    try:
        found = synth.induce(task["positives"], reject=task["negatives"], kind="regex", seed=0).best
    except (SynthError, RecursionError):
        return None
    assert isinstance(found.language, Regex)
    problem = Problem.of(task["positives"], task["negatives"])
    right = quality(found.language.expression, task) == 1.0
    return Answer(evidence(cast("Candidate[Regex]", found), problem), right)


def answers(files: Sequence[Path], most: int | None) -> list[Answer]:
    """Those of the tasks of files, drawn by chance if not all."""
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    random.Random(0).shuffle(lines)
    with Pool(2) as pool:
        found = pool.map(answer, map(json.loads, lines[:most]), chunksize=4)
    return [one for one in found if one is not None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", nargs="+", type=Path, required=True)
    parser.add_argument("--test", nargs="+", type=Path, required=True)
    parser.add_argument("--most", type=int)
    args = parser.parse_args()
    train = answers(args.train, args.most)
    model = LogisticRegression(C=100, max_iter=1000).fit([one.evidence for one in train], [one.right for one in train])
    print(
        "EVEN", model.intercept_.round(3), "WEIGHTS", dict(zip(Evidence._fields, model.coef_[0].round(3), strict=True))
    )
    for files in ([*args.train], *([file] for file in args.test)):
        found = train if files == args.train else answers(files, args.most)
        right = np.array([one.right for one in found])
        sure = model.predict_proba([one.evidence for one in found])[:, 1]
        told = [f"> {least}: {right[sure > least].sum()} of {(sure > least).sum()}" for least in LEAST]
        print(
            f"{files[0].name}: {right.mean():.3f} of {len(right)} right, {sure.mean():.3f} believed;", *told, flush=True
        )


if __name__ == "__main__":
    main()
