"""What a search has found so far: the hall of fame, the pick, and the candidate that is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from synth.report.markup import shorten, tag
from synth.report.recorded import Entry, RecordedRun
from synth.web.shown import Shown
from synth.web.trees import trees
from synth.web.work import Order

MOST_ROWS: Final = 40
LONGEST_ROW: Final = 300  # characters of a pattern in the hall of fame
LONGEST_TITLE: Final = 5_000  # characters of a pattern that is shown in colours


@dataclass(frozen=True)
class Found:
    """`run` as the report of it reads it, with the pick as its best; `entry` is shown."""

    run: RecordedRun
    entry: Entry
    counts: dict[str, tuple[int, int]]  # by notation: examples that match, and strings to reject that do not
    sure: float | None = None

    @classmethod
    def of(cls, record: dict[str, Any], order: Order, events: list[tuple[float, Entry]], seconds: float) -> Found:
        """Take a result in the form of `--json`, or what of it is known, found after so many seconds."""
        best = Entry.of(record["best"])
        members = {entry.notation: entry for entry in [*map(Entry.of, record["front"]), best]}
        run = RecordedRun(
            f"search {order.number}",
            dict(order.options),
            dict(order.positives),
            list(order.reject),
            best,
            sorted(members.values(), key=lambda entry: entry.size),
            [*events, (seconds, best)],
            record.get("stats", {}),
            [note for note in (record.get("reason", ""), *record.get("warnings", [])) if note],
        )
        counts = {one["notation"]: (one["accepted"], one["rejected"]) for one in [*record["front"], record["best"]]}
        return cls(run, best, counts, record.get("confidence"))

    def showing(self, notation: str | None) -> Found:
        """The same with another member of the hall of fame shown; None, and one that is not there: the pick."""
        entry = next((one for one in self.run.front if one.notation == notation), self.run.best)
        return replace(self, entry=entry)

    @cached_property
    def shown(self) -> Shown:
        """What is shown."""
        return Shown(replace(self.run, best=self.entry))

    @cached_property
    def title(self) -> list[Any]:
        """The notation in colours and in words."""
        pattern = self.entry.pattern
        if len(pattern) > LONGEST_TITLE:
            return trees([tag("h1", shorten(pattern, LONGEST_TITLE), class_="pattern long")])
        return trees(self.shown.section.title())

    def answer(self) -> dict[str, Any]:
        """What the page tells of the candidate that is shown."""
        entry = self.entry
        matched, rejected = self.counts[entry.notation]
        return {
            "kind": entry.language.kind,
            "pattern": entry.pattern,
            "is_pick": entry is self.run.best,
            "title": self.title,
            "matched": matched,
            "total": sum(self.run.examples.values()),
            "rejected": rejected,
            "toReject": len(self.run.reject),
            "size": entry.size,
            "objective": round(entry.objective, 1),
            "sure": self.sure if entry is self.run.best else None,
            "stats": self.run.stats,
            "notes": self.run.notes,
        }

    def front(self) -> list[dict[str, Any]]:
        """The rows of the hall of fame, simplest first; of many the last ones, which are the best."""
        return [
            {
                "notation": entry.notation if len(entry.notation) <= LONGEST_TITLE else None,
                "pattern": shorten(entry.pattern, LONGEST_ROW),
                "size": entry.size,
                "distance": entry.distance,
                "objective": round(entry.objective, 1),
                "is_pick": entry is self.run.best,
                "is_shown": entry is self.entry,
            }
            for entry in self.run.front[-MOST_ROWS:]
        ]
