"""Closed sets of words that people list in full: who has seen six months expects the other six.

A union of all words of such a set costs what the name of a class does. It is recognised in a program by a trie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.charset import CharSet

FILE: Final = Path(__file__).with_suffix(".txt")
START: Final = 0
NOWHERE: Final = 1  # the state behind what begins no word
LEAST_INSIDE: Final = 0.8  # share of what was seen that the words of the set are: some may be misspelt
LEAST_SEEN: Final = 3  # words of a larger set, until it is guessed
SEEN_SHARE: Final = 0.5  # of the words that are expected to be seen were all as frequent


class Trie(NamedTuple):
    """The words by their beginnings, as kernels read them; what is no character of a word leads to NOWHERE."""

    behind: NDArray[np.int32]  # (states, characters + 1)
    sets: NDArray[np.uint64]  # (states,), which sets have what leads to a state as a word, as bits
    sizes: NDArray[np.int64]  # (sets,)


@cache
def sets() -> tuple[tuple[str, ...], ...]:
    """The sets of words, smaller ones first."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return tuple(sorted((tuple(sorted(line.split())) for line in lines if not line.startswith("#")), key=len))


@cache
def characters() -> Mapping[str, int]:
    """The number of each character of a word."""
    return {character: number for number, character in enumerate(sorted(set().union(*map("".join, sets()))))}


def character_of(charset: CharSet) -> int:
    """The number of the character that is alone in a class, or that of all others."""
    known = characters()
    return known.get(charset.first(), len(known)) if len(charset) == 1 else len(known)


@cache
def trie() -> Trie:
    """All sets as one trie."""
    known = characters()
    rows = [[NOWHERE] * (len(known) + 1) for _ in (START, NOWHERE)]
    members = [0, 0]
    for number, words in enumerate(sets()):
        for word in words:
            state = START
            for character in word:
                if rows[state][known[character]] == NOWHERE:
                    rows[state][known[character]] = len(rows)
                    rows.append([NOWHERE] * (len(known) + 1))
                    members.append(0)
                state = rows[state][known[character]]
            members[state] |= 1 << number
    return Trie(np.array(rows, np.int32), np.array(members, np.uint64), np.array([*map(len, sets())]))


def completions(words: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """The sets that have nearly all the words, which come so many times, and of which enough were seen."""
    total = sum(words.values())
    for known in sets():
        inside = sum(words.get(word, 0) for word in known)
        size = len(known)
        expected = size * (1 - (1 - 1 / size) ** inside)
        seen = sum(word in words for word in known)
        if inside >= LEAST_INSIDE * total and seen >= max(min(LEAST_SEEN, size), SEEN_SHARE * expected):
            yield known
