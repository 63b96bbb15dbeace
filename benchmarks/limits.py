"""Time and memory of searches on inputs that are nasty: how far beyond --timeout and --memory they go.

    python -m benchmarks.limits --inputs 300 --timeout 3 --memory 2GB

Each input is drawn from a seed: texts that are long, equal, nested, of thousands of characters, many, or all but equal,
with and without strings to reject, for every kind, searcher and objective. An answer must come each time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import string
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median

SIGNS = string.ascii_letters + string.digits + " .,()[]{}<>\"'\\/-_"
LETTERS = "ab"


def _text(rng: random.Random, alphabet: str, length: int) -> str:
    return "".join(rng.choices(alphabet, k=length))


def _random(rng: random.Random) -> list[str]:
    alphabet = rng.choice([SIGNS, LETTERS, "01", string.digits, string.printable[:95]])
    longest = rng.choice([5, 60, 400, 3_000, 20_000])
    return [_text(rng, alphabet, rng.randint(1, longest)) for _ in range(rng.choice([1, 3, 30, 200]))]


def _longest(rng: random.Random) -> list[str]:
    return [_text(rng, rng.choice([SIGNS, LETTERS]), rng.randint(60_000, 100_000)) for _ in range(rng.randint(1, 4))]


def _equal(rng: random.Random) -> list[str]:
    part = _text(rng, LETTERS, rng.choice([1, 1, 2, 7]))
    return [part * (rng.randint(1, 99_000) // len(part)) for _ in range(rng.randint(1, 20))]


def _nested(rng: random.Random) -> list[str]:
    deepest = rng.choice([10, 100, 700, 20_000])
    depths = [rng.randint(1, deepest) for _ in range(rng.randint(2, 80))]
    return ["(" * depth + rng.choice(["", "x", "[]"]) + ")" * depth for depth in depths]


def _records(rng: random.Random) -> list[str]:
    most = rng.choice([5, 60, 400])
    numbers = [[rng.randrange(1000) for _ in range(rng.randint(0, most))] for _ in range(rng.choice([20, 300, 2_000]))]
    return [json.dumps({"id": len(row), "values": row}, separators=(",", ":")) for row in numbers]


def _words(rng: random.Random) -> list[str]:
    words = [_text(rng, string.ascii_lowercase, rng.randint(1, 12)) for _ in range(rng.choice([3, 30, 3_000]))]
    most = rng.choice([3, 40, 400])
    return [" ".join(rng.choices(words, k=rng.randint(1, most))) for _ in range(rng.choice([10, 300, 3_000]))]


def _foreign(rng: random.Random) -> list[str]:
    points = [point for point in range(1, 0x3_0000) if point not in (10, 13) and not 0xD800 <= point < 0xE000]
    return ["".join(map(chr, rng.choices(points, k=rng.randint(1, 200)))) for _ in range(rng.choice([5, 100, 2_000]))]


def _many(rng: random.Random) -> list[str]:
    return [
        _text(rng, rng.choice([string.digits, SIGNS]), rng.randint(1, 20)) for _ in range(rng.choice([20_000, 100_000]))
    ]


def _mirrored(rng: random.Random) -> list[str]:
    halves = [_text(rng, LETTERS, rng.randint(1, rng.choice([20, 300, 700]))) for _ in range(rng.randint(5, 80))]
    return [half + half[::-1] for half in halves]


def _alike(rng: random.Random) -> list[str]:
    text = list(_text(rng, SIGNS, rng.choice([50, 1_000, 10_000])))
    found = []
    for _ in range(rng.randint(5, 100)):
        text[rng.randrange(len(text))] = rng.choice(SIGNS)
        found.append("".join(text))
    return found


SHOWN = 20
MAKERS: Sequence[Callable[[random.Random], list[str]]] = (
    _random, _longest, _equal, _nested, _records, _words, _foreign, _many, _mirrored, _alike,
)  # fmt: skip
SEARCHES = (
    *[["--kind", kind] for kind in ("regex", "cfg", "auto")] * 3,
    *[["--searcher", name] for name in ("beam", "evolve")],
    *[["--kind", "cfg", "--searcher", name] for name in ("beam", "evolve")],
    ["--objective", "median"],
    ["--objective", "median", "--kind", "cfg"],
    ["--effort", "5"],
    ["--effort", "5", "--kind", "cfg"],
    ["--constraint", "linear-time"],
    ["--oracle", "sleep 1000"],
    ["--oracle", "sleep 1000", "--kind", "cfg"],
)


@dataclass(frozen=True)
class Outcome:
    """What a search took, in seconds and bytes, and how it ended."""

    maker: str
    options: str
    seconds: float
    bytes: int
    code: int
    said: str


def run(number: int, seed: int, timeout: float, memory: str) -> Outcome:
    """Search on input `number`."""
    rng = random.Random(f"{seed} {number}")
    maker = MAKERS[number % len(MAKERS)]
    options = rng.choice(SEARCHES)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "examples.txt"
        texts = [text.replace("\n", " ").replace("\r", " ") for text in maker(rng)]
        file.write_text("\n".join(texts) + "\n", encoding="utf-8")
        if rng.random() < 0.3 and not any("oracle" in option for option in options):
            others = {text[::-1] + "!" for text in texts} - set(texts)
            (Path(folder) / "reject.txt").write_text("\n".join(sorted(others)) + "\n", encoding="utf-8")
            options = [*options, "--reject", str(Path(folder) / "reject.txt")]
        command = [sys.executable, "-m", "synth", "induce", str(file), "-q", *options]
        with (Path(folder) / "out").open("wb") as out, (Path(folder) / "err").open("wb") as err:
            began = time.perf_counter()
            process = subprocess.Popen(
                [*command, "--timeout", str(timeout), "--memory", memory], stdout=out, stderr=err
            )
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        said = (Path(folder) / "err").read_text(errors="replace").strip()
        is_answer = process.returncode == 0 and (Path(folder) / "out").stat().st_size > 0
    shown = " ".join(options).replace(folder, "")
    code = process.returncode if process.returncode or is_answer else -99
    return Outcome(maker.__name__.strip("_"), shown, seconds, usage.ru_maxrss * 1024, code, said[-200:])


def compile_kernels() -> None:
    """Search for a moment in every way, so that no timed search is the first of its kind on this machine."""
    for options in SEARCHES:
        if "--oracle" not in options:
            command = [sys.executable, "-m", "synth", "induce", "-", "-q", "--timeout", "30", *options]
            subprocess.run(command, input="(a1)\n((b2))\n(((c3)))\n", text=True, capture_output=True, check=True)


def main() -> None:
    """Print the worst, and how many went too far."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=300)
    parser.add_argument("--timeout", type=float, default=3.0)
    parser.add_argument("--memory", default="2GB")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--jobs", type=int, default=1, help="at once; more than one only on a machine with cores to spare"
    )
    given = parser.parse_args()
    compile_kernels()
    with ThreadPoolExecutor(given.jobs) as pool:
        outcomes = list(pool.map(lambda n: run(n, given.seed, given.timeout, given.memory), range(given.inputs)))
    for one in sorted(outcomes, key=lambda one: (one.code == 0, -one.seconds))[:SHOWN]:
        size = one.bytes / 1e9
        print(f"{one.seconds:6.2f} s  {size:5.2f} GB  exit {one.code:3}  {one.maker:9} {one.options}  {one.said}")
    over = [outcome.seconds - given.timeout for outcome in outcomes]
    print(f"inputs {len(outcomes)}, without an answer {sum(outcome.code != 0 for outcome in outcomes)}")
    far = sum(seconds > 1 for seconds in over)
    print(f"seconds over the limit: median {median(over):.2f}, most {max(over):.2f}, above 1: {far}")
    print(f"memory: most {max(outcome.bytes for outcome in outcomes) / 1e9:.2f} GB of {given.memory}")


if __name__ == "__main__":
    main()
