"""Values of no format: which one is the nearest, and what edit would mend them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from dsl.errors import LimitError
from synth.profiles.format import Format

MOST_MENDED: Final = 100  # outliers for which the nearest format is looked for
LONGEST_MENDED: Final = 200  # characters
MOST_FORMATS: Final = 20


@dataclass(frozen=True)
class Outlier:
    """A value of no format, how often it comes, the nearest format and the edits to it, None where not sought."""

    value: str
    count: int
    nearest: int | None = None
    distance: int | None = None
    mended: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The fields by their names."""
        return dict(vars(self))


def mended(value: str, count: int, formats: Sequence[Format]) -> Outlier:
    """The outlier with its nearest format."""
    if not formats or len(value) > LONGEST_MENDED:
        return Outlier(value, count)
    distances = []
    for number, format in enumerate(formats[:MOST_FORMATS]):
        try:
            distances.append((format.language.distance(value), number))
        except LimitError:
            continue
    if not distances:
        return Outlier(value, count)
    distance, nearest = min(distances)
    return Outlier(value, count, nearest, distance, _one_edit_away(value, formats[nearest]) if distance == 1 else None)


def _one_edit_away(value: str, format: Format) -> str | None:
    """A string of the format that is one edit away: a character less, another one, or one more."""
    accepts = format.language.accepts
    shorter = (value[:place] + value[place + 1 :] for place in range(len(value)))
    found = next(filter(accepts, shorter), None)
    if found is not None:
        return found
    characters = sorted(set("".join(format.examples)) | set("0aA "))
    for place in range(len(value) + 1):
        for character in characters:
            for text in (value[:place] + character + value[place + 1 :], value[:place] + character + value[place:]):
                if accepts(text):
                    return text
    return None
