"""What does not fit: examples outside the language with their distances, and what should be rejected but is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dsl.errors import LimitError
from dsl.language import Language
from synth.report.blocks import LONGEST_MATCHED, LONGEST_PARSED, cut, listed
from synth.report.markup import Markup, tag
from synth.report.recorded import RecordedRun

SHOWN_OUTLIERS: Final = 20


@dataclass(frozen=True)
class Misfits:
    """The distinct examples outside the language with their distances, furthest first; None: too long to measure."""

    outliers: list[tuple[str, int | None]]
    wrongly_accepted: list[str]

    @classmethod
    def of(cls, language: Language, run: RecordedRun) -> Misfits:
        """What does not fit `language`."""
        texts = list(run.examples)
        missed = [text for text, inside in zip(texts, language.accepts_all(texts), strict=True) if not inside]
        wrong = [text for text, inside in zip(run.reject, language.accepts_all(run.reject), strict=True) if inside]
        distances = _distances(language, missed)
        outliers = sorted(((text, distances.get(text)) for text in missed), key=lambda pair: -(pair[1] or 0))
        return cls(outliers, wrong)


def _distances(language: Language, texts: list[str]) -> dict[str, int]:
    """The distances of those texts that are short enough to measure at once."""
    longest = LONGEST_MATCHED if language.kind == "regex" else LONGEST_PARSED
    short = [text for text in texts if len(text) <= longest]
    try:
        return dict(zip(short, language.distances(short), strict=True))
    except LimitError:
        return {}


def misfit_section(misfits: Misfits) -> Iterator[Markup]:
    """The section about them, when there are any."""
    if not misfits.outliers and not misfits.wrongly_accepted:
        return
    content: list[Markup] = []
    if misfits.outliers:
        rows = [
            tag("li", tag("b", "?" if distance is None else str(distance)), tag("bdi", cut(text)))
            for text, distance in misfits.outliers[:SHOWN_OUTLIERS]
        ]
        content += [
            tag(
                "p",
                "Examples outside the language, with the edits that the nearest string of it takes.",
                class_="faint",
            ),
            *listed(rows, len(misfits.outliers), "examples measured", SHOWN_OUTLIERS),
        ]
    if misfits.wrongly_accepted:
        rows = [tag("li", tag("bdi", cut(text))) for text in misfits.wrongly_accepted[:SHOWN_OUTLIERS]]
        content += [
            tag("h3", "To reject, but accepted"),
            *listed(rows, len(misfits.wrongly_accepted), "examples", SHOWN_OUTLIERS),
        ]
    yield tag("section", tag("h2", "What does not fit"), *content)
