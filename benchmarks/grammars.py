"""Score grammar induction on task folders.

    python benchmarks/grammars.py FOLDER... [--regime negatives] [--timeout 60] [--searcher auto] [--rows ROWS.jsonl]

A task is a folder with grammar.lark, train/positives.txt, train/negatives.txt, test_positives.txt and
test_negatives.txt, a string a line. The regime says what is learned from: examples, the positives; negatives, both
files; oracle, both and questions to a Lark parser of grammar.lark. recall: share of the held-out positives that are
accepted; rejection: share of the held-out near misses that are rejected; balanced: their mean; precision: share of 200
distinct strings drawn from the answer, of up to 300 characters, that grammar.lark accepts; questions: distinct strings
that the oracle was asked about. A task that fails counts as 0 in the means. --processor-time counts all seconds in time
of this process, for a machine that others use too.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.timing import limit_processor_time

DRAWN = 200
LONGEST = 300
MEASURES = ("recall", "rejection", "balanced", "precision")


def reference(folder: Path) -> Callable[[str], bool]:
    from lark import Lark, LarkError

    text = (folder / "grammar.lark").read_text(encoding="utf-8")
    parser = Lark(text, parser="earley", lexer="dynamic_complete")

    def accepts(text: str) -> bool:
        try:
            parser.parse(text)
        except LarkError:
            return False
        return True

    return accepts


def strings(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def share(accepts: Callable[[str], bool], texts: Iterable[str]) -> float:
    answers = [bool(accepts(text)) for text in texts]
    return statistics.fmean(answers) if answers else 0.0


def score(folder: Path, regime: str, timeout: float, searcher: str) -> dict:
    import synth

    row = {"task": folder.name, **dict.fromkeys(MEASURES, 0.0), "size": 0, "questions": 0, "pattern": "", "error": ""}
    started = time.perf_counter()
    try:
        accepts = reference(folder)
        started = time.perf_counter()
        result = synth.induce(
            strings(folder / "train" / "positives.txt"),
            reject=() if regime == "examples" else strings(folder / "train" / "negatives.txt"),
            oracle=accepts if regime == "oracle" else None,
            kind="cfg",
            searcher=searcher,
            timeout=timeout,
            seed=0,
        )
        row["seconds"] = time.perf_counter() - started
        language = result.best.language
        recall = share(language.accepts, strings(folder / "test_positives.txt"))
        rejection = share(lambda text: not language.accepts(text), strings(folder / "test_negatives.txt"))
        drawn = sorted({text for text in language.sample(2 * DRAWN, rng=random.Random(0)) if len(text) <= LONGEST})
        precision = share(accepts, random.Random(0).sample(drawn, min(DRAWN, len(drawn))))
        row |= {"recall": recall, "rejection": rejection, "balanced": (recall + rejection) / 2, "precision": precision}
        row |= {"size": language.size, "questions": result.stats["questions"], "pattern": result.best.pattern}
    except Exception as error:  # a crash is a result here
        row["error"] = f"{type(error).__name__}: {error}"
        row["seconds"] = time.perf_counter() - started
    return row


def warm_up(regime: str, searcher: str, timeout: float) -> None:
    """Compile or load what is compiled or loaded on first use."""
    import synth

    nested = ["()", "(())", "()()", "(()())"]
    reject = () if regime == "examples" else ["(", "())"]
    oracle = (lambda text: text in nested) if regime == "oracle" else None
    synth.induce(nested, reject=reject, oracle=oracle, kind="cfg", searcher=searcher, timeout=timeout)


def line(row: dict) -> str:
    measures = " ".join(f"{name}={row[name]:.3f}" for name in MEASURES)
    return f"{measures} size={row['size']:g} seconds={row['seconds']:.1f} questions={row['questions']:g} {row['error']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--regime", default="negatives", choices=["examples", "negatives", "oracle"])
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--searcher", default="auto")
    parser.add_argument("--processor-time", action="store_true")
    parser.add_argument("--rows", type=Path)
    args = parser.parse_args()
    if args.processor_time:
        limit_processor_time()
    warm_up(args.regime, args.searcher, args.timeout)
    rows = []
    for folder in args.folders:
        rows.append(score(folder, args.regime, args.timeout, args.searcher))
        print(f"{folder.name:14} {line(rows[-1])}".rstrip(), flush=True)
    mean = {name: statistics.fmean(row[name] for row in rows) for name in (*MEASURES, "size", "seconds", "questions")}
    errors = sum(bool(row["error"]) for row in rows)
    print(f"{'mean':14} {line(mean | {'error': f'tasks={len(rows)} errors={errors}'})}")
    if args.rows:
        args.rows.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
