"""What `--ray local` adds to the start of a search, beside Ray alone: `python -m benchmarks.start_up`.

Ray alone is a process that imports ray, starts a cluster of two cores with two actors, and ends. Each is the median of
three runs.
"""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median

SEARCH = "import synth; synth.induce(['a1', 'b22', 'c333'], searcher='beam', effort=1, steps=1, workers=2{})"
RAY = """
import os; os.environ['RAY_USAGE_STATS_ENABLED'] = '0'
import ray; ray.init(address='local', num_cpus=2, log_to_driver=False, logging_level='ERROR')
@ray.remote(num_cpus=1)
class Actor:
    def ready(self): return 1
actors = [Actor.remote() for _ in range(2)]
ray.get([actor.ready.remote() for actor in actors]); ray.shutdown()
"""


def main() -> None:
    """Print the seconds of each."""
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
