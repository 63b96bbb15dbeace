"""Curves over tests or shares, and scores against costs, as drawings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from synth.report.drawings.axes import Axes, ticks
from synth.report.markup import Markup, join, svg, tag

WIDTH, HEIGHT, LEGEND = 560.0, 300.0, 300.0
HUES: Final = 8
LINE: Final = 15.0
TENFOLD: Final = 10.0
LEAST_TICKS: Final = 3
EVEN_TICKS: Final = 6


def curves(
    series: Mapping[str, Sequence[float]], places: Sequence[str], across: str, upwards: str, hues: Mapping[str, int]
) -> Markup:
    """A line for each name through its values at the named places, in their order; nan leaves one out.

    Upwards is from 0 on, or logarithmic where all values are above 1 and differ tenfold, as perplexities do.
    """
    known = {name: values for name, values in series.items() if not all(map(math.isnan, values))}
    values = [value for own in known.values() for value in own if not math.isnan(value)]
    rows = None
    low, high = min(0.0, *values), max(*values, 1e-9)
    if min(values) > 1 and max(values) > TENFOLD * min(values):
        known = {name: [math.log10(value) for value in own] for name, own in known.items()}
        low, high = _around([math.log10(value) for value in values])
        rows = _powers(low, high)
    axes = Axes(WIDTH, HEIGHT, 0.0, max(len(places) - 1.0, 1.0), low, high)
    frame = axes.draw(across, upwards, dict(enumerate(places)), rows)
    drawn = [_line(axes, own, hues[name]) for name, own in known.items()]
    return _with_legend(join(frame, *drawn), {name: hues[name] for name in known}, f"{upwards} by {across}")


def costs(points: Mapping[str, tuple[float, float]], across: str, upwards: str, hues: Mapping[str, int]) -> Markup:
    """A dot for each name at (cost, score), the cost on a logarithmic scale."""
    spots = {name: (math.log10(max(cost, 1e-6)), score) for name, (cost, score) in points.items()}
    left, right = _around([cost for cost, _ in spots.values()])
    axes = Axes(WIDTH, HEIGHT, left, right, *_around([score for _, score in spots.values()]))
    dots = [
        tag("circle", cx=axes.x(cost), cy=axes.y(score), r=5, style=_colour(hues[name]))
        for name, (cost, score) in spots.items()
    ]
    frame = axes.draw(across, upwards, _powers(left, right))
    return _with_legend(join(frame, *dots), {name: hues[name] for name in spots}, f"{upwards} by {across}")


def _powers(low: float, high: float) -> dict[float, str]:
    """Ticks of a logarithmic axis from 10 ** low to 10 ** high: as few digits as are three; else evenly apart."""
    powers = [10.0**power for power in range(math.floor(low), math.ceil(high))]
    candidates = [[digit * power for power in powers for digit in digits] for digits in ((1,), (1, 2, 5), range(1, 10))]
    for values in [*candidates, ticks(10.0**low, 10.0**high, EVEN_TICKS)]:
        found = {math.log10(value): f"{value:,g}" for value in values if low <= math.log10(value) <= high}
        if len(found) >= LEAST_TICKS:
            break
    return found


def _line(axes: Axes, values: Sequence[float], hue: int) -> Markup:
    spots = [(axes.x(place), axes.y(value)) for place, value in enumerate(values) if not math.isnan(value)]
    lines = [
        tag("line", x1=x, y1=y, x2=next_x, y2=next_y, style=f"{_colour(hue)};stroke-width:2")
        for (x, y), (next_x, next_y) in pairwise(spots)
    ]
    return join(*lines, *(tag("circle", cx=x, cy=y, r=3, style=_colour(hue)) for x, y in spots))


def _with_legend(drawing: Markup, hues: Mapping[str, int], label: str) -> Markup:
    rows = []
    for number, (name, hue) in enumerate(hues.items()):
        y = 20 + LINE * number
        rows.append(tag("rect", x=WIDTH + 8, y=y - 9, width=10, height=10, style=_colour(hue)))
        rows.append(tag("text", name, x=WIDTH + 24, y=y, class_="tick"))
    height = max(HEIGHT, 30 + LINE * len(hues))
    return svg(WIDTH + LEGEND, height, drawing, *rows, label=label)


def _colour(number: int) -> str:
    # hues go around by the golden angle, darkness by turns: neighbours in the legend differ in both
    hue, light = round(137.5 * number) % 360, (42, 60)[number // HUES % 2]
    return f"fill:hsl({hue} 60% {light}%);stroke:hsl({hue} 60% {light}%)"


def _around(values: Sequence[float]) -> tuple[float, float]:
    margin = max((max(values) - min(values)) * 0.08, 1e-3)
    return min(values) - margin, max(values) + margin
