"""What a column holds: numbers, dates, truth values, a few names, identifiers, or text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

SHARE: Final = 0.95  # of the values, for a column to be of their kind
MOST_NAMES: Final = 30  # of an enumeration
REPEATS: Final = 3  # how often each comes, on average
MISSING: Final = frozenset(
    ["", "-", "?", "n/a", "na", "#n/a", "nan", "null", "none", "nil", "(blank)", "(null)", "unknown", "missing"]
)
_NUMBER: Final = r"[-+]?(?:\d+|\d{1,3}(?:,\d{3})+)"
_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_TIME: Final = r"\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[ap]m)?(?: ?(?:z|[+-]\d\d:?\d\d|utc|gmt))?"
_DATE: Final = (
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4}"
    rf"|\d{{1,2}}[- ./]{_MONTH}[- ./,]+\d{{2,4}}|{_MONTH} \d{{1,2}},? \d{{4}}"
)
KINDS: Final = {
    "truth value": re.compile(r"true|false|yes|no|t|f|y|n", re.IGNORECASE),
    "whole number": re.compile(_NUMBER),
    "number": re.compile(rf"{_NUMBER}(?:[.,]\d+)?(?:e[-+]?\d+)?|[-+]?[.,]\d+", re.IGNORECASE),
    "time": re.compile(_TIME, re.IGNORECASE),
    "date": re.compile(rf"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(?:{_DATE})(?:[t ]{_TIME})?", re.IGNORECASE),
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
