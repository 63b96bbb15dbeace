"""Values that were read from a file, checked to be what was written there: each raises ValueError on others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

MOST: Final = 2**63  # of whole numbers: what arrays and files count with


def text(value: object) -> str:
    """A string."""
    if not isinstance(value, str):
        raise ValueError(f"{_shown(value)} is no string")
    return value


def texts(value: object) -> list[str]:
    """A list of strings."""
    return [text(one) for one in items(value)]


def truth(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{_shown(value)} is neither true nor false")
    return value


def count(value: object) -> int:
    """A whole number from 0 on."""
    if type(value) is not int or not 0 <= value < MOST:
        raise ValueError(f"{_shown(value)} is no count")
    return value


def number(value: object) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < MOST:  # nor is nan
        raise ValueError(f"{_shown(value)} is no number")
    return value


def items(value: object) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise ValueError(f"{_shown(value)} is no list")
    return value


def fields(value: object, names: Iterable[str] = ()) -> dict[str, Any]:
    """An object that has `names`."""
    if not isinstance(value, dict):
        raise ValueError(f"{_shown(value)} is no object")
    for name in names:
        if name not in value:
            raise ValueError(f"it has no {name}")
    return value


def _shown(value: object) -> str:
    return repr(value)[:40] if isinstance(value, str | float | bool | None) else f"a {type(value).__name__}"
