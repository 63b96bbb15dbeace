"""What the sections of the page are built of: lists that end in time, and drawings for wide and for narrow screens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from dsl.visibility import visible
from synth.report.markup import Markup, join, shorten, tag
from synth.report.recorded import RecordedRun

LOOKED_AT: Final = 100  # examples whose pieces are collected
SHOWN_EXAMPLES: Final = 12
SHOWN_PARTS: Final = 80
SHOWN_PIECES: Final = 4
SHORT: Final = 26  # characters: examples up to this stand in columns
LONGEST_TEXT: Final = 300  # shown of an example
LONGEST_PIECE: Final = 24
LONGEST_TITLE: Final = 60
LONGEST_MATCHED: Final = 1000  # characters; the work grows with the square of it
LONGEST_PARSED: Final = 200  # a parse tree takes the cube
WIDE: Final = 880.0
NARROW: Final = 340.0


def responsive(draw: Callable[[float], Markup]) -> Markup:
    """A drawing for desks, and for phones one of its own where it differs."""
    wide, narrow = draw(WIDE), draw(NARROW)
    if wide == narrow:
        return tag("figure", wide, tabindex=0)
    return join(tag("figure", wide, class_="wide", tabindex=0), tag("figure", narrow, class_="narrow", tabindex=0))


def example_list(run: RecordedRun, texts: Iterable[str], rows: list[Markup]) -> Iterator[Markup]:
    """The first of the examples, as `rows` show them; `texts` are the same in letters."""
    if rows:
        longest = max(map(len, islice(texts, SHOWN_EXAMPLES)))
        yield tag("h3", "Examples")
        yield from listed(rows, len(run.examples), "examples short" if longest <= SHORT else "examples", SHOWN_EXAMPLES)


def listed(rows: list[Markup], total: int, style: str, most: int) -> Iterator[Markup]:
    """The first `most` rows, and how many of the `total` are not there."""
    yield tag("ul", *rows[:most], class_=style)
    if total > min(most, len(rows)):
        yield tag("p", f"and {total - min(most, len(rows)):,} more", class_="more")


def times(run: RecordedRun, text: str) -> Iterator[Markup]:
    """How often an example occurs, where it is not once."""
    if run.examples[text] > 1:
        yield tag("span", f" ×{run.examples[text]:,}", class_="count")


def seen(pieces: Iterable[str]) -> Iterator[str]:
    """The first of the pieces that a part matched."""
    distinct = list(pieces)
    shown = (visible(shorten(piece, LONGEST_PIECE)) for piece in distinct[:SHOWN_PIECES])
    yield Markup(", ".join(tag("code", tag("bdi", piece)) for piece in shown))
    if len(distinct) > SHOWN_PIECES:
        yield f", … ({len(distinct)})"


def cut(text: str) -> Markup:
    """The beginning of an example."""
    rest = len(text) - LONGEST_TEXT
    shown = visible(text[:LONGEST_TEXT])
    return tag("span", shown, *([tag("span", f"… {rest:,} more characters", class_="more")] if rest > 0 else []))
