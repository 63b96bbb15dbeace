"""The frame of a plot: scales, ticks, names of the axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from synth.report.markup import Markup, join, tag

TOP: Final = 28.0
LEFT: Final = 52.0
BOTTOM: Final = 42.0
RIGHT: Final = 16.0


@dataclass(frozen=True)
class Axes:
    """A drawing of `width` by `height` pixels over the values from `left` to `right` and from `low` to `high`."""

    width: float
    height: float
    left: float
    right: float
    low: float
    high: float
    whole: bool = False  # across, only whole numbers have a tick

    def x(self, value: float) -> float:
        """The place of a value, from the left."""
        return LEFT + (value - self.left) / (self.right - self.left) * (self.width - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """The place of a value, from the top."""
        return TOP + (self.high - value) / (self.high - self.low) * (self.height - TOP - BOTTOM)

    def draw(
        self, across: str, upwards: str, columns: Mapping[float, str] | None = None,
        rows: Mapping[float, str] | None = None,
    ) -> Markup:  # fmt: skip
        """Grid, ticks, and what the two axes show; ticks that are not evenly apart are given, with their names."""
        floor_y, wall_x = self.height - BOTTOM, self.width - RIGHT
        if columns is None:
            most, least = min(10, int(self.width / 55)), 1.0 if self.whole else 0.0
            columns = _named(ticks(self.left, self.right, most, least))
        grid = [
            join(
                tag("line", class_="grid", x1=LEFT, x2=wall_x, y1=self.y(value), y2=self.y(value)),
                tag("text", name, class_="tick", x=LEFT - 8, y=self.y(value) + 4, text_anchor="end"),
            )
            for value, name in (_named(ticks(self.low, self.high, 5)) if rows is None else rows).items()
        ]
        below = [
            tag("text", name, class_="tick", x=self.x(value), y=floor_y + 17, text_anchor="middle")
            for value, name in columns.items()
        ]
        names = [
            tag("text", across, class_="axis", x=wall_x, y=self.height - 6, text_anchor="end"),
            tag("text", upwards, class_="axis", x=0.0, y=12.0),
        ]
        return join(*grid, *below, *names)


def _named(values: list[float]) -> dict[float, str]:
    return {value: f"{value:,g}" for value in values}


def spread(values: list[float], share: float) -> tuple[float, float]:
    """The least and the largest value, with a margin of `share` of their distance on both sides."""
    low, high = min(values), max(values)
    margin = (high - low) * share or max(1.0, abs(high) * share)
    return low - margin, high + margin


def ticks(low: float, high: float, most: int, least: float = 0.0) -> list[float]:
    """At most `most` round values from `low` to `high`, `least` or more apart, by 1, 2 or 5 times a power of ten."""
    rough = max((high - low) / most, least)
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    return [round(number * step, 10) for number in range(ceil(low / step), floor(high / step) + 1)]
