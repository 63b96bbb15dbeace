"""A training of a language model killed at random moments: `python -m benchmarks.encoders.lm_kills TEXT`.

The weights at the end must be those of a training that was left alone, bit for bit.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from safetensors.torch import load_file

SMALL = ["--steps", "60", "--look", "5", "--width", "32", "--blocks", "2", "--heads", "2", "--context", "32", "--quiet"]


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "synth", *arguments]


def same(one: Path, other: Path) -> bool:
    left, right = load_file(one / "checkpoint.safetensors"), load_file(other / "checkpoint.safetensors")
    return left.keys() == right.keys() and all(bool((left[name] == right[name]).all()) for name in left)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text")
    parser.add_argument("--kills", type=int, default=10)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        whole, run = Path(folder) / "whole", Path(folder) / "run"
        begun = time.monotonic()
        subprocess.run(command("train", "lm", arguments.text, "--out", str(whole), *SMALL), check=True)
        seconds = time.monotonic() - begun
        rng = random.Random(0)
        killed, alike, runs = 0, 0, 0
        while killed < arguments.kills:
            run = Path(folder) / f"run{runs}"
            killed += killed_until_done(arguments.text, run, arguments.kills - killed, seconds, rng)
            runs += 1
            alike += same(whole, run)
        print(f"{killed} kills in {runs} trainings, {alike} of which end with the weights of one left alone")


def killed_until_done(text: str, run: Path, most: int, seconds: float, rng: random.Random) -> int:
    """Train, kill at random moments and go on, until done; how many kills there were."""
    killed = 0
    while True:
        begun = (run / "config.toml").exists()
        process = subprocess.Popen(
            command("resume", "--quiet", str(run)) if begun else command("train", "lm", text, "--out", str(run), *SMALL)
        )
        try:
            process.wait(timeout=rng.uniform(0.3, 0.9) * seconds if killed < most else None)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            killed += 1
        else:
            if process.returncode:
                raise SystemExit(f"ended with {process.returncode}")
            return killed


if __name__ == "__main__":
    main()
