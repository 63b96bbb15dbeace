"""The report of a run: one HTML page that needs nothing else, on a phone as on a desk, by day as by night."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from dsl.visibility import visible
from synth.report.blocks import LONGEST_TEXT, LONGEST_TITLE, responsive
from synth.report.drawings.front_plot import front_plot
from synth.report.drawings.progress_plot import progress_plot
from synth.report.grammar_section import GrammarSection
from synth.report.markup import Markup, join, shorten, tag
from synth.report.misfits import Misfits, misfit_section
from synth.report.recorded import Entry, RecordedRun
from synth.report.regex_section import RegexSection
from synth.version import __version__

SECTIONS: Final[Mapping[str, Callable[[RecordedRun, Any], RegexSection | GrammarSection]]] = {
    "regex": RegexSection,
    "cfg": GrammarSection,
}


def report(run: RecordedRun) -> str:
    """The page about a run."""
    language = run.best.language
    section = SECTIONS[language.kind](run, language)
    misfits = Misfits.of(language, run)
    sections = [
        *section.examples(),
        *misfit_section(misfits),
        _front(run),
        *section.structure(),
        *_progress(run),
        _settings(run),
    ]
    style = Markup(Path(__file__).with_name("page.css").read_text(encoding="utf-8"))
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{shorten(visible(run.best.pattern), LONGEST_TITLE)} · synth"),
        tag("style", style),
    )
    header = tag("header", *section.title(), _facts(run, misfits), *_notes(run))
    units = "Distances count edited characters; the objective mdl counts bits."
    footer = tag("footer", f"Made by synth {__version__}. {units}")
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', header, tag('main', *sections), footer), lang='en')}\n"


def _facts(run: RecordedRun, misfits: Misfits) -> Markup:
    total, missed = sum(run.examples.values()), sum(run.examples[text] for text, _ in misfits.outliers)
    facts = {"examples match": f"{total - missed:,} of {total:,}"} if total else {}
    if run.reject:
        facts["rejected"] = f"{len(run.reject) - len(misfits.wrongly_accepted):,} of {len(run.reject):,}"
    facts |= {
        "size": f"{run.best.size:,}",
        "objective": f"{run.best.objective:,.1f}",
        "median distance": str(run.best.distance),
    }
    if run.stats:
        facts |= {"seconds": f"{run.stats['seconds']:,.1f}", "candidates": f"{run.stats['candidates']:,}"}
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in facts.items()), class_="facts")


def _notes(run: RecordedRun) -> Iterator[Markup]:
    notes = [] if run.stats else ["The search has not come far: this is its best yet."]
    if run.stats.get("interrupted"):
        notes = ["The search was interrupted: this is the best it had found."]
    if run.stats.get("proved"):
        notes = ["The search has finished: no better answer exists."]
    yield from (tag("p", note, class_="note") for note in [*notes, *run.notes])


def _front(run: RecordedRun) -> Markup:
    pick = next(index for index, entry in enumerate(run.front) if entry.notation == run.best.notation)
    head = tag("tr", *(tag("th", name, scope="col") for name in ("size", "distance", "objective", "pattern")))
    rows = [_member(entry, is_pick=index == pick) for index, entry in enumerate(run.front)]
    return tag(
        "section",
        tag("h2", "Simple against exact"),
        tag("p", "The best of each size that no smaller one beats. The pick is marked.", class_="faint"),
        tag("div", responsive(lambda width: front_plot(run.front, pick, width)), class_="plot"),
        tag("table", tag("thead", head), tag("tbody", *rows)),
    )


def _member(entry: Entry, *, is_pick: bool) -> Markup:
    numbers = (tag("td", value) for value in (f"{entry.size:,}", f"{entry.distance:,}", f"{entry.objective:,.1f}"))
    pattern = tag("td", tag("code", shorten(entry.pattern, LONGEST_TEXT)))
    return tag("tr", *numbers, pattern, class_="pick" if is_pick else None)


def _progress(run: RecordedRun) -> Iterator[Markup]:
    if run.events:
        moments = [(seconds, entry.objective) for seconds, entry in run.events]
        end = float(run.stats.get("seconds", 0.0))
        drawn = responsive(lambda width: progress_plot(moments, end, width))
        said = tag("p", "The objective of the best so far; lower is better.", class_="faint")
        yield tag("section", tag("h2", "Progress"), said, tag("div", drawn, class_="plot"))


def _settings(run: RecordedRun) -> Markup:
    values = {"run": run.name, **run.arguments}
    pairs = [
        join(tag("dt", name), tag("dd", tag("code", shorten(_setting(value), LONGEST_TEXT))))
        for name, value in values.items()
        if value != []
    ]
    return tag("section", tag("h2", "The run"), tag("dl", *pairs, class_="settings"))


def _setting(value: object) -> str:
    """As the command line writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
