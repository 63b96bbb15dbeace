"""The front as a picture: size against objective, each member a mark, the pick marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from dsl.visibility import visible
from searchers.candidate import Candidate
from synth.report.drawings.axes import LEFT, RIGHT, Axes, spread
from synth.report.markup import Markup, shorten, svg, tag, text_width
from synth.report.recorded import Entry

_HEIGHT: Final = 280.0
_FONT: Final = 12.0
_LONGEST_LABEL: Final = 34


Member: TypeAlias = Candidate[Any] | Entry
Area = tuple[float, float, float, float]  # left, top, right, bottom


def front_plot(front: Sequence[Member], pick: int, width: float) -> Markup:
    """Draw `front`, simplest first, `width` pixels wide; `pick` is the index of the answer."""
    sizes, objectives = [float(one.size) for one in front], [one.objective for one in front]
    axes = Axes(width, _HEIGHT, *spread(sizes, 0.08), *spread(objectives, 0.15), whole=True)
    places = [(axes.x(one.size), axes.y(one.objective)) for one in front]
    marks = [
        _mark(one, *place, is_pick=index == pick) for index, (one, place) in enumerate(zip(front, places, strict=True))
    ]
    label = f"Size against objective of {len(front)} candidates; the pick has size {front[pick].size}"
    content = [axes.draw("size", "objective"), _staircase(places), *marks, *_labels(front, places, pick, width)]
    return svg(width, _HEIGHT, *content, label=label)


def _mark(one: Member, x: float, y: float, *, is_pick: bool) -> Markup:
    named = f"{'the pick: ' if is_pick else ''}{shorten(visible(one.pattern), 200)}"
    told = f"{named}\nsize {one.size}, objective {one.objective:.1f}"
    ring = [tag("circle", class_="ring", cx=x, cy=y, r=9.0)] if is_pick else []
    dot = tag("circle", class_="dot", cx=x, cy=y, r=4.5)
    return tag("g", tag("title", told), *ring, dot, class_="mark pick" if is_pick else "mark")


def _staircase(places: list[tuple[float, float]]) -> Markup:
    (x, y), *others = places
    steps = f"M{x:.1f} {y:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in others)
    return tag("path", class_="stairs", fill="none", stroke="currentColor", d=steps)


def _labels(front: Sequence[Member], places: list[tuple[float, float]], pick: int, width: float) -> Iterator[Markup]:
    """A pattern beside each mark where there is room; the pick chooses first, the others from simple to exact."""
    taken: list[Area] = [(x - 9, y - 9, x + 9, y + 9) for x, y in places]
    taken += [(a[0], a[1] - 2, b[0], a[1] + 2) for a, b in pairwise(places)]
    taken += [(b[0] - 2, min(a[1], b[1]), b[0] + 2, max(a[1], b[1])) for a, b in pairwise(places)]
    for index in sorted(range(len(front)), key=lambda index: index != pick):
        text = shorten(visible(front[index].pattern), min(_LONGEST_LABEL, int(width / 14)))
        area = next(_free(text, *places[index], taken, width), None)
        if area is not None:
            taken.append(area)
            yield tag("text", text, class_="label pick" if index == pick else "label", x=area[0], y=area[3] - 3)


def _free(text: str, x: float, y: float, taken: list[Area], width: float) -> Iterator[Area]:
    long, high = text_width(text, _FONT), _FONT + 3
    for left, top in (
        (x + 12, y - high - 1),
        (x + 12, y - high / 2),
        (x - long - 14, y - high / 2),
        (x - long / 2, y - high - 12),
        (x + 12, y + 4),
        (x - long - 12, y + 2),
        (x - long - 12, y + 10),
        (x - long / 2, y + 12),
    ):
        right, bottom = left + long, top + high
        is_inside = left >= LEFT + 2 and right <= width - RIGHT and top >= 18 and bottom < _HEIGHT - 46
        if is_inside and not any(left < x1 and x0 < right and top < y1 and y0 < bottom for x0, y0, x1, y1 in taken):
            yield left, top, right, bottom
