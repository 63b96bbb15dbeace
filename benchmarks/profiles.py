"""The speed of profiles: of finding formats in many lines, and of checking lines against them.

    python benchmarks/profiles.py [--lines 100000 1000000] [--formats 5 50] [--megabytes 100] [--columns 64]

Lines are drawn from made-up templates of services, with other values each time. Finding is timed with the number of
lines, in processor seconds, with the peak of memory. Checking is timed per byte of a stream, with headers and without,
beside Python's `re` on the alternation of the same patterns, a line at a time. With --columns a table of so many
columns in eight files is profiled by one worker of Ray and by two; told is also what each part takes of the processor.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import synth

# fmt: off
WORDS = [
    "accepted", "batch", "buffer", "cache", "channel", "chunk", "client", "closed", "cluster", "commit",
    "connection", "container", "deleted", "device", "disk", "driver", "error", "event", "executor", "failed",
    "file", "finished", "found", "frame", "handler", "index", "input", "job", "key", "lease", "lock", "log",
    "memory", "message", "metric", "missing", "network", "node", "opened", "output", "packet", "page", "partition",
    "peer", "pool", "port", "process", "queue", "read", "received", "record", "region", "request", "response",
    "retry", "route", "running", "schema", "segment", "sent", "server", "session", "shard", "socket", "stage",
    "started", "state", "stopped", "storage", "stream", "sync", "table", "task", "thread", "timeout", "token",
    "topic", "transfer", "update", "user", "value", "volume", "warning", "worker", "write",
]
# fmt: on
VALUES: dict[str, Callable[[random.Random], str]] = {
    "number": lambda rng: str(rng.randrange(100_000)),
    "ip": lambda rng: ".".join(str(rng.randrange(256)) for _ in range(4)),
    "path": lambda rng: f"/srv/{rng.choice(WORDS)}/{rng.randrange(1000)}.dat",
    "hex": lambda rng: f"0x{rng.randrange(1 << 32):08x}",
    "name": lambda rng: f"{rng.choice(WORDS)}_{rng.randrange(10_000)}",
}
SEEN = 5_000  # lines that the profile of the check is made from
COMPARED = 20_000  # lines that `re` reads
MEGABYTE = 1_000_000
TURNS = 9
FILES, ROWS = 8, 100  # of the table that is spread


def templates(count: int, rng: random.Random) -> list[list[str]]:
    """Templates as words, those of VALUES in angle brackets; no two begin alike."""
    made: dict[tuple[str, ...], list[str]] = {}
    while len(made) < count:
        words = rng.sample(WORDS, rng.randrange(5, 11))
        for place in rng.sample(range(2, len(words)), rng.randrange(1, 4)):
            words[place] = f"<{rng.choice([*VALUES])}>"
        made.setdefault(tuple(words[:2]), words)
    return [*made.values()]


def lines(made: list[list[str]], count: int, rng: random.Random, *, headed: bool = False) -> Iterator[str]:
    """Lines of random templates with random values, behind a header with time, level and thread."""
    for number in range(count):
        words = rng.choice(made)
        hour, second = divmod(number % 86_400, 3600)
        head = (
            f"2024-05-07 {hour:02}:{second // 60:02}:{second % 60:02} {rng.choice(['INFO', 'WARN'])} [t-{number % 9}] "
        )
        yield (head if headed else "") + " ".join(VALUES[word[1:-1]](rng) if word[0] == "<" else word for word in words)


def finding(counts: list[int]) -> None:
    """Seconds of `synth.profile` and `assign` on so many lines."""
    rng = random.Random(0)
    made = templates(200, rng)
    synth.profile(list(lines(made, 100, rng))).assign(["x"])
    for count in counts:
        some = list(lines(made, count, rng))
        begun = time.process_time()
        profile = synth.profile(some)
        found = time.process_time()
        missed = profile.assign(some).count(None)
        assigned = time.process_time()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{count:9,} lines  profile {found - begun:.2f} s  assign {assigned - found:.2f} s  {peak:.0f} MB", end="  "
        )
        print(f"{peak:.0f} MB  {len(profile.formats)} formats of {len(made)}, {missed} lines of none")


def checking(formats: list[int], megabytes: int) -> None:
    """Bytes a second of a checked stream, and of `re`, in turns; the best of each, since others use the machine too."""
    rng = random.Random(1)
    for count, headed in product(formats, (False, True)):
        made = templates(count, rng)
        profile = synth.profile(list(lines(made, SEEN, rng, headed=headed)), what="messages")
        text = "\n".join(lines(made, COMPARED, rng, headed=headed)) + "\n"
        data = text.encode() * max(1, megabytes * MEGABYTE // len(text))
        list(profile.checked(io.BytesIO(data[:MEGABYTE])))  # what is found out once
        whole = re.compile("|".join(f"(?:{format.pattern})" for format in profile.formats))

        def ours(data: bytes = data, profile: synth.Profile = profile) -> int:
            return sum(sum(block.strays.values()) for block in profile.checked(io.BytesIO(data)))

        def theirs(text: str = text, whole: re.Pattern[str] = whole) -> int:
            return sum(whole.fullmatch(line) is None for line in text.splitlines())

        speeds = [(len(data) / seconds(ours), len(text) / seconds(theirs)) for _ in range(TURNS)]
        best, other = (max(found) / MEGABYTE for found in zip(*speeds, strict=True))
        middle = statistics.median(one / two for one, two in speeds)
        print(f"{len(profile.formats):4} formats  check {best:.0f} MB/s  re {other:.1f} MB/s", end="  ")
        print(f"ratio {best / other:.1f}, median of turns {middle:.1f}  strays {ours()}, {theirs()}")


def seconds(work: Callable[[], object]) -> float:
    """What the work takes of the processor."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def spreading(columns: int) -> None:
    """Seconds of the profile of a table in several files with one worker and with two."""
    from searchers.budget import Budget, InProcess
    from synth.cluster.connection import connected
    from synth.cluster.pool import ray_pool
    from synth.profiles import spread

    class Timed(InProcess):
        """Tells what the parts of the work take of the processor."""

        def run(self, work, setting, tasks, budget):  # noqa: ANN001, ANN202
            begun = time.process_time()
            results = list(work(setting, tasks, budget))
            taken[work.__name__] = taken.get(work.__name__, 0.0) + time.process_time() - begun
            return iter(results)

    rng = random.Random(2)
    kinds = [*VALUES.values()]
    taken: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(FILES):
            rows = [
                [kinds[(place + rng.randrange(2)) % len(kinds)](rng) for place in range(columns)] for _ in range(ROWS)
            ]
            header = ",".join(f"c{place}" for place in range(columns))
            Path(folder, f"{number}.csv").write_text("\n".join([header, *map(",".join, rows)]) + "\n")
        alone = spread.spread_profile([folder], Timed(), "values", {}).to_json()
        values = FILES * ROWS * columns
        parts = "  ".join(f"{name.strip('_')} {1e6 * time / values:.2f} us" for name, time in taken.items())
        print(f"{columns} columns, {values:,} values: {sum(taken.values()):.1f} s of the processor; a value: {parts}")
        walls = []
        with connected("local", 2):
            for workers in (1, 2):
                with ray_pool(workers) as pool:
                    list(pool.run(spread._profiled, "values", [], Budget()))
                    begun = time.perf_counter()
                    assert spread.spread_profile([folder], pool, "values", {}).to_json() == alone
                    walls.append(time.perf_counter() - begun)
    print(f"one worker {walls[0]:.1f} s, two {walls[1]:.1f} s: {walls[0] / walls[1]:.2f} times")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, nargs="*", default=[100_000, 1_000_000])
    parser.add_argument("--formats", type=int, nargs="*", default=[5, 50])
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--columns", type=int, default=0)
    args = parser.parse_args()
    if args.columns:
        spreading(args.columns)
        return
    finding(args.lines)
    checking(args.formats, args.megabytes)


if __name__ == "__main__":
    main()
