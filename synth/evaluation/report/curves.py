"""Curves over tests or shares, and scores against costs, as drawings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from synth.report.drawings.axes import BOTTOM, Axes
from synth.report.markup import Markup, join, svg, tag

WIDTH, HEIGHT, LEGEND = 560.0, 300.0, 300.0
HUES: Final = 8
LINE: Final = 15.0


def curves(series: Mapping[str, Sequence[float]], places: Sequence[str], across: str, upwards: str) -> Markup:
    """A line for each name through its values at the named places, in their order; nan leaves one out."""
    values = [value for own in series.values() for value in own if not math.isnan(value)]
    low, high = min(0.0, *values), max(*values, 1e-9)
    axes = Axes(WIDTH, HEIGHT, 0.0, max(len(places) - 1.0, 1.0), low, high, whole=True)
    names = [
        tag("text", place, class_="tick", x=axes.x(number), y=HEIGHT - BOTTOM + 17, text_anchor="middle")
        for number, place in enumerate(places)
    ]
    frame = _without_ticks(low, high).draw(across, upwards)
    drawn = [_line(axes, own, number) for number, own in enumerate(series.values())]
    return _with_legend(join(frame, *names, *drawn), list(series), f"{upwards} by {across}")


def costs(points: Mapping[str, tuple[float, float]], across: str, upwards: str) -> Markup:
    """A dot for each name at (cost, score), the cost on a logarithmic scale."""
    across_values = [math.log10(max(cost, 1e-6)) for cost, _ in points.values()]
    scores = [score for _, score in points.values()]
    axes = Axes(WIDTH, HEIGHT, *_around(across_values), *_around(scores))
    ticks = [
        tag(
            "text", f"{cost:g}", class_="tick", x=axes.x(math.log10(cost)), y=HEIGHT - BOTTOM + 17, text_anchor="middle"
        )
        for cost in (digit * 10.0**power for power in range(-6, 7) for digit in (1, 2, 5))
        if axes.left <= math.log10(cost) <= axes.right
    ]
    dots = [
        tag("circle", cx=axes.x(x), cy=axes.y(score), r=5, style=_colour(number))
        for number, (x, score) in enumerate(zip(across_values, scores, strict=True))
    ]
    frame = _without_ticks(*_around(scores)).draw(across, upwards)
    return _with_legend(join(frame, *ticks, *dots), list(points), f"{upwards} by {across}")


def _without_ticks(low: float, high: float) -> Axes:
    """Axes with no numbers across: none of theirs is whole."""
    return Axes(WIDTH, HEIGHT, 0.1, 0.9, low, high, whole=True)


def _line(axes: Axes, values: Sequence[float], number: int) -> Markup:
    spots = [(axes.x(place), axes.y(value)) for place, value in enumerate(values) if not math.isnan(value)]
    lines = [
        tag("line", x1=x, y1=y, x2=next_x, y2=next_y, style=f"{_colour(number)};stroke-width:2")
        for (x, y), (next_x, next_y) in pairwise(spots)
    ]
    return join(*lines, *(tag("circle", cx=x, cy=y, r=3, style=_colour(number)) for x, y in spots))


def _with_legend(drawing: Markup, names: Sequence[str], label: str) -> Markup:
    rows = []
    for number, name in enumerate(names):
        y = 20 + LINE * number
        rows.append(tag("rect", x=WIDTH + 8, y=y - 9, width=10, height=10, style=_colour(number)))
        rows.append(tag("text", name, x=WIDTH + 24, y=y, class_="tick"))
    height = max(HEIGHT, 30 + LINE * len(names))
    return svg(WIDTH + LEGEND, height, drawing, *rows, label=label)


def _colour(number: int) -> str:
    # hues go around by the golden angle, darkness by turns: neighbours in the legend differ in both
    hue, light = round(137.5 * number) % 360, (42, 60)[number // HUES % 2]
    return f"fill:hsl({hue} 60% {light}%);stroke:hsl({hue} 60% {light}%)"


def _around(values: Sequence[float]) -> tuple[float, float]:
    margin = max((max(values) - min(values)) * 0.08, 1e-3)
    return min(values) - margin, max(values) + margin
