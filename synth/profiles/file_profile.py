"""The profiles of the columns of a file, and how new data differ from them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from dsl.errors import RunError
from synth.inputs.tables import Column
from synth.profiles.format import Format
from synth.profiles.profile import SCHEMA, Block, Profile, profile
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

    counts   new values of each format of the profile; `strays` are those of none, with how often each comes;
             `missing` are neither
    changes  what to tell people, a sentence each
    formats  new formats that the strays have
    """

    total: int
    counts: Counter[int]
    strays: Counter[str]
    changes: list[str] = field(default_factory=list)
    formats: list[Format] = field(default_factory=list)
    missing: int = 0

    @property
    def drifted(self) -> bool:
        """Whether anything differs by more than chance."""
        return bool(self.changes)

    def to_json(self) -> dict[str, Any]:
        """The fields, the formats with their patterns."""
        return {
            "total": self.total,
            "missing": self.missing,
            "drifted": self.drifted,
            "counts": {str(number): count for number, count in sorted(self.counts.items())},
            "strays": dict(self.strays.most_common(SHOWN_STRAYS)),
            "changes": self.changes,
            "formats": [format.to_json() for format in self.formats],
        }


def drift(recorded: Profile, new: Block) -> Drift:
    """How new values differ from a profile."""
    total = _total(new)
    found = Drift(total, new.counts, new.strays, missing=new.missing)
    known, outside = recorded.strays.total(), found.strays.total()
    if outside and (not known or _differs(known, recorded.total, outside, found.total)):
        found.changes.append(
            f"{outside:,} of {found.total:,} values have no format, {known:,} of {recorded.total:,} before"
        )
    if _differs(recorded.missing, recorded.total, found.missing, found.total):
        before = f"{recorded.missing:,} of {recorded.total:,} before"
        found.changes.append(f"{found.missing:,} of {found.total:,} values are missing, {before}")
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


def _total(values: Block) -> int:
    return values.counts.total() + values.strays.total() + values.missing


def _differs(before: int, all_before: int, now: int, all_now: int) -> bool:
    """Whether two shares differ by more than chance (a z-test of two proportions)."""
    if not all_before or not all_now:
        return now > 0
    share = (before + now) / (all_before + all_now)
    spread = (share * (1 - share) * (1 / all_before + 1 / all_now)) ** 0.5
    return abs(now / all_now - before / all_before) > CHANCE * spread if spread else False


def drifts(recorded: FileProfile, blocks: Iterable[Iterable[Column]]) -> Iterator[tuple[str, Drift]]:
    """How the columns of a file differ from the profiles of their names; what only one of both has has drifted."""
    found: dict[str, Block] = {}
    for block in blocks:
        for column in block:
            known = recorded.columns.get(column.name)
            new = found.setdefault(column.name, Block())
            new.add(
                Block(strays=Counter({"": len(column.values)})) if known is None else known.checked_all(column.values)
            )
    for name, new in found.items():
        known = recorded.columns.get(name)
        if known is None:
            yield name, Drift(new.strays.total(), Counter(), Counter(), ["the profile has no such column"])
        else:
            yield name, drift(known, new)
    rows = max((_total(new) for new in found.values()), default=0)
    before = max((known.total for known in recorded.columns.values()), default=0)
    for name, known in recorded.columns.items():
        # a path of JSON that was rare may be lacking by chance
        if name not in found and _differs(known.total, before, 0, rows):
            yield name, Drift(0, Counter(), Counter(), ["the file has no such column"])
