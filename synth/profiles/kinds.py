"""What a column holds: numbers, dates, truth values, a few names, identifiers, or text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from searchers.mixture.moments import DATE, TIME

SHARE: Final = 0.95  # of the values, for a column to be of their kind
MOST_NAMES: Final = 30  # of an enumeration
REPEATS: Final = 3  # how often each comes, on average
MISSING: Final = frozenset(
    ["", "-", "?", "n/a", "na", "#n/a", "nan", "null", "none", "nil", "(blank)", "(null)", "unknown", "missing"]
)
_NUMBER: Final = r"[-+]?(?:\d+|\d{1,3}(?:,\d{3})+)"
KINDS: Final = {
    "truth value": re.compile(r"true|false|yes|no|t|f|y|n", re.IGNORECASE),
    "whole number": re.compile(_NUMBER),
    "number": re.compile(rf"{_NUMBER}(?:[.,]\d+)?(?:e[-+]?\d+)?|[-+]?[.,]\d+", re.IGNORECASE),
    "time": TIME,
    "date": DATE,
}


def is_missing(value: str) -> bool:
    """Whether a value stands for none: empty, blanks, N/A and the like."""
    return value.strip().lower() in MISSING


def kind_of(counts: Mapping[str, int]) -> str:
    """What most values are. `counts` has none that stand for missing ones."""
    total = sum(counts.values())
    if not total:
        return "empty"
    for kind, pattern in KINDS.items():
        if sum(times for value, times in counts.items() if pattern.fullmatch(value.strip())) >= SHARE * total:
            return kind
    if len(counts) == 1:
        return "constant"
    common = Counter(counts).most_common(MOST_NAMES)
    if total >= REPEATS * len(common) and sum(times for _, times in common) >= SHARE * total:
        return "enumeration"
    return "identifier" if len(counts) == total and total > 1 else "text"
