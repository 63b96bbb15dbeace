"""The profiles of the columns of a file, and how new data differ from them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from dsl.errors import RunError
from synth.inputs.tables import Column
from synth.profiles.format import Format
from synth.profiles.profile import SCHEMA, Profile, profile
from synth.results.json_text import json_text
from synth.version import __version__

CHANCE: Final = 4.0  # standard deviations
LEAST_CHANGE: Final = 0.05  # of a share, to be worth a word
SHOWN_STRAYS: Final = 1000


@dataclass
class FileProfile:
    """A profile for each column, by its name; the lines of a file are a column without one."""

    source: str
    columns: dict[str, Profile]

    @classmethod
    def of(
        cls,
        source: str,
        columns: Iterable[Column],
        what: str = "auto",
        templates: Sequence[str] = (),
        keep: Sequence[str] = (),
    ) -> FileProfile:
        """The profile of each column; options are those of `synth.profile`. Raises what it raises.

        Ctrl-C gives those of the columns before.
        """
        profiles: dict[str, Profile] = {}
        try:
            for column in columns:
                profiles[column.name] = profile(column.values, what=what, templates=templates, keep=keep)
        except KeyboardInterrupt:
            if not profiles:
                raise
        return cls(source, profiles)

    def to_json(self) -> dict[str, Any]:
        """What `synth profile --json` prints, and `read` reads."""
        return {
            "schema": SCHEMA,
            "version": __version__,
            "source": self.source,
            "columns": {name: profile.to_json() for name, profile in self.columns.items()},
        }

    def save(self, path: str | Path) -> None:
        """Write what `read` reads. Raises RunError."""
        try:
            Path(path).write_text(json_text(self.to_json()) + "\n", encoding="utf-8")
        except OSError as error:
            raise RunError(f"cannot write {path}: {error.strerror}", hint="name a file in a folder of yours") from None

    @classmethod
    def read(cls, path: str | Path) -> FileProfile:
        """The profiles in a file. Raises RunError."""
        hint = "name a file that synth profile --out wrote"
        try:
            recorded = json.loads(Path(path).read_text(encoding="utf-8"))
            columns = {str(name): Profile.from_json(one) for name, one in recorded["columns"].items()}
            return cls(str(recorded["source"]), columns)
        except OSError as error:
            raise RunError(f"cannot read {path}: {error.strerror}", hint=hint) from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise RunError(f"{path} is no profile", hint=hint) from None


@dataclass
class Drift:
    """How new values of a column differ from its profile.

    counts   new values of each format of the profile; `strays` are those of none, with how often each comes
    changes  what to tell people, a sentence each
    formats  new formats that the strays have
    """

    total: int
    counts: Counter[int]
    strays: Counter[str]
    changes: list[str] = field(default_factory=list)
    formats: list[Format] = field(default_factory=list)

    @property
    def drifted(self) -> bool:
        """Whether anything differs by more than chance."""
        return bool(self.changes)

    def to_json(self) -> dict[str, Any]:
        """The fields, the formats with their patterns."""
        return {
            "total": self.total,
            "drifted": self.drifted,
            "counts": {str(number): count for number, count in sorted(self.counts.items())},
            "strays": dict(self.strays.most_common(SHOWN_STRAYS)),
            "changes": self.changes,
            "formats": [format.to_json() for format in self.formats],
        }


def drift(recorded: Profile, counts: Mapping[int, int], strays: Mapping[str, int]) -> Drift:
    """How values differ from a profile, of which so many are of each format and these of none."""
    found = Drift(sum(counts.values()) + sum(strays.values()), Counter(counts), Counter(strays))
    before = sum(recorded.strays.values())
    outside = found.strays.total()
    if outside and (not before or _differs(before, recorded.total, outside, found.total)):
        found.changes.append(
            f"{outside:,} of {found.total:,} values have no format, {before:,} of {recorded.total:,} before"
        )
    for number, format in enumerate(recorded.formats):
        count = found.counts[number]
        changed = abs(count / max(1, found.total) - format.share) >= LEAST_CHANGE
        if changed and _differs(format.count, recorded.total, count, found.total):
            name = format.template if recorded.what == "messages" else format.pattern
            share = count / max(1, found.total)
            found.changes.append(f"{share:.1%} instead of {format.share:.1%} are {name}")
    if outside:
        found.formats = profile(list(found.strays.elements()), what=recorded.what).formats
    return found


def _differs(before: int, all_before: int, now: int, all_now: int) -> bool:
    """Whether two shares differ by more than chance (a z-test of two proportions)."""
    if not all_before or not all_now:
        return now > 0
    share = (before + now) / (all_before + all_now)
    spread = (share * (1 - share) * (1 / all_before + 1 / all_now)) ** 0.5
    return abs(now / all_now - before / all_before) > CHANCE * spread if spread else False


def strays_of(recorded: Profile, values: Sequence[str]) -> tuple[Counter[int], Counter[str]]:
    """How many values are of each format, and those of none."""
    counts: Counter[int] = Counter()
    strays: Counter[str] = Counter()
    for value, number in zip(values, recorded.assign(values), strict=True):
        if number is None:
            strays[value] += 1
        else:
            counts[number] += 1
    return counts, strays


def drifts(recorded: FileProfile, blocks: Iterable[Iterable[Column]]) -> Iterator[tuple[str, Drift]]:
    """How the columns of a file differ from the profiles of their names; those that the profile lacks have drifted."""
    found: dict[str, tuple[Counter[int], Counter[str]]] = {}
    for block in blocks:
        for column in block:
            counts, strays = found.setdefault(column.name, (Counter(), Counter()))
            known = recorded.columns.get(column.name)
            if known is None:
                strays[""] += len(column.values)
            else:
                more_counts, more_strays = strays_of(known, column.values)
                counts.update(more_counts)
                strays.update(more_strays)
    for name, (counts, strays) in found.items():
        known = recorded.columns.get(name)
        if known is None:
            yield name, Drift(strays.total(), Counter(), Counter(), ["the profile has no such column"])
        else:
            yield name, drift(known, counts, strays)
