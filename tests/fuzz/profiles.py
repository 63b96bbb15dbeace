"""Profiles of lines at random, alike but for some words and lists: each line is of a format, also of one read back."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

import synth
from tests.fuzz.fuzzing import Failure, python_line
from tests.fuzz.shrinking import shrunk

WORDS: Final = (
    *("a", "b1", "foo", "disk", "12", "7,8", "x=3", "(y)", "()", "[", '"-"', "/p/q", "c.d", "e-f", ",", "«n»"),
    *(
        "10.0.0.7",
        "0x1f",
        "用户7登录",
        '"curl/8.1"',
        "10:31:07",
        "root",
        "\ue001",
        "s3",
        "12 ms",
        "héros",
        "2024-03-01",
    ),
)
LISTS: Final = ("1", "2,", "3, 4")
MOST_LINES: Final = 40
VALUES: Final = 0.1  # of the cases, also as values, whose search takes its time


def case(rng: random.Random) -> int:
    """Check the profile of some lines, as messages and as values."""
    lines = _lines(rng)
    asked = ("messages", "values") if rng.random() < VALUES else ("messages",)
    for what in asked:
        if wrong(lines, what):
            lines = shrunk(lines, _fewer, lambda some, what=what: bool(wrong(some, what)))
            code = f"from tests.fuzz.profiles import wrong; print(wrong({list(lines)!r}, {what!r}))"
            raise Failure(f"{wrong(lines, what)}, as {what}", python_line(code))
    return len(asked)


def _lines(rng: random.Random) -> tuple[str, ...]:
    words = rng.choices(WORDS, k=rng.randint(2, 7))
    return tuple(_line(words, rng) for _ in range(rng.randint(3, MOST_LINES)))


def _line(words: Sequence[str], rng: random.Random) -> str:
    line = list(words)
    for _ in range(rng.randint(0, 3)):
        line[rng.randrange(len(line))] = (
            rng.choice(WORDS) if rng.random() < 0.6 else "".join(rng.choices("abcdef", k=4))
        )
    if rng.random() < 0.4:
        place = rng.randrange(len(line))
        line[place:place] = rng.choices(LISTS, k=rng.randint(1, 4))
    return " ".join(line)


def _fewer(lines: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield from (lines[:place] + lines[place + 1 :] for place in range(len(lines)))


def wrong(lines: Sequence[str], what: str) -> str:
    """What is wrong with the profile of lines; nothing if all is well."""
    try:
        profile = synth.profile(lines, what=what)
        again = synth.Profile.from_json(profile.to_json())
        numbers = profile.assign(lines)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if again.assign(lines) != numbers:
        return "a profile that was read says something else"
    if what == "messages" and None in numbers:
        return "a message is of no format"
    accepts = [format.language.accepts for format in profile.formats]
    if any(number is not None and not accepts[number](line) for line, number in zip(lines, numbers, strict=True)):
        return "a pattern rejects what is of its format"
    if sum(format.count for format in profile.formats) + profile.strays.total() + profile.missing != len(lines):
        return "the counts do not add up"
    return ""
