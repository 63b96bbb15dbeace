"""Twenty random faults in a search on a cluster of four nodes: `python -m benchmarks.faults`.

An actor, a worker's process or a node is killed, or a raylet frozen, every few seconds; lost nodes are replaced, as an
autoscaler would. The search must end with the result, and the total of scored candidates, of one
process without faults, and report nothing that is not in the end as good or better.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import threading
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Any

import psutil
from ray.cluster_utils import Cluster

import synth
from benchmarks.efficiency import PATTERN
from benchmarks.kernels import corrupted
from searchers.protocol import Improved
from synth.cluster.connection import ENVIRONMENT, LOCAL_ENVIRONMENT

SEARCH = {"searcher": "evolve", "effort": 4, "warm_start": False}
NODES = 4
START_SECONDS = 120
HEALTH = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 1000, "health_check_failure_threshold": 5}


class Faults:
    """Breaks something every so many seconds, until so much was broken."""

    def __init__(self, cluster: Cluster, count: int, seconds: float) -> None:
        self.cluster = cluster
        self.count = count
        self.seconds = seconds
        self.rng = random.Random(0)
        self.nodes: list[Any] = []
        self.done: Counter[str] = Counter()

    def run(self, search: Future[Any]) -> None:
        """One fault after the other, while the search goes on. In the main thread, where alone nodes can be added."""
        kinds = [self.kill_actor, self.kill_worker, self.kill_node, self.freeze_raylet]
        for number in range(self.count):
            if wait([search], self.seconds).done:
                return
            kind = kinds[number] if number < len(kinds) else self.rng.choice(kinds)
            kind()
            self.done[kind.__name__] += 1
            print(f"{time.strftime('%X')} {kind.__name__}", flush=True)

    def kill_actor(self) -> None:
        """As `ray kill` would: the cluster knows of it at once."""
        import ray

        named = ray.util.list_named_actors(all_namespaces=True)
        if named:
            with suppress(ValueError):
                chosen = self.rng.choice(named)
                ray.kill(ray.get_actor(chosen["name"], namespace=chosen["namespace"]))

    def kill_worker(self) -> None:
        """As the kernel's out-of-memory killer would."""
        with suppress(psutil.Error, IndexError):
            raylet = psutil.Process(pid_of_raylet(self.rng.choice(self.nodes)))
            self.rng.choice([one for one in raylet.children() if "Worker" in one.name()]).kill()

    def kill_node(self) -> None:
        """A node that is gone, and another that comes."""
        node = self.nodes.pop(self.rng.randrange(len(self.nodes)))
        self.cluster.remove_node(node, allow_graceful=False)
        self.nodes.append(self.cluster.add_node(num_cpus=1))

    def freeze_raylet(self) -> None:
        """A node that says nothing, and another that comes."""
        node = self.nodes.pop(self.rng.randrange(len(self.nodes)))
        os.kill(pid_of_raylet(node), signal.SIGSTOP)
        self.nodes.append(self.cluster.add_node(num_cpus=1))


def pid_of_raylet(node: Any) -> int:  # noqa: ANN401 (ray's own class)
    """The process of a node's raylet."""
    (raylet,) = node.all_processes["raylet"]
    return int(raylet.process.pid)


def main() -> None:
    """Print the faults, and what came of the search."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=5.0, help="between two faults")
    parser.add_argument("--steps", type=int, default=30)
    options = parser.parse_args()
    os.environ.update({**ENVIRONMENT, **LOCAL_ENVIRONMENT, "RAY_AUTH_MODE": "disabled"})
    examples = corrupted(PATTERN, 1, random.Random(0))
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "_system_config": HEALTH})
    faults = Faults(cluster, options.faults, options.seconds)
    faults.nodes = [cluster.add_node(num_cpus=1) for _ in range(NODES)]
    cluster.wait_for_nodes()
    reported: list[float] = []
    begun = threading.Event()

    def hear(event: object) -> None:
        if isinstance(event, Improved):
            begun.set()  # the workers are there
            reported.append(event.candidate.objective)

    def search() -> tuple[synth.Result, float]:
        start = time.perf_counter()
        found = synth.induce(examples, ray=cluster.address, workers=NODES, steps=options.steps, on_event=hear, **SEARCH)
        return found, time.perf_counter() - start

    with ThreadPoolExecutor(1) as thread:
        searching = thread.submit(search)
        begun.wait(START_SECONDS)
        faults.run(searching)
        broken, seconds = searching.result()
    whole = synth.induce(examples, steps=options.steps, **SEARCH)
    fronts = [[(one.pattern, one.objective) for one in result.front] for result in (broken, whole)]
    totals = [result.stats["candidates"] for result in (broken, whole)]
    print(f"{sum(faults.done.values())} faults in a search of {seconds:.0f} s: {dict(faults.done)}")
    print(
        f"the front is {'equal' if fronts[0] == fronts[1] else 'ANOTHER'}; candidates {totals[0]:,} and {totals[1]:,}"
    )
    print(f"the best reported {min(reported):.3f}, the result {broken.best.objective:.3f}")
    with suppress(Exception):
        cluster.shutdown()


if __name__ == "__main__":
    main()
