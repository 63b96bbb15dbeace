"""The first search of a user, and what `--ray local` adds to the start of one: `python -m benchmarks.start_up [FILE…]`.

With files of examples, a `synth induce` of each by a user who has compiled nothing, twice, and how many kernels that
compiled: none where they came with the installation; and the second search of one process. Without files, searches with
Ray, beside Ray alone: a process that imports ray, starts a cluster of two cores with two actors, and ends; each is the
median of three runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

SEARCH = "import synth; synth.induce(['a1', 'b22', 'c333'], searcher='beam', effort=1, steps=1, workers=2{})"
AGAIN = """
import sys, time, synth
file = sys.argv[1]
texts = open(file, encoding='utf-8').read().splitlines()
synth.induce(texts, seed=0); before = time.process_time(); synth.induce(texts, seed=0)
print(f'{file:28} again in one process: {time.process_time() - before:.2f} s of processors', flush=True)
"""
RAY = """
import os; os.environ['RAY_USAGE_STATS_ENABLED'] = '0'
import ray; ray.init(address='local', num_cpus=2, log_to_driver=False, logging_level='ERROR')
@ray.remote(num_cpus=1)
class Actor:
    def ready(self): return 1
actors = [Actor.remote() for _ in range(2)]
ray.get([actor.ready.remote() for actor in actors]); ray.shutdown()
"""


def first(file: str) -> None:
    """Print the seconds of a first search and of a second, in all, and those of processors."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder}
        environment.pop("NUMBA_CACHE_DIR", None)
        for name in ("first", "second"):
            before, begun = os.times(), time.perf_counter()
            command = [sys.executable, "-m", "synth", "induce", file, "--quiet"]
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
            seconds, after = time.perf_counter() - begun, os.times()
            used = after.children_user + after.children_system - before.children_user - before.children_system
            print(f"{file:28} {name:8} {seconds:6.2f} s, {used:6.2f} s of processors", flush=True)
        compiled = len(list(Path(folder).rglob("*.nbc")))
        print(f"{file:28} {compiled} kernels compiled", flush=True)
        subprocess.run([sys.executable, "-c", AGAIN, file], env=environment, check=True)


def main() -> None:
    """Print the seconds of each."""
    for file in sys.argv[1:]:
        first(file)
    if sys.argv[1:]:
        return
    programs = {
        "search in one process": SEARCH.format(""),
        "search with --ray local": SEARCH.format(", ray='local'"),
        "Ray alone, with two actors": RAY,
    }
    subprocess.run([sys.executable, "-c", SEARCH.format("")], check=True)  # compiles what is not in the cache
    seconds: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(3):
        for name, program in programs.items():
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True, stderr=subprocess.DEVNULL)
            seconds[name].append(time.perf_counter() - begun)
    for name, taken in seconds.items():
        print(f"{name:28} {median(taken):6.2f} s")
    alone, spread, ray = map(median, seconds.values())
    print(f"--ray local adds {spread - alone:.2f} s, Ray alone takes {ray:.2f} s")


if __name__ == "__main__":
    main()
