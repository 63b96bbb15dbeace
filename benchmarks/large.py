"""Whole-process time of `synth induce` on many strings of one format, and on a few of them: time and answer.

python benchmarks/large.py [--count 10000]
"""

from __future__ import annotations

import argparse
import random
import string
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FEW = 200


def date(rng: random.Random) -> str:
    return f"{rng.randint(1900, 2099)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


def registration(rng: random.Random) -> str:
    letters = "".join(rng.choices(string.ascii_uppercase, k=4))
    return f"{letters[:2]}-{rng.randint(0, 999):03}-{letters[2:]}"


def email(rng: random.Random) -> str:
    def word() -> str:
        return "".join(rng.choices(string.ascii_lowercase, k=rng.randint(3, 9)))

    name = word() + rng.choice(["", "." + word(), str(rng.randint(1, 99))])
    return f"{name}@{word()}.{rng.choice(['com', 'org', 'net'])}"


def run(path: Path) -> tuple[float, str]:
    started = time.perf_counter()
    command = [sys.executable, "-m", "synth", "induce", str(path), "--quiet"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return time.perf_counter() - started, answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    count = parser.parse_args().count
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "examples.txt"
        for make in (date, registration, email):
            rng = random.Random(0)
            strings = [make(rng) for _ in range(count)]
            for number in (FEW, count):
                path.write_text("\n".join(strings[:number]) + "\n", encoding="utf-8")
                seconds, answer = run(path)
                print(f"{make.__name__:14} {number:7} strings {seconds:6.2f} s  {answer}", flush=True)


if __name__ == "__main__":
    main()
