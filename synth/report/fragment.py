"""A result as a notebook shows it: the answer, the front, and a small picture of it, in colours that suit any theme."""

from __future__ import annotations

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
_STYLE: Final = Markup("""
.synth-result { max-width: 48rem; }
.synth-result code { white-space: pre-wrap; overflow-wrap: anywhere; background: none; color: inherit; }
.synth-result table { border-collapse: collapse; margin: .5rem 0; color: inherit; }
.synth-result th, .synth-result td { padding: .15rem .6rem .15rem 0; text-align: right; vertical-align: baseline; }
.synth-result th { font-weight: normal; opacity: .7; }
.synth-result th:last-child, .synth-result td:last-child { text-align: left; }
.synth-result tr.pick { font-weight: bold; }
.synth-result svg { display: block; max-width: 100%; height: auto; }
.synth-result svg text { fill: currentColor; font: 12px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.synth-result svg .grid { stroke: currentColor; opacity: .2; }
.synth-result svg .tick, .synth-result svg .axis, .synth-result svg .label { opacity: .75; }
.synth-result svg .stairs { fill: none; stroke: currentColor; stroke-dasharray: 2 3; opacity: .6; }
.synth-result svg .dot { fill: currentColor; }
.synth-result svg .pick .dot { fill: #1f9d72; }
.synth-result svg .ring { fill: none; stroke: #1f9d72; stroke-width: 2; }
.synth-result svg .label.pick { font-weight: bold; opacity: 1; }
""")


def fragment(result: Result) -> str:
    """HTML for a notebook."""
    members, best = result.members, result.best
    pick = members.index(best)
    matched = f"{best.score.accepted:,} examples match, size {best.size:,}, {best.objective:,.1f} bits"
    warnings = (tag("p", f"Warning: {warning}") for warning in result.warnings)
    head = tag("tr", *(tag("th", name) for name in ("", "size", "distance", "bits", "pattern")))
    first = max(0, min(pick, len(members) - _MOST))  # the best ones stand last
    rows = [_row(one, is_pick=one is best) for one in members[first : first + _MOST]]
    more = [tag("p", f"and {len(members) - len(rows):,} more")] if len(members) > len(rows) else []
    content = [tag("p", tag("code", shorten(best.pattern, _LONGEST))), tag("p", matched), *warnings]
    table = tag("table", tag("thead", head), tag("tbody", *rows))
    return tag(
        "div", tag("style", _STYLE), *content, front_plot(members, pick, _WIDTH), table, *more, class_="synth-result"
    )


def _row(one: Candidate[Language], *, is_pick: bool) -> Markup:
    values = ("→" if is_pick else "", f"{one.size:,}", f"{one.distance:,}", f"{one.objective:,.1f}")
    pattern = tag("td", tag("code", shorten(one.pattern, _LONGEST)))
    return tag("tr", *(tag("td", value) for value in values), pattern, class_="pick" if is_pick else None)
