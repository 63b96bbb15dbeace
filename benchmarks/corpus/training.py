"""Tasks to learn an objective from: patterns that people wrote, values of Faker, and compositions.

    python -m benchmarks.corpus.training --tasks 2400 --seed 1 --out DIR

writes DIR/train.jsonl, and DIR/dev.jsonl with tasks from patterns and providers that training does not see. Examples
are few or many, some lists have negatives and some corrupted values. Needs the extra `corpus`.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from benchmarks.corpus.compositions import joined
from benchmarks.corpus.corruptions import Accepts
from benchmarks.corpus.drawing import Make
from benchmarks.corpus.faker_values import providers, values_of
from benchmarks.corpus.patterns import Pattern, read_patterns
from benchmarks.corpus.strings import LONGEST, Unfilled, column
from benchmarks.corpus.tasks import HELD_OUT, make_task, regime_of, write_tasks
from dsl.charset import PRINTABLE
from dsl.errors import LimitError, PatternError
from dsl.expressions.expression import Chars, size, walk
from dsl.regex import Regex

KINDS: Final = {"corpus": 0.7, "faker": 0.15, "joined": 0.15}
DEV_TASKS: Final = 400
PER_PATTERN: Final = 3
PER_FAMILY: Final = 12
PER_PROVIDER: Final = 4
LEAST_VALUES: Final = 3
SOURCE_POWER: Final = 0.35  # of the number of patterns that a source has, to get its weight
LESS: Final = {"phonenumbers": 0.4}  # nothing but digits
FAMILY_POWER: Final = 0.5
# The weights of patterns by their nodes, up to those given; letters count, so that names of resources are long.
STRATA: Final = {2: 0.05, 25: 0.5, 80: 0.33, 10**9: 0.12}
LARGEST_PART: Final = 16  # nodes of what is composed


class Column(NamedTuple):
    """Values, what tells whether a text is one, and the pattern where it is known."""

    make: Make
    accepts: Accepts
    pattern: str | None


@dataclass
class Supply:
    """The patterns of one side, drawn by source and family with weights that grow slower than their numbers."""

    strata: list[dict[str, dict[str, list[Pattern]]]]
    used: Counter[str]

    @classmethod
    def of(cls, rows: list[Pattern]) -> Supply:
        """The patterns by stratum, source and family."""
        strata: list[dict[str, dict[str, list[Pattern]]]] = [defaultdict(lambda: defaultdict(list)) for _ in STRATA]
        for row in rows:
            nodes = Regex.parse(row.pattern).size
            place = next(place for place, most in enumerate(STRATA) if nodes <= most)
            strata[place][row.source][row.family].append(row)
        return cls(strata, Counter())

    def draw(self, rng: Random) -> Pattern:
        """A pattern; how often it was used is counted by `take`."""
        pairs = [pair for pair in zip(self.strata, STRATA.values(), strict=True) if pair[0]]
        sources = rng.choices([stratum for stratum, _ in pairs], [weight for _, weight in pairs])[0]
        numbers = {source: sum(map(len, families.values())) for source, families in sources.items()}
        weights = [LESS.get(source, 1) * number**SOURCE_POWER for source, number in numbers.items()]
        families = rng.choices(list(sources.values()), weights)[0]
        members = rng.choices(list(families.values()), [len(rows) ** FAMILY_POWER for rows in families.values()])[0]
        return rng.choice(members)

    def take(self, row: Pattern) -> bool:
        """Whether the pattern may be used once more, counted if it may."""
        free = self.used[row.pattern] < PER_PATTERN and self.used[row.family] < PER_FAMILY
        self.used.update([row.pattern, row.family] if free else [])
        return free


def column_of(pattern: str, rng: Random, whole: bool = True) -> Column:
    """Values for a pattern. Raises Unfilled, PatternError and LimitError where there are none."""
    language = Regex.parse(pattern)
    return Column(column(language, rng, whole), language.accepts, pattern)


def from_corpus(supply: Supply, rng: Random) -> Column | None:
    """A pattern that someone wrote."""
    row = supply.draw(rng)
    return column_of(row.pattern, rng) if supply.take(row) else None


def from_composition(supply: Supply, rng: Random) -> Column | None:
    """Small patterns put together."""

    def part() -> str:
        for _ in range(200):
            if is_part(pattern := supply.draw(rng).pattern):
                return pattern
        raise Unfilled("no pattern is small enough")

    return column_of(joined(part, rng), rng, whole=False)


def is_part(pattern: str) -> bool:
    r"""Whether a pattern is small, more than one word, and does not have `.` or `[^/]`."""
    expression = Regex.parse(pattern).expression
    sets = [node.set for node in walk(expression) if isinstance(node, Chars)]
    return (
        size(expression) <= LARGEST_PART
        and any(len(charset) > 1 for charset in sets)
        and all(len(charset & PRINTABLE) < 75 for charset in sets)
    )


def from_faker(split: str, used: Counter[str], rng: Random) -> Column | None:
    """Values of a provider."""
    provider = rng.choice([provider for provider in providers() if provider.split == split])
    name = f"{provider.method} {provider.locale}"
    if used[name] >= PER_PROVIDER or (values := values_of(provider)) is None:
        return None
    used[name] += 1
    return Column(values.make, values.accepts, None)


def checked(task: dict[str, Any]) -> bool:
    """Whether a task has something to learn: values that differ, and texts near by that are none."""
    values = task["positives"] + task["test_positives"]
    texts = values + task["negatives"] + task["test_negatives"]
    return (
        len(set(values)) >= LEAST_VALUES
        and len(set(task["positives"])) >= LEAST_VALUES
        and len(task["test_negatives"]) == HELD_OUT
        and all(len(text) <= LONGEST and text.isprintable() for text in texts)
        and not any("\\" in text for text in values)  # a pattern that was escaped twice
    )


def tasks(rows: list[Pattern], split: str, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Tasks from the patterns and providers of one side."""
    rng = Random(f"{seed} {split}")
    supply = Supply.of([row for row in rows if row.split == split])
    used: Counter[str] = Counter()
    makers = {
        "corpus": lambda: from_corpus(supply, rng),
        "faker": lambda: from_faker(split, used, rng),
        "joined": lambda: from_composition(supply, rng),
    }
    for kind, share in KINDS.items():
        made = 0
        while made < round(count * share):
            try:
                if (found := makers[kind]()) is None:
                    continue
                wanted = regime_of(rng)._asdict()
                task = make_task(f"{split}-{kind}-{made:04}", found.make, found.accepts, rng, **wanted)
            except (Unfilled, PatternError, LimitError):
                continue
            line = {**task, "target_regex": found.pattern, "kind": kind}
            if checked(line):
                made += 1
                yield line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=2400)
    parser.add_argument("--dev", type=int, default=DEV_TASKS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    rows = read_patterns()
    for name, split, count in (("train", "train", given.tasks), ("dev", "validation", given.dev)):
        made = list(tasks(rows, split, count, given.seed))
        write_tasks(given.out / f"{name}.jsonl", made)
        print(f"{name}: {len(made)} tasks, {dict(Counter(task['kind'] for task in made))}", flush=True)


if __name__ == "__main__":
    main()
