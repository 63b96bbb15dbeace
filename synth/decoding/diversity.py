"""How varied texts are: how many of their n-grams differ, and how much they repeat themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from dsl.errors import ExampleError

LONGEST: Final = 4
Tokens = Sequence[object]


class Diversity(NamedTuple):
    """Shares in [0, 1].

    distinct     of n-grams that are different, for n = 1, 2, 3, 4, over all texts (distinct-n; Li et al. 2016)
    repetition   of the 4-grams of a text that stood in it before, a mean over texts (Welleck et al. 2020)
    duplicates   of texts that are another's copy
    """

    distinct: tuple[float, ...]
    repetition: float
    duplicates: float


def diversity(texts: Sequence[Tokens]) -> Diversity:
    """Of texts as sequences of tokens: strings count characters. Raises ExampleError without a text."""
    if not texts:
        raise ExampleError("no texts to look at", hint="draw some first")
    distinct = []
    for n in range(1, LONGEST + 1):
        grams = [gram for text in texts for gram in _grams(text, n)]
        distinct.append(len(set(grams)) / len(grams) if grams else 1.0)
    repeated = [1 - len(set(grams)) / len(grams) for text in texts if (grams := _grams(text, LONGEST))]
    duplicates = 1 - len({tuple(text) for text in texts}) / len(texts)
    return Diversity(tuple(distinct), sum(repeated) / max(len(repeated), 1), duplicates)


def compare(texts: Mapping[str, Sequence[Tokens]]) -> str:
    """A line for each way of decoding: distinct-1 to distinct-4, repetition, duplicates."""
    width = max(map(len, texts), default=0)
    lines = [f"{'':{width}}  distinct-1  -2     -3     -4     repetition  duplicates"]
    for name, own in texts.items():
        found = diversity(own)
        shares = "  ".join(f"{share:.3f}" for share in found.distinct)
        lines.append(f"{name:{width}}  {' ' * 5}{shares}  {found.repetition:10.3f}  {found.duplicates:10.3f}")
    return "\n".join(lines)


def _grams(text: Tokens, n: int) -> list[tuple[object, ...]]:
    return [tuple(text[place : place + n]) for place in range(len(text) - n + 1)]
