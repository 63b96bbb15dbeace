"""What a thousand nodes would send, and where they would wait: messages and times measured here, the rest simulated.

    python -m benchmarks.scaling [EXAMPLES] [--steps 60] [--effort 4]

1. A beam search runs in this process, but all that would cross to workers is pickled, measured and timed.
2. On Ray with two workers, calls with messages of those sizes: what one costs the driver, and an offer the archive.
3. A simulation of N workers, a driver for each shard of them, and an archive actor for all: who waits for whom?
"""

from __future__ import annotations

import argparse
import heapq
import pickle
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

from searchers.archive import Archive
from searchers.beam.search import Beam
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.problem import Problem
from searchers.protocol import Improved
from searchers.scoring import make
from searchers.spaces.beams.expansion import Known
from synth.cluster.worker import parts_of

ROOT = Path(__file__).parents[1]
CALLS = 500  # on Ray, for each measurement
CORES = 16  # of a node
EXCHANGE_SECONDS = 1.0  # between two exchanges of a shard with the archive


@dataclass
class Recording:
    """A pool in this process that measures what would be sent: bytes of the parts of settings, requests, replies."""

    settings: dict[int, tuple[object, int]] = field(default_factory=dict)  # by identity
    requests: list[int] = field(default_factory=list)
    replies: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    driving: float = 0.0  # seconds of the driver between two results
    _away: float | None = None  # since when the driver has one

    def run(
        self,
        work: Callable[[object, Sequence[object], Budget], Iterable[object]],
        setting: object,
        tasks: Sequence[object],
        budget: Budget,
    ) -> Iterator[object]:
        self._take_over()
        for part in parts_of(setting):
            if id(part) not in self.settings:
                self.settings[id(part)] = part, len(pickle.dumps(part))
        for task in tasks:
            begun = time.process_time()
            (result,) = work(setting, [task], budget)
            self.seconds.append(time.process_time() - begun)
            self.requests.append(len(pickle.dumps([task])))
            self.replies.append(len(pickle.dumps([result])))
            self._away = time.process_time()
            yield result
            self._take_over()
        self._away = time.process_time()

    def _take_over(self) -> None:
        if self._away is not None:
            self.driving += time.process_time() - self._away
            self._away = None


@dataclass
class Search:
    """A search as its messages: means of a call of one place, and what merging its reply costs the driver."""

    setting: int  # what is sent once
    step: float  # what is sent to each worker in each step
    request: float
    reply: float
    work: float
    merge: float
    improvements: float  # a second of work
    candidates: list[Candidate]


def measured_search(examples: Path, steps: int, effort: int) -> Search:
    problem = Problem.of(examples.read_text(encoding="utf-8").splitlines())
    for limit in (1, steps):  # the first loads the kernels
        pool, found = Recording(), []
        objective = make("mdl", problem)
        for event in Beam().search(problem, objective, Budget(None, limit, effort, pool=pool), random.Random(0)):
            if isinstance(event, Improved):
                found.append(event.candidate)
    return Search(
        setting=sum(size for part, size in pool.settings.values() if not isinstance(part, Known)),
        step=mean(size for part, size in pool.settings.values() if isinstance(part, Known)),
        request=mean(pool.requests),
        reply=mean(pool.replies),
        work=mean(pool.seconds),
        merge=pool.driving / len(pool.seconds),
        improvements=len(found) / sum(pool.seconds),
        candidates=found,
    )


def echo(setting: bytes, tasks: Sequence[bytes], budget: Budget) -> Iterator[bytes]:
    """Work that is nothing but its messages."""
    return iter([setting for _ in tasks])


def driver_cost(search: Search) -> float:
    """CPU seconds of the driver for one call with messages of these sizes."""
    from synth.cluster.connection import connected

    with connected("local", 2):
        from synth.cluster.pool import ray_pool

        with ray_pool(2) as pool:
            request, reply = b"x" * int(search.request), b"x" * int(search.reply)
            for count in (20, CALLS):
                begun = time.process_time()
                for _ in pool.run_apart(echo, reply, [request] * count, Budget()):
                    pass
                seconds = (time.process_time() - begun) / count
            return seconds


def archive_cost(search: Search) -> float:
    """CPU seconds of the archive actor for one offer."""
    from synth.cluster.connection import connected

    with connected("local", 2):
        import ray

        class Keeper:
            def __init__(self) -> None:
                self.archive = Archive()

            def offer(self, candidate: Candidate) -> bool:
                return self.archive.add(candidate)

            def spent(self) -> float:
                return time.process_time()

        keeper = ray.remote(Keeper).remote()
        offers = [search.candidates[number % len(search.candidates)] for number in range(CALLS)]
        ray.get([keeper.offer.remote(offer) for offer in offers[:20]])
        before = ray.get(keeper.spent.remote())
        ray.get([keeper.offer.remote(offer) for offer in offers])
        return (ray.get(keeper.spent.remote()) - before) / CALLS


def simulated(workers: int, shards: int, work: float, driver: float, archive: float, rng: random.Random) -> float:
    """The share of their time that workers work, after a while.

    Each has a call to do and one to go on with. The driver of its shard takes replies one at a time, and every second
    stops to hear from the archive, which serves the shards one at a time.
    """
    share, begin, end = workers // shards, 10 * work, 40 * work
    idle = archive_free = 0.0
    drivers = [_Driver(share, work, rng) for _ in range(shards)]
    exchanges = [(rng.uniform(0, EXCHANGE_SECONDS), number) for number in range(shards)]
    heapq.heapify(exchanges)
    while exchanges[0][0] < end:
        now, number = heapq.heappop(exchanges)
        idle += drivers[number].serve(now, driver, begin, end)
        archive_free = max(archive_free, now) + archive
        drivers[number].free = max(drivers[number].free, archive_free)
        heapq.heappush(exchanges, (max(now + EXCHANGE_SECONDS, archive_free), number))
    idle += sum(one.serve(end, driver, begin, end) for one in drivers)
    return 1 - idle / (shards * share * (end - begin))


class _Driver:
    """A driver, and its workers: when each ends its call, and when the next one was sent to it."""

    def __init__(self, workers: int, work: float, rng: random.Random) -> None:
        self.free = 0.0
        self._work = work
        self._rng = rng
        self._ends = [(rng.uniform(0, work), worker) for worker in range(workers)]
        self._next = [0.0] * workers
        heapq.heapify(self._ends)

    def serve(self, until: float, seconds: float, begin: float, end: float) -> float:
        """Take the replies that come before `until`; how long workers waited for calls between `begin` and `end`."""
        waited = 0.0
        while self._ends and self._ends[0][0] < until:
            now, worker = heapq.heappop(self._ends)
            going_on = max(now, self._next[worker])
            waited += max(0.0, min(going_on, end) - max(now, begin))
            self.free = self._next[worker] = max(self.free, now) + seconds
            heapq.heappush(self._ends, (going_on + self._rng.uniform(0.5, 1.5) * self._work, worker))
        return waited


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", nargs="?", type=Path, default=ROOT / "examples" / "urls.txt")
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--effort", type=int, default=4)
    given = parser.parse_args()
    search = measured_search(given.examples, given.steps, given.effort)
    sent, offered = driver_cost(search), archive_cost(search)
    driver = sent + search.merge
    bandwidth = (search.step + search.request + search.reply) / search.work  # with a call for each worker in a step
    print(f"setting, to each worker once        {search.setting:,} bytes")
    print(f"to each worker in each step         {search.step:,.0f} bytes")
    print(f"request and reply of a call         {search.request:,.0f} and {search.reply:,.0f} bytes")
    print(f"work of a call                      {1e3 * search.work:.1f} ms")
    print(f"bytes a second of a worker          {bandwidth:,.0f}")
    print(f"driver, sending and taking a call   {1e3 * sent:.2f} ms CPU")
    print(f"driver, merging its reply           {1e3 * search.merge:.2f} ms CPU")
    print(f"improvements a second of work       {search.improvements:.2f}")
    print(f"archive actor, an offer             {1e3 * offered:.2f} ms CPU, {1 / offered:,.0f} offers a second")
    print(f"one driver is busy with             {search.work / driver:,.0f} workers")
    print(f"one archive is busy with            {EXCHANGE_SECONDS / offered:,.0f} shards that exchange every second\n")
    print("workers that work, in per cent, by nodes of 16 cores; a driver for all, for ten nodes, for each node, and")
    print("places in a call")
    print("nodes   all, 1   all, 10   ten, 1   ten, 10   each, 1   each, 10")
    for nodes in (1, 10, 100, 1000):
        shares = []
        for shards in (1, max(1, nodes // 10), nodes):
            for places in (1, 10):
                work, busy = places * search.work, sent + places * search.merge
                shares.append(simulated(nodes * CORES, shards, work, busy, offered, random.Random(0)))
        print(f"{nodes:5}" + "".join(f"{100 * share:9.0f}" for share in shares))


if __name__ == "__main__":
    main()
