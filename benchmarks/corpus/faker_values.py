"""Values of Faker as columns whose pattern nobody knows: what is a member is told by the shapes that occur.

`datasets/patterns/faker_providers.txt` has one provider a line, with the locales in which its values look different.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.corpus.patterns import VALIDATION, fraction

PROVIDERS: Final = Path(__file__).parents[2] / "datasets" / "patterns" / "faker_providers.txt"
SAMPLE: Final = 2_000
MANY: Final = 200  # shapes from which on their lengths say nothing


@dataclass(frozen=True)
class Provider:
    """A method of Faker in one locale; all locales of a method are on one side of the split."""

    method: str
    locale: str

    @property
    def split(self) -> str:
        """Whether its tasks are for training or for validation."""
        return "validation" if fraction(self.method) < VALIDATION else "train"


@dataclass(frozen=True)
class Values:
    """Values that a provider gave, and what tells others like them."""

    members: tuple[str, ...]
    accepts: Callable[[str], bool]

    def make(self, rng: Random) -> str:
        """One of the values, as often as it was given."""
        return rng.choice(self.members)


@cache
def providers() -> list[Provider]:
    """The providers of the list."""
    lines = [line for line in PROVIDERS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    pairs = (line.split(": ") for line in lines)
    return [Provider(method, locale) for method, locales in pairs for locale in locales.split()]


@cache
def values_of(provider: Provider) -> Values | None:
    """What a provider gives with a seed of its own; None where it has no shape, or is not in this version."""
    from faker.factory import Factory

    generator = Factory.create(provider.locale)
    generator.random = Random(f"{provider.method} {provider.locale}")
    try:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):  # some say each time that they are made up
            members = tuple(str(getattr(generator, provider.method)()) for _ in range(SAMPLE))
    except (AttributeError, TypeError, ValueError):
        return None
    for look in (shape, outline):
        known = set(map(look, members))
        if len(known) < MANY:
            return Values(members, lambda text, look=look, known=known: look(text) in known)
    return None


def kind_of(character: str) -> str:
    """A letter for digits, small and capital letters; other characters are kinds of their own."""
    if character.isdigit():
        return "9"
    return "a" if character.islower() else "A" if character.isalpha() else character


def shape(text: str) -> str:
    """PL-1234567 -> A2-19.7: the kinds of characters, with how many there are."""
    return "".join(f"{kind}{len(list(run))}." for kind, run in groupby(text, kind_of))


def outline(text: str) -> str:
    """The kinds of characters alone, for values made of words."""
    return re.sub(r"(.)\1+", r"\1", "".join(map(kind_of, text)))
