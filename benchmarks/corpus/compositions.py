"""Columns put together from others: two formats with a separator, lists of one, a word of a few before a format."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final

from benchmarks.corpus.drawing import lexicon

SEPARATORS: Final = (", ", "; ", " - ", "-", "_", "/", ":", " ", "|", "=", ": ", ".", "@", "#", " (")
LIST_SEPARATORS: Final = (",", ", ", ";", "; ", " ", "|", "/", "+", "-")
COMMON_SETS: Final = """
    GET POST PUT DELETE
    INFO WARN ERROR DEBUG
    AM PM
    am pm
    Mon Tue Wed Thu Fri Sat Sun
    yes no
    true false
    low medium high
    N S E W
    red green blue
    USD EUR GBP
    kg g lb
    http https ftp
    asc desc
    open closed pending
    dev staging prod
    Mr Mrs Ms Dr
    jpg png gif
    S M L XL
    on off
    user admin guest
    active inactive
    tcp udp icmp
    Q1 Q2 Q3 Q4
    cm mm km
    left right
    py js ts
"""


def grouped(pattern: str) -> str:
    """The pattern as one part of another."""
    return f"({pattern})" if "|" in pattern else pattern


def word_set(rng: Random) -> str:
    """GET|POST|PUT, or a few words drawn together."""
    if rng.random() < 0.5:
        words = rng.choice(COMMON_SETS.strip().splitlines()).split()
        chosen = rng.sample(words, rng.randint(2, len(words)))
    else:
        change = rng.choice([str.lower, str.upper, str.capitalize])
        chosen = [change(word) for word in rng.sample(lexicon(rng.choice(["words", "verbs"])), rng.randint(2, 6))]
    return "|".join(map(re.escape, chosen))


def joined(draw: Callable[[], str], rng: Random) -> str:
    """A composition of patterns, each got by a call."""
    separator = rng.choice(SEPARATORS)
    end = r"\)" if separator == " (" else ""
    between = re.escape(separator).replace(r"\ ", " ")
    manner = rng.random()
    first = grouped(word_set(rng) if manner < 0.3 else draw())
    second = grouped(word_set(rng) if 0.3 < manner < 0.42 else draw())
    if manner > 0.85:
        inner = re.escape(rng.choice(LIST_SEPARATORS)).replace(r"\ ", " ")
        return f"{first}({inner}{first})*"
    if manner > 0.72:
        return f"{first}({between}{second}{end})?"
    if manner > 0.6:
        return f"{first}{between}{second}{end}{between}{grouped(draw())}{end}"
    return f"{first}{between}{second}{end}"
