"""Score the templates that profiles find in logs of fifty services, made up from messages that are known.

    python -m benchmarks.services [NAME…] [--lines 1000] [--seed 0] [-v]

`corpus/services` has the messages, and what varies in them. Lines are drawn by weight and profiled as they are, with
their headers. The methods of HTTP are constants, as in LogHub.

GA     grouping accuracy: share of lines whose format has exactly the lines of their message
FGA    F1 of the groups
fresh  of new lines, the share that the format with most lines of their message takes
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final

import synth

HERE: Final = Path(__file__).parent / "corpus" / "services"
_SLOT: Final = re.compile(r"\{(\w+)\}")
_DRAWN: Final = re.compile(r"<(?:(\w+) (\d+)|(\d+)-(\d+))>")
CHARACTERS: Final = {
    "hex": "0123456789abcdef",
    "HEX": "0123456789ABCDEF",
    "abc": "abcdefghijklmnopqrstuvwxyz",
    "ABC": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
}
Messages = dict[str, int]  # with their weights


def logs() -> dict[str, Messages]:
    """The messages of each log."""
    found: dict[str, Messages] = {}
    for line in (HERE / "logs.txt").read_text(encoding="utf-8").splitlines()[1:]:
        if line.startswith("# "):
            found[line[2:]] = {}
        elif line:
            weight, message = line.split("\t", 1)
            found[[*found][-1]][message] = int(weight)
    return found


def slots() -> dict[str, list[str]]:
    """What each slot may be."""
    lines = (HERE / "slots.txt").read_text(encoding="utf-8").splitlines()[2:]
    return {name: values.split("|") for name, values in (line.split("\t") for line in lines)}


class Writer:
    """Lines of messages, by chance."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._slots = slots()

    def lines(self, messages: Messages, count: int) -> list[tuple[str, str]]:
        """Lines with their messages."""
        drawn = self._rng.choices([*messages], [*messages.values()], k=count)
        return [(self._filled(message), message) for message in drawn]

    def _filled(self, text: str) -> str:
        return _SLOT.sub(lambda slot: self._value(slot[1]), text)

    def _value(self, name: str) -> str:
        return self._filled(_DRAWN.sub(self._drawn, self._rng.choice(self._slots[name])))

    def _drawn(self, kind: re.Match[str]) -> str:
        characters, count, low, high = kind.groups()
        if characters is not None:
            return "".join(self._rng.choices(CHARACTERS[characters], k=int(count)))
        number = str(self._rng.randint(int(low), int(high)))
        return number.zfill(len(low)) if low[0] == "0" and len(low) > 1 else number


def score(messages: Messages, count: int, rng: Random) -> tuple[dict[str, float], synth.Profile]:
    """The figures of a log, and its profile."""
    writer = Writer(rng)
    made, new = writer.lines(messages, count), writer.lines(messages, count // 2)
    begun = time.process_time()
    profile = synth.profile([line for line, _ in made])
    numbers = profile.assign([line for line, _ in made])
    seconds = time.process_time() - begun
    groups: defaultdict[int | None, set[int]] = defaultdict(set)
    events: defaultdict[str, set[int]] = defaultdict(set)
    for place, (number, (_, message)) in enumerate(zip(numbers, made, strict=True)):
        groups[number].add(place)
        events[message].add(place)
    right = [group for number, group in groups.items() if number is not None and group in events.values()]
    common = {
        number: Counter(made[place][1] for place in group).most_common(1)[0][0] for number, group in groups.items()
    }
    taken = zip(profile.assign([line for line, _ in new]), new, strict=True)
    figures = {
        "GA": sum(map(len, right)) / count,
        "FGA": 2 * len(right) / (len(groups) + len(events)),
        "fresh": fmean(number is not None and common.get(number) == message for number, (_, message) in taken),
        "seconds": seconds,
    }
    return figures, profile


def told(figures: dict[str, float]) -> str:
    """The figures, in a line."""
    return "  ".join(f"{name} {figure:.3f}" for name, figure in figures.items())


def main(names: Sequence[str], count: int, seed: int, verbose: bool) -> None:
    """Print the figures of each log, and their means."""
    every = []
    for name, messages in logs().items():
        if not names or name in names:
            figures, profile = score(messages, count, Random(f"{name} {seed}"))
            every.append(figures)
            print(f"{name:16}{len(profile.formats):3} of {len(messages):2}  {told(figures)}", flush=True)
            for format in profile.formats if verbose else ():
                print(f"    {format.count:5}  {format.typed if profile.what == 'messages' else format.pattern}")
    print(f"{len(every)} logs: {told({name: fmean(one[name] for one in every) for name in every[0]})}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-v", "--verbose", action="store_true", help="show the formats")
    given = parser.parse_args()
    main(given.names, given.lines, given.seed, given.verbose)
