"""What happens to strings before they reach a list of examples: typing, text recognition, cuts, other habits.

A kind of corruption is a function of a text and a source of chance. It may return the text as it was, where it finds
nothing to do: `corrupt` then tries another.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

Accepts = Callable[[str], bool]
Change = Callable[[str, Random], str]

ATTEMPTS = 200
ROWS = ("1234567890-", "qwertyuiop[", "asdfghjkl;'", "zxcvbnm,./")
CONFUSED = ("0O", "0o", "0D", "1l", "1I", "lI", "5S", "8B", "2Z", "6G", ",.", ";:", "-_")
CONFUSED_GROUPS = tuple(map(tuple, CONFUSED)) + (("rn", "m"), ("cl", "d"), ("vv", "w"), ("-", "–"), (" ", ""))
READINGS = [pair[::step] for pair in CONFUSED_GROUPS for step in (1, -1) if pair[::step][0]]


def neighbours_of_keys() -> dict[str, str]:
    """For each key those that touch it, upper case letters included."""
    touching = {}
    for row, keys in enumerate(ROWS):
        for column, key in enumerate(keys):
            places = [(0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1)]
            around = [(row + down, column + right) for down, right in places]
            near = "".join(ROWS[y][x] for y, x in around if 0 <= y < len(ROWS) and 0 <= x < len(ROWS[y]))
            touching[key] = near
            touching[key.upper()] = near.upper()
    return touching


NEIGHBOURS = neighbours_of_keys()


def replaced(text: str, place: int, new: str, length: int = 1) -> str:
    return text[:place] + new + text[place + length :]


def neighbour_key(text: str, rng: Random) -> str:
    """2021 -> 2031"""
    places = [place for place, character in enumerate(text) if character in NEIGHBOURS]
    if not places:
        return text
    place = rng.choice(places)
    return replaced(text, place, rng.choice(NEIGHBOURS[text[place]]))


def swapped(text: str, rng: Random) -> str:
    """form -> from"""
    if len(text) < 2:
        return text
    place = rng.randrange(len(text) - 1)
    return replaced(text, place, text[place + 1] + text[place], 2)


def doubled(text: str, rng: Random) -> str:
    """12:30 -> 12::30"""
    place = rng.randrange(len(text))
    return replaced(text, place, 2 * text[place])


def dropped(text: str, rng: Random) -> str:
    """12:30 -> 1:30"""
    return replaced(text, rng.randrange(len(text)), "")


def misread(text: str, rng: Random) -> str:
    """Text recognition takes one shape for another: 508 -> 5O8."""
    found = [(seen, read) for seen, read in READINGS if seen in text]
    if not found:
        return text
    seen, read = rng.choice(found)
    place = rng.choice([match.start() for match in re.finditer(re.escape(seen), text)])
    return replaced(text, place, read, len(seen))


def truncated(text: str, rng: Random) -> str:
    """A column was too narrow, or a copy began too late: INV-2021-04 -> INV-202."""
    if len(text) < 2:
        return text
    place = rng.randrange(1, len(text))
    return text[:place] if rng.random() < 0.8 else text[place:]


def blank_added(text: str, rng: Random) -> str:
    """At an end, or beside a blank that is there."""
    inner = [match.start() for match in re.finditer(" ", text)]
    return replaced(text, rng.choice([len(text), len(text), 0, *inner]), " ", 0)


def other_decimals(text: str, rng: Random) -> str:
    """1,234.50 -> 1.234,50"""
    return re.sub(r"(?<=\d)[.,](?=\d)", lambda sign: "," if sign[0] == "." else ".", text)


def other_separators(text: str, rng: Random) -> str:
    """2021-03-12 -> 2021/03/12"""
    found = sorted(set(re.findall(r"(?<=\w)[-/.: ](?=\w)", text)))
    return text.replace(rng.choice(found), rng.choice("-/. ")) if found else text


def other_order(text: str, rng: Random) -> str:
    """The fields of a date the other way round: 2021-03-12 -> 12-03-2021."""
    return re.sub(r"(\w+)([-/. ])(\w+)\2(\w+)", r"\4\2\3\2\1", text, count=1)


def other_case(text: str, rng: Random) -> str:
    """usd -> USD, Usd, or with one letter in the other case."""
    letters = [place for place, character in enumerate(text) if character.isalpha()]
    if not letters:
        return text
    place = rng.choice(letters)
    one = replaced(text, place, text[place].swapcase())
    return rng.choice([text.upper(), text.lower(), text.capitalize(), one])


# A kind with its share: most of what goes wrong is typed wrong.
KINDS: dict[Change, int] = {
    neighbour_key: 3,
    swapped: 3,
    doubled: 2,
    dropped: 3,
    misread: 4,
    truncated: 3,
    blank_added: 3,
    other_decimals: 2,
    other_separators: 2,
    other_order: 1,
    other_case: 2,
}


def corrupt(text: str, rng: Random, accepts: Accepts) -> str | None:
    """The text after a corruption that the truth rejects; None where no kind leads out of the language."""
    for _ in range(ATTEMPTS if text else 0):
        (change,) = rng.choices(list(KINDS), list(KINDS.values()))
        damaged = change(text, rng)
        if damaged.strip() and damaged != text and not accepts(damaged):
            return damaged
    return None
