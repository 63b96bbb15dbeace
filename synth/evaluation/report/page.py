"""The report of a run of the suite: one HTML page that needs nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import synth.report.markup as markup_module
from synth.evaluation.report.curves import costs, curves
from synth.evaluation.report.published import PUBLISHED
from synth.evaluation.report.tables import Row, Table
from synth.evaluation.report.texts import shown
from synth.report.markup import Markup, tag
from synth.version import __version__

STYLE = """
body { max-width: 76rem; }
th:last-child, td:last-child { width: auto; text-align: right; padding-right: .25rem; }
th:first-child, td:first-child { text-align: left; }
td.best { font-weight: 600; color: var(--accent); }
tr.baseline td:first-child { color: var(--faint); }
.scroll { overflow-x: auto; }
"""

NOTE = (
    "± is the 95 % interval of the mean over seeds, or over examples where there is one seed. Green: best, or within "
    "noise of it by a paired bootstrap over examples. Splits that are not the whole official ones are named: a number "
    "on a slice or a derived split is no benchmark result."
)


def page(tables: Sequence[Table], arguments: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> str:
    """The page about the cells of a run."""
    style = Path(markup_module.__file__).with_name("page.css").read_text(encoding="utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("title", "evaluation · synth"),
        tag("style", Markup(style + STYLE)),
    )
    failed = [line for line in lines if line["status"] == "failed"]
    hours = sum(float(line["seconds"]) for line in lines) / 3600
    about = f"{len(lines)} cells of {len(tables)} tasks, {len(failed)} failed; {hours:.2f} hours of processor time."
    header = tag(
        "header",
        tag("h1", "Encoders under the same heads"),
        tag("p", f"{about} Profile {arguments['profile']}, protocols {', '.join(arguments['protocols'])}."),
        tag("p", NOTE, class_="note"),
    )
    body = tag("body", header, tag("main", _summary(tables), *map(_section, tables), *_failures(failed)), _footer())
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _summary(tables: Sequence[Table]) -> Markup:
    names = list(dict.fromkeys(row.encoder for table in tables for row in _plain(table)))
    rows = []
    for table in tables:
        found = {row.encoder: row for row in _plain(table)}
        cells = [_cell(found[name], table.tests[0]) if name in found and table.tests else tag("td") for name in names]
        rows.append(tag("tr", tag("td", f"{table.task.number} {table.task.title}, {table.task.main}"), *cells))
    head = tag("tr", tag("th", "task, its first test"), *(tag("th", name) for name in names))
    return tag("section", tag("h2", "All tasks"), tag("div", tag("table", head, *rows), class_="scroll"))


def _section(table: Table) -> Markup:
    head = tag("tr", *(tag("th", name) for name in ("", *(_named(table, test) for test in table.tests), "CPU-s",
                                                    "parameters", "GFLOP an epoch")))  # fmt: skip
    rows = [_whole_row(row, table.tests) for row in table.rows]
    train = table.marks.get("train", "")
    about = f"Learned from {table.sizes.get('train', 0):,} examples ({train}); shown is {table.task.main}"
    about += ", less is better." if table.task.lower_is_better else "."
    parts = [tag("h2", f"{table.task.number} {table.task.title}"), tag("p", about, class_="faint")]
    parts.append(tag("div", tag("table", head, *rows), class_="scroll"))
    return tag("section", *parts, *_pictures(table), *_published(table))


def _pictures(table: Table) -> Iterator[Markup]:
    plain = [row for row in _plain(table) if row.values]
    if len(table.tests) > 1 and plain:
        series = {row.name: [_mean(row, test) for test in table.tests] for row in plain}
        yield _figure("over the tests", curves(series, table.tests, "test", table.task.main))
    groups = list(dict.fromkeys(table.groups))
    if groups and plain and table.tests:
        own = [group for group in groups if group.startswith(f"{table.tests[-1]} ")]
        series = {row.name: [_mean(row, group) for group in own] for row in plain}
        places = [group.removeprefix(f"{table.tests[-1]} ") for group in own]
        if own:
            yield _figure(f"by group, test {table.tests[-1]}", curves(series, places, "group", table.task.main))
    shares = sorted({row.share for row in table.rows})
    if len(shares) > 1 and table.tests:
        names = list(dict.fromkeys(row.encoder for row in table.rows if row.mode == "soft"))
        found = {(row.encoder, row.share): row for row in table.rows if row.mode == "soft"}
        series = {name: [_mean(found.get((name, share)), table.tests[0]) for share in shares] for name in names}
        yield _figure("over the share of the training data",
                      curves(series, [f"{share:.0%}" for share in shares], "share", table.task.main))  # fmt: skip
    spots = {row.name: (row.costs["train_seconds"], _mean(row, table.tests[0])) for row in plain
             if "train_seconds" in row.costs and table.tests}  # fmt: skip
    if len(spots) > 1:
        yield _figure("cost against score", costs(spots, "CPU-s of training", table.task.main))


def _published(table: Table) -> Iterator[Markup]:
    figures = PUBLISHED.get(table.task.name, ())
    if figures:
        yield tag("h3", "Published")
    for one in figures:
        other = "" if one.is_same_split else "; another split, or more data, than here"
        yield tag("p", f"{one.model}: {one.figure} ({one.source}{other})", class_="faint")


def _failures(failed: Sequence[Mapping[str, Any]]) -> Iterator[Markup]:
    if failed:
        rows = [
            tag("tr", *(tag("td", str(line["cell"][name])) for name in ("task", "encoder", "mode", "seed")),
                tag("td", line["reason"])) for line in failed
        ]  # fmt: skip
        head = tag("tr", *(tag("th", name) for name in ("task", "encoder", "mode", "seed", "why")))
        yield tag("section", tag("h2", "Failed"), tag("div", tag("table", head, *rows), class_="scroll"))


def _plain(table: Table) -> list[Row]:
    return [row for row in table.rows if row.mode == "soft" and row.share == 1]


def _whole_row(row: Row, tests: Sequence[str]) -> Markup:
    seconds = f"{row.costs['seconds']:,.1f}" if "seconds" in row.costs else ""
    parameters = f"{row.costs['parameters']:,.0f}" if "parameters" in row.costs else ""
    flops = f"{row.costs['gigaflops']:,.2f}" if "gigaflops" in row.costs else ""
    cells = [_cell(row, test) for test in tests]
    return tag("tr", tag("td", row.name), *cells, *(tag("td", text) for text in (seconds, parameters, flops)),
               class_="baseline" if row.is_baseline else None)  # fmt: skip


def _cell(row: Row, test: str) -> Markup:
    value = row.values.get(test)
    if value is None:
        return tag("td", "failed" if row.failures else "–", title="; ".join(row.failures) or None)
    return tag("td", shown(value), class_="best" if value.is_best else None)


def _mean(row: Row | None, test: str) -> float:
    return row.values[test].mean if row is not None and test in row.values else math.nan


def _named(table: Table, test: str) -> str:
    mark, size = table.marks[test], table.sizes[test]
    return f"{test}, {size:,}" if mark == "official" else f"{test}, {mark} of {size:,}"


def _figure(caption: str, drawing: Markup) -> Markup:
    return tag("figure", tag("figcaption", caption), drawing, tabindex=0)


def _footer() -> Markup:
    return tag("footer", f"Made by synth {__version__}. docs/evaluation.md says what is measured and how.")
