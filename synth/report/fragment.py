"""A result as a notebook shows it: the answer, the front, and a small picture of it, in colours that suit any theme."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from synth.report.drawings.front_plot import front_plot
from synth.report.markup import Markup, shorten, tag

if TYPE_CHECKING:
    from dsl.language import Language
    from searchers.candidate import Candidate
    from synth.results.result import Result

_WIDTH: Final = 480.0
_LONGEST: Final = 300  # characters of a pattern
_MOST: Final = 12  # rows


def fragment(result: Result) -> str:
    """HTML for a notebook."""
    members, best = result.members, result.best
    pick = members.index(best)
    matched = f"{best.score.accepted:,} examples match, size {best.size:,}, objective {best.objective:,.1f}"
    warnings = (tag("p", f"Warning: {warning}") for warning in result.warnings)
    head = tag("tr", *(tag("th", name) for name in ("", "size", "distance", "objective", "pattern")))
    first = max(0, min(pick, len(members) - _MOST))  # the best ones stand last
    rows = [_row(one, is_pick=one is best) for one in members[first : first + _MOST]]
    more = [tag("p", f"and {len(members) - len(rows):,} more")] if len(members) > len(rows) else []
    content = [tag("p", tag("code", shorten(best.pattern, _LONGEST))), tag("p", matched), *warnings]
    table = tag("table", tag("thead", head), tag("tbody", *rows))
    style = Markup(Path(__file__).with_name("fragment.css").read_text(encoding="utf-8"))
    return tag(
        "div", tag("style", style), *content, front_plot(members, pick, _WIDTH), table, *more, class_="synth-result"
    )


def _row(one: Candidate[Language], *, is_pick: bool) -> Markup:
    values = ("→" if is_pick else "", f"{one.size:,}", f"{one.distance:,}", f"{one.objective:,.1f}")
    pattern = tag("td", tag("code", shorten(one.pattern, _LONGEST)))
    return tag("tr", *(tag("td", value) for value in values), pattern, class_="pick" if is_pick else None)
