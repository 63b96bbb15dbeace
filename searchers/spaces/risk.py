"""The choice among patterns of few examples: minimum Bayes risk (Bickel and Doksum 1977; Kumar and Byrne 2004).

Few examples leave many patterns nearly as likely as the best. Each is taken for the truth in turn, as likely as its
bits say: how many of its strings would a pattern accept, and how many near misses reject? The pattern that does best
on the average is often a little wider than the likeliest.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.charset import PRINTABLE
from dsl.errors import LimitError
from dsl.regex import Regex

# Chosen on practice formats with 3 to 14 examples (benchmarks/RESULTS.md, A learned objective: few examples).
RATE: Final = 0.2  # nats for a bit: how much likelier a pattern is that takes a bit less
PRICE: Final = 0.05  # of the share that is right, for each bit more than the pick takes
MOST: Final = 60  # patterns that are taken for the truth
DRAWN: Final = 6  # strings of each
NEAR_MISSES: Final = 120
OWN: Final = 0.6  # share of edits that write a character of the example


def least_risk(pick: Regex, bits: Mapping[Regex, float], examples: Sequence[str]) -> Regex:
    """Of patterns, with their bits, the one whose accepted strings and rejected near misses are expected to be most."""
    rng = random.Random(0)
    likeliest = [pick, *sorted((one for one in bits if one != pick), key=bits.__getitem__)][:MOST]
    known: dict[Regex, list[str]] = {}
    for one in likeliest:
        with suppress(LimitError):
            known[one] = one.sample(DRAWN, rng)
    if pick not in known:
        return pick
    languages = [*known]
    near_misses = sorted({"", *(_edited(rng.choice(examples), rng) for _ in range(NEAR_MISSES))} - {*examples})
    texts = [text for drawn in known.values() for text in drawn] + near_misses
    accepted = np.array([one.accepts_all(texts) for one in languages], np.float64)  # (languages, texts)
    spent = np.array([bits[one] for one in languages])  # (languages,)
    likely = np.exp(-RATE * (spent - spent.min()))
    right = _right(accepted, len(languages) * DRAWN) @ (likely / likely.sum())  # (languages,)
    return languages[int(np.argmax(right - PRICE * (spent - bits[pick])))]


def _right(accepted: NDArray[np.float64], drawn: int) -> NDArray[np.float64]:
    """How much of what is true for one language is so in another, (languages, languages), from (languages, texts)."""
    count = len(accepted)
    members = accepted[:, :drawn].reshape(count, count, DRAWN).mean(axis=2)  # (languages, languages)
    outside = 1 - accepted[:, drawn:]  # (languages, near misses)
    rejected = outside @ outside.T / np.maximum(1.0, outside.sum(axis=1))  # (languages, languages)
    right: NDArray[np.float64] = (members + rejected) / 2
    return right


def _edited(text: str, rng: random.Random) -> str:
    """With a random character inserted, dropped or replaced."""
    place, kind = rng.randrange(len(text) + 1), rng.randrange(3)
    written = rng.choice(text) if text and rng.random() < OWN else rng.choice([*PRINTABLE])
    return text[:place] + (written if kind else "") + text[place + (kind < 2) :]
