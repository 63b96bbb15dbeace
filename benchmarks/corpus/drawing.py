"""The parts of which values are made: numbers as they occur, words, choices, and what joins them.

A part is a text that stands for itself or a function from a source of chance to a text; whatever is made of parts is
such a function too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

Make = Callable[[Random], str]
Part = str | Make

WORDS = Path(__file__).parents[2] / "datasets" / "patterns" / "words.txt"
UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LOWER = UPPER.lower()
DIGITS = "0123456789"
HEX = "0123456789abcdef"


@dataclass(frozen=True)
class Format:
    """A format by name: the pattern is the truth, and what is made follows it as values in use do."""

    name: str
    pattern: str
    make: Make


def rendered(part: Part, rng: Random) -> str:
    return part if isinstance(part, str) else part(rng)


def text(*parts: Part) -> Make:
    """One part after the other."""
    return lambda rng: "".join(rendered(part, rng) for part in parts)


def pick(*options: Part) -> Make:
    """One of the parts, each as often."""
    return lambda rng: rendered(rng.choice(options), rng)


def common(options: str) -> Make:
    """One of the words in a text, the first the most often, the n-th a share 1/n of that."""
    words = options.split()
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    return lambda rng: rng.choices(words, weights)[0]


def each(options: str) -> Make:
    """One of the words in a text, each as often."""
    return pick(*options.split())


def maybe(part: Part, share: float = 0.5) -> Make:
    """The part or nothing."""
    return lambda rng: rendered(part, rng) if rng.random() < share else ""


def some(part: Part, least: int, most: int, separator: str = "") -> Make:
    """Several of the part, few more often than many."""
    return lambda rng: separator.join(
        rendered(part, rng) for _ in range(min(rng.randint(least, most), rng.randint(least, most)))
    )


def of(characters: str, least: int, most: int | None = None) -> Make:
    """Characters drawn one by one: what a machine gives out."""
    return lambda rng: "".join(rng.choices(characters, k=rng.randint(least, least if most is None else most)))


def magnitude(low: float, high: float, rng: Random) -> float:
    """Log-uniform, so that first digits are distributed as Benford found; zero counts as one step below one."""
    shift = 1 if low < 1 else 0
    return math.exp(rng.uniform(math.log(low + shift), math.log(high + shift))) - shift


def number(low: int, high: int, width: int = 0) -> Make:
    """A natural number whose length varies as in life, with leading zeros up to the width."""
    return lambda rng: f"{min(high, int(magnitude(low, high + 1, rng))):0{width}}"


def decimal(low: float, high: float, places: int, separator: str = "") -> Make:
    """A number with so many places after the point, in thousands where a separator is given."""
    return lambda rng: f"{magnitude(low, high, rng):{separator}.{places}f}"


def uniform(low: int, high: int, width: int = 0) -> Make:
    """A number of which each is as likely: days, minutes, degrees."""
    return lambda rng: f"{rng.randint(low, high):0{width}}"


def changed(part: Part, change: Callable[[str], str]) -> Make:
    """What is drawn, passed through a function: `str.upper`."""
    return lambda rng: change(rendered(part, rng))


@cache
def lexicon(kind: str) -> list[str]:
    """The words below one heading of the file."""
    blocks = WORDS.read_text(encoding="utf-8").split("\n\n")
    return next(lines for lines in map(str.splitlines, blocks) if lines[0] == f"# {kind}")[1:]


def one_of(kind: str) -> Make:
    return lambda rng: rng.choice(lexicon(kind))


WORD, VERB, GIVEN, FAMILY, PLACE = map(one_of, ["words", "verbs", "given names", "family names", "places"])
DIGIT, LETTER = of(DIGITS, 1), of(UPPER, 1)
TITLE = changed(WORD, str.capitalize)
SHOUT = changed(WORD, str.upper)
DAY, MONTH, YEAR = uniform(1, 28, 2), uniform(1, 12, 2), uniform(1995, 2025)
HOUR, SIXTIETH = uniform(0, 23, 2), uniform(0, 59, 2)
MONTH_NAME = each("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")
SMALL_GIVEN = changed(GIVEN, str.lower)
CLOCK = text(HOUR, ":", SIXTIETH)
DOMAIN = text(WORD, ".", common("com org net de io"))
QUARTER = common("00 30 15 45")
LONG_MONTHS = "January February March April May June July August September October November December"
