"""The parameters of the objective of regular expressions as one value, and as a file that a fit writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from dsl.charset import CharSet
from dsl.expressions.expression import Chars
from dsl.expressions.named import NAMED
from dsl.expressions.notation import parse, write
from searchers.scoring.prices import PRICES, Prices
from searchers.scoring.prior import FORMS, KINDS, Prior

FITTED: Final = Path(__file__).with_name("parameters.json")  # written by benchmarks.objective.refit


@dataclass(frozen=True, eq=False)
class Parameters:
    """What the objective of regular expressions is made of."""

    prices: Prices
    named: Mapping[CharSet, float]  # class -> bits of its name
    prior: Prior
    frequencies: Mapping[str, float] = field(default_factory=dict)  # of letters in their case


@cache
def by_hand() -> Parameters:
    """The prices alone: nothing depends on where it stands. What a fit begins with."""
    kinds, forms, weight = len(KINDS) + 1, len(FORMS), PRICES.count_weight
    none = np.zeros(kinds)
    prior = Prior(
        np.zeros((kinds, kinds - 1)), none, np.zeros((kinds, forms)), none, none,
        np.full(kinds, weight), np.full(kinds, weight),
    )  # fmt: skip
    return Parameters(PRICES, NAMED, prior)


@cache
def in_force() -> Parameters:
    """What an objective of regular expressions is made of when nothing else is said: parameters.json."""
    return from_json(json.loads(FITTED.read_text(encoding="utf-8")))


def to_json(parameters: Parameters) -> dict[str, Any]:
    """Numbers to two decimals, prices to three, the classes by their patterns."""
    prices = {name: getattr(parameters.prices, name) for name in parameters.prices.__slots__}
    return {
        "prices": {name: round(value, 3) for name, value in prices.items() if value != getattr(PRICES, name)},
        "named": {write(Chars(charset)): round(bits, 2) for charset, bits in parameters.named.items()},
        "prior": {name: np.round(table, 2).tolist() for name, table in parameters.prior._asdict().items()},
        "frequencies": {character: round(share, 4) for character, share in parameters.frequencies.items()},
    }


def from_json(values: Mapping[str, Any]) -> Parameters:
    """What `to_json` made."""
    named = {leaf.set: bits for text, bits in values["named"].items() if isinstance(leaf := parse(text), Chars)}
    prior = Prior(**{name: np.array(table, np.float64) for name, table in values["prior"].items()})
    return Parameters(replace(PRICES, **values["prices"]), named, prior, values.get("frequencies", {}))
