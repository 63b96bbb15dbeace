"""Progress over time: the objective of the best so far against seconds, as a step line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from synth.report.drawings.axes import RIGHT, Axes, spread
from synth.report.markup import Markup, svg, tag

_HEIGHT: Final = 220.0


def progress_plot(improvements: Sequence[tuple[float, float]], end: float, width: float) -> Markup:
    """Draw `(seconds, objective)` of every candidate met, in order, until the `end` of the search in seconds."""
    best = falling(improvements)
    until = max(end, best[-1][0], 1e-3)
    axes = Axes(width, _HEIGHT, 0.0, until, *spread([objective for _, objective in best], 0.15))
    places = [(axes.x(seconds), axes.y(objective)) for seconds, objective in best]
    (x, y), *others = places
    steps = f"M{x:.1f} {y:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in others) + f"H{axes.x(until):.1f}"
    dots = [
        tag("circle", tag("title", f"{objective:.1f} after {seconds:.2f} s"), class_="dot", cx=x, cy=y, r=3.5)
        for (x, y), (seconds, objective) in zip(places, best, strict=True)
    ]
    last = tag(
        "text", f"{best[-1][1]:,.1f}", class_="label pick", x=width - RIGHT, y=places[-1][1] - 8, text_anchor="end"
    )
    label = f"The best objective falls from {best[0][1]:.1f} to {best[-1][1]:.1f} in {until:.1f} seconds"
    line = tag("path", class_="steps", d=steps)
    return svg(width, _HEIGHT, axes.draw("seconds", "objective"), line, *dots, last, label=label)


def falling(improvements: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Those of `(seconds, objective)` that are better than all before them."""
    best: list[tuple[float, float]] = []
    for seconds, objective in improvements:
        if not best or objective < best[-1][1]:
            best.append((seconds, objective))
    return best
