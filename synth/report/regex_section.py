"""What the page tells of a regular expression: its parts, the examples cut into them, railroad and automaton."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Final

from dsl.regex import Regex
from synth.explain.explanation import Part, explain, sentence
from synth.report.blocks import (
    LONGEST_MATCHED,
    LONGEST_TEXT,
    LONGEST_TITLE,
    LOOKED_AT,
    SHOWN_PARTS,
    example_list,
    responsive,
    seen,
    times,
)
from synth.report.drawings.automaton import automaton
from synth.report.drawings.railroad import MAX_LEAVES, railroad
from synth.report.highlighting import Paint, Segment, highlighted, numbered, paint_parts, painted, segments
from synth.report.markup import Markup, shorten, tag
from synth.report.recorded import RecordedRun

MANY_PARTS: Final = 14  # stand in two columns
LONGEST_KEY: Final = 60  # pieces
LONGEST_SENTENCE: Final = 500


class RegexSection:
    """What is told of a regular expression."""

    def __init__(self, run: RecordedRun, language: Regex) -> None:
        self.run = run
        self.language = language
        self.root = explain(language.expression)
        self.paints = paint_parts(self.root)

    def title(self) -> Iterator[Markup]:
        """The pattern, and the pattern in words."""
        yield tag("p", "Regular expression", class_="kind")
        size = "pattern long" if len(self.language.pattern) > LONGEST_TITLE else "pattern"
        yield tag("h1", painted(self.root, self.paints), class_=size)
        yield tag("p", shorten(sentence(self.root), LONGEST_SENTENCE), class_="sentence")

    @cached_property
    def cut(self) -> dict[str, list[Segment]]:
        """The first matching examples in pieces; those that show parts not seen before come first."""
        texts = islice((text for text in self.run.examples if len(text) <= LONGEST_MATCHED), LOOKED_AT)
        found = {text: pieces for text in texts if (pieces := segments(self.root, self.paints, text)) is not None}
        known: set[Paint] = set()
        telling: dict[str, list[Segment]] = {}
        others: dict[str, list[Segment]] = {}
        for text, pieces in found.items():
            (telling if {paint for paint, _ in pieces} - known else others)[text] = pieces
            known |= {paint for paint, _ in pieces}
        return telling | others

    def examples(self) -> Iterator[Markup]:
        """The parts, and the examples in their colours."""
        shown = [
            tag("li", highlighted(pieces, LONGEST_TEXT), *times(self.run, text)) for text, pieces in self.cut.items()
        ]
        yield tag("section", *self.parts(), *example_list(self.run, self.cut, shown))

    def parts(self) -> Iterator[Markup]:
        """The parts in words, below an example in which each has its number."""
        telling = max(
            self.cut.values(), key=lambda pieces: (len({paint for paint, _ in pieces}), -len(pieces)), default=[]
        )
        yield tag("h2", "Part by part")
        if 0 < len(telling) <= LONGEST_KEY:
            yield numbered(telling)
        yield self._parts()

    def _parts(self) -> Markup:
        pieces: dict[Paint, dict[str, None]] = {}
        for found in self.cut.values():
            for paint, text in found:
                pieces.setdefault(paint, {})[text] = None
        lines = list(self.root.lines())
        rows = [self._row(depth, part, pieces) for depth, part in lines[:SHOWN_PARTS]]
        more = [tag("li", f"and {len(lines) - SHOWN_PARTS:,} more parts", class_="more")] if lines[SHOWN_PARTS:] else []
        return tag("ol", *rows, *more, class_="parts many" if len(rows) > MANY_PARTS else "parts")

    def _row(self, depth: int, part: Part, pieces: dict[Paint, dict[str, None]]) -> Markup:
        paint = self.paints.get(part)
        number = tag("span", str(paint.number) if paint else "", class_=f"no {paint.style}" if paint else "no")
        told = [tag("span", part.words)]
        if paint is not None:
            told.append(tag("code", shorten(str(part.expression), LONGEST_TITLE), class_="faint"))
            if paint.hue and paint in pieces:
                told.append(tag("span", "e.g. ", *seen(pieces[paint]), class_="seen"))
        return tag("li", number, tag("div", *told, class_="what"), class_=f"d{min(depth, 3)}")

    def structure(self) -> Iterator[Markup]:
        """Railroad and automaton."""
        if len(self.paints) <= MAX_LEAVES:
            label = f"Railroad diagram of {shorten(self.language.pattern, LONGEST_TITLE)}"
            track = responsive(lambda width: railroad(self.root, self.paints, width, label=label))
        else:
            track = tag("p", f"{len(self.paints):,} parts are too many for a readable diagram.", class_="faint")
        yield tag("section", tag("h2", "Railroad"), track)
        drawn = automaton(self.language)
        shown = tag("figure", drawn, tabindex=0) if isinstance(drawn, Markup) else tag("p", drawn, class_="faint")
        yield tag("section", tag("h2", "Minimal automaton"), shown)
