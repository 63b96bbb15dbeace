"""The front on matplotlib axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dsl.errors import MissingExtraError
from dsl.visibility import visible
from synth.report.markup import shorten

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from synth.results.result import Result

_LONGEST: Final = 40  # characters of a pattern
_GREEN: Final = "#0b6e4f"


def draw_front(result: Result, ax: Axes | None) -> Axes:
    """Draw on `ax`, or on new axes. Raises MissingExtraError where matplotlib is not installed."""
    if ax is None:
        try:
            from matplotlib import pyplot
        except ModuleNotFoundError:
            raise MissingExtraError("plots", "plot") from None
        ax = pyplot.subplots()[1]
    members, best = result.members, result.best
    sizes, objectives = [one.size for one in members], [one.objective for one in members]
    ax.step(sizes, objectives, where="post", color="0.6", linestyle=":", zorder=1)
    ax.scatter(sizes, objectives, color="0.3", s=24, zorder=2)
    ax.scatter([best.size], [best.objective], color=_GREEN, s=72, zorder=3)
    ax.annotate(
        shorten(visible(best.pattern), _LONGEST),
        (best.size, best.objective),
        xytext=(-8, 10),
        textcoords="offset points",
        horizontalalignment="right",
        family="monospace",
        color=_GREEN,
        parse_math=False,  # a $ in a pattern is a $
    )
    ax.set_xlabel("size")
    ax.set_ylabel("objective")
    return ax
