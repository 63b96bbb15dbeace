"""Names of rules for notations that take fewer characters in them than ours."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.language import START


def names_of(rules: Iterable[str], start: str, separator: str) -> dict[str, str]:
    """Names of small letters, digits and `separator`, each another one; that of the start rule is `start`."""
    names = {START: start}
    taken = {start}
    for rule in rules:
        if rule not in names:
            wanted = name = rule.strip("_").replace("_", separator)
            number = 2
            while name in taken:
                name, number = f"{wanted}{separator}{number}", number + 1
            names[rule] = name
            taken.add(name)
    return names
