"""Strings that look like members of a language and are none: what held-out negatives are made of."""

from __future__ import annotations

import re
import string
from collections.abc import Container, Sequence
from random import Random

from benchmarks.corpus.corruptions import Accepts, doubled, dropped, replaced, swapped, truncated

ATTEMPTS = 100
SIGNS = "-_./:,;+#@ ()"
KINDS = (string.digits, string.ascii_lowercase, string.ascii_uppercase, SIGNS)


def kind_of(character: str) -> str:
    """The characters a given one is easily exchanged for."""
    return next((kind for kind in KINDS if character in kind), string.ascii_lowercase)


def parts_of(text: str) -> list[str]:
    """INV-2021/7 -> INV, -, 2021, /, 7"""
    return re.findall(r"\d+|[^\W\d_]+|.", text, re.DOTALL)


def same_kind(text: str, rng: Random) -> str:
    """25:00 -> 27:00"""
    place = rng.randrange(len(text))
    return replaced(text, place, rng.choice(kind_of(text[place])))


def other_kind(text: str, rng: Random) -> str:
    """25:00 -> 2f:00"""
    place = rng.randrange(len(text))
    others = [kind for kind in KINDS if text[place] not in kind]
    return replaced(text, place, rng.choice(rng.choice(others)))


def inserted(text: str, rng: Random) -> str:
    """25:00 -> 235:00"""
    kind = kind_of(rng.choice(text)) if rng.random() < 0.7 else rng.choice(KINDS)
    return replaced(text, rng.randrange(len(text) + 1), rng.choice(kind), 0)


def part_doubled(text: str, rng: Random) -> str:
    """a-b-c -> a-b-b-c, ab12 -> ab1212"""
    parts = parts_of(text)
    first = rng.randrange(len(parts))
    last = rng.randint(first + 1, min(len(parts), first + 2))
    return "".join(parts[:last] + parts[first:])


def part_dropped(text: str, rng: Random) -> str:
    """a-b-c -> a-c"""
    parts = parts_of(text)
    first = rng.randrange(len(parts))
    return "".join(parts[:first] + parts[rng.randint(first + 1, first + 2) :])


def part_of_other_kind(text: str, rng: Random) -> str:
    """ab-12 -> 07-12"""
    parts = parts_of(text)
    place = rng.randrange(len(parts))
    kind = rng.choice([kind for kind in KINDS if parts[place][0] not in kind])
    parts[place] = "".join(rng.choice(kind) for _ in parts[place])
    return "".join(parts)


def part_resized(text: str, rng: Random) -> str:
    """ab-12 -> ab-1283"""
    parts = parts_of(text)
    place = rng.randrange(len(parts))
    length = max(1, len(parts[place]) + rng.choice([-2, -1, 1, 2, 3]))
    more = "".join(rng.choice(kind_of(parts[place][0])) for _ in range(length))
    parts[place] = (parts[place] + more)[:length]
    return "".join(parts)


EDITS = (same_kind, same_kind, other_kind, other_kind, dropped, inserted, inserted, swapped, doubled)
SHAPES = (part_doubled, part_dropped, part_of_other_kind, part_resized, truncated)


def grafted(head: str, tail: str, rng: Random) -> str:
    """The beginning of one member and the end of another, cut between parts."""
    first, last = parts_of(head), parts_of(tail)
    return "".join(first[: rng.randint(1, len(first))] + last[rng.randrange(len(last)) :])


def near_miss(members: Sequence[str], rng: Random) -> str:
    """One or two edits of a member, or a shape like that of members: in the language or not."""
    text, other = rng.choice(members), rng.choice(members)
    manner = rng.random()
    if manner < 0.08:
        return grafted(text, other, rng)
    changes = [rng.choice(EDITS if rng.random() < 0.65 else SHAPES)]
    changes += [rng.choice(EDITS)] if manner > 0.65 else []
    for change in changes:
        text = change(text, rng) if text else text
    return text


def near_misses(members: Sequence[str], rng: Random, accepts: Accepts, count: int, taken: Container[str]) -> list[str]:
    """Different near misses that the truth rejects and that are not taken: fewer where it rejects next to nothing."""
    members = [text for text in members if text]
    found: dict[str, None] = {}
    for _ in range(ATTEMPTS * count if members else 0):
        if len(found) == count:
            break
        text = near_miss(members, rng)
        if text and text not in taken and not accepts(text):
            found[text] = None
    return list(found)
