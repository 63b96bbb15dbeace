"""The hint behind an unknown name: "did you mean …?"."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def near(name: str, known: Iterable[str]) -> bool:
    """Whether `name` looks like a known one misspelt."""
    return bool(get_close_matches(name.lower(), list(known), n=1, cutoff=0.8))


def suggest(name: str, known: Iterable[str]) -> str:
    """A hint with the known name nearest to `name`, or with all of them when none is near."""
    names = sorted(known)
    nearest = get_close_matches(name.lower(), names, n=1)
    return f"did you mean {nearest[0]!r}?" if nearest else f"choose from {', '.join(names)}"
