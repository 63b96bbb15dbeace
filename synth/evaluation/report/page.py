"""The report of a run of the suite: one HTML page that needs nothing else."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import synth.report.markup as markup_module
from synth.evaluation.example import OFFICIAL
from synth.evaluation.protocols import ENCODERS
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
td small { font-weight: 400; }
tr.baseline td:first-child, tr.published td { color: var(--faint); }
tr.published td:last-child, td.text, th.text, td.text:last-child, th.text:last-child { text-align: left; }
.scroll { overflow-x: auto; }
@media (max-width: 44rem) {
  .scroll tr { display: table-row; }
  .scroll th, .scroll td { padding: .25rem .5rem; border-bottom: 1px solid var(--line); text-align: right; }
  .scroll th:first-child, .scroll td:first-child { position: sticky; left: 0; background: var(--card); }
  .scroll th:first-child, .scroll td:first-child, .scroll .text { text-align: left; }
  .scroll th:last-child, .scroll td:last-child { display: table-cell; }
}
"""

NOTE = (
    "± is the 95 % interval of the mean over seeds, or over examples where there is one seed. Green: best, or within "
    "noise of it by a paired bootstrap over examples. Splits that are not the whole official ones are named: a number "
    "on a slice or a derived split is no benchmark result. † Published for another split, or with more data, than here."
)
TRIVIAL: Final = "trivial"
# what a column shows of the costs of a row, and with how many digits behind the point
COLUMNS: Final = {
    "CPU-s": ("seconds", 1), "parameters": ("parameters", 0), "GFLOP an epoch": ("gigaflops", 2),
    "MB": ("peak_megabytes", 0), "J": ("joules", 0),
}  # fmt: skip


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
    if all(line.get("joules") is None for line in lines):
        about += " The machine does not tell energy."
    header = tag(
        "header",
        tag("h1", "Encoders under the same heads"),
        tag("p", f"{about} Profile {arguments['profile']}, protocols {', '.join(arguments['protocols'])}."),
        tag("p", NOTE, class_="note"),
    )
    measured = [table for table in tables if table.tests]  # of the others all that there is stands under "Failed"
    main = tag("main", _summary(tables), *map(_section, measured), *_failures(failed))
    body = tag("body", header, main, _footer())
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _summary(tables: Sequence[Table]) -> Markup:
    """A row for each task: what a trivial answer scores, the best other baseline, each encoder, the best of its own."""
    everything = [(table, row) for table in tables for row in _plain(table)]
    encoders = list(dict.fromkeys(row.encoder for table, row in everything if not _is_special(table, row)))
    rows = []
    for table in tables:
        plain = _plain(table)
        found = {row.encoder: row for row in plain}
        others = [row for row in plain if row.is_baseline and row.encoder != TRIVIAL]
        own = [row for row in plain if row.encoder in table.task.own]
        shown_rows = [found.get(TRIVIAL), _best(table, others), *map(found.get, encoders), _best(table, own)]
        named, best = {1, len(shown_rows) - 1}, _best(table, plain)
        cells = [
            _summed(table, row, is_named=place in named, is_best=row is best) for place, row in enumerate(shown_rows)
        ]
        rows.append(tag("tr", tag("td", f"{table.task.number} {table.task.title}, {table.task.main}"), *cells))
    names = ["task, its first test", TRIVIAL, "best baseline", *encoders, "best of its own"]
    head = tag("tr", *(tag("th", name) for name in names))
    return tag("section", tag("h2", "All tasks"), tag("div", tag("table", head, *rows), class_="scroll"))


def _is_special(table: Table, row: Row) -> bool:
    return row.is_baseline or row.encoder in table.task.own


def _best(table: Table, rows: Sequence[Row]) -> Row | None:
    known = [row for row in rows if table.tests and table.tests[0] in row.values]
    sign = -1 if table.task.lower_is_better else 1
    return max(known, key=lambda row: sign * row.values[table.tests[0]].mean, default=None)


def _summed(table: Table, row: Row | None, *, is_named: bool, is_best: bool) -> Markup:
    """The number of a row on the first test, without its interval; with its name where the column does not say it.

    The best row of those shown is marked even where its hard mode, which is not shown, is better.
    """
    value = row.values.get(table.tests[0]) if row is not None and table.tests else None
    if row is None or value is None:
        return tag("td", "failed" if row is not None and row.failures else "")
    name = [tag("br"), tag("small", row.encoder, class_="faint")] if is_named else []
    return tag("td", shown(value._replace(half=math.nan)), *name, class_="best" if is_best or value.is_best else None)


def _section(table: Table) -> Markup:
    columns = {name: of for name, of in COLUMNS.items() if any(of[0] in row.costs for row in table.rows)}
    head = tag("tr", *(tag("th", name) for name in ("", *(_named(table, test) for test in table.tests), *columns)))
    rows = [*(_whole_row(row, table.tests, columns) for row in table.rows), *_published(table, len(columns))]
    train = table.marks.get("train", "")
    about = f"Learned from {table.sizes.get('train', 0):,} examples ({train}); shown is {table.task.main}"
    about += ", less is better." if table.task.lower_is_better else "."
    parts = [tag("h2", f"{table.task.number} {table.task.title}"), tag("p", about, class_="faint")]
    parts.append(tag("div", tag("table", head, *rows), class_="scroll"))
    return tag("section", *parts, *_pictures(table))


def _pictures(table: Table) -> Iterator[Markup]:
    plain = [row for row in _plain(table) if row.values]
    # an encoder has the same colour in all pictures of a page
    hues = {name: hue for hue, name in enumerate(dict.fromkeys([*ENCODERS, *(row.encoder for row in table.rows)]))}
    if len(table.tests) > 1 and plain:
        series = {row.name: [_mean(row, test) for test in table.tests] for row in plain}
        yield _figure("over the tests", curves(series, table.tests, "test", table.task.main, hues))
    groups = list(dict.fromkeys(table.groups))
    if groups and plain and table.tests:
        own = [group for group in groups if group.startswith(f"{table.tests[-1]} ")]
        series = {row.name: [_mean(row, group) for group in own] for row in plain}
        places = [group.removeprefix(f"{table.tests[-1]} ") for group in own]
        if own:
            yield _figure(f"by group, test {table.tests[-1]}", curves(series, places, "group", table.task.main, hues))
    shares = sorted({row.share for row in table.rows})
    if len(shares) > 1 and table.tests:
        names = list(dict.fromkeys(row.encoder for row in table.rows if row.mode == "soft"))
        found = {(row.encoder, row.share): row for row in table.rows if row.mode == "soft"}
        series = {name: [_mean(found.get((name, share)), table.tests[0]) for share in shares] for name in names}
        yield _figure("over the share of the training data",
                      curves(series, [f"{share:.0%}" for share in shares], "share", table.task.main, hues))  # fmt: skip
    spots = {row.name: (row.costs["train_seconds"], _mean(row, table.tests[0])) for row in plain
             if "train_seconds" in row.costs and table.tests}  # fmt: skip
    if len(spots) > 1:
        yield _figure("cost against score", costs(spots, "CPU-s of training", table.task.main, hues))


def _published(table: Table, columns: int) -> Iterator[Markup]:
    """Rows of what others published; marked where they tested, or trained, on more or on others than here."""
    for one in PUBLISHED.get(table.task.name, ()):
        other = "" if one.is_same_split and table.marks.get("train") == OFFICIAL else " †"
        yield tag("tr", tag("td", f"published: {one.model}"), tag("td", f"{one.figure}{other}"),
                  tag("td", one.source, colspan=len(table.tests) + columns - 1), class_="published")  # fmt: skip


def _failures(failed: Sequence[Mapping[str, Any]]) -> Iterator[Markup]:
    """A row for each task and reason, with the encoders that failed for it."""
    whom: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for line in failed:
        whom[line["cell"]["task"], line["reason"]][line["cell"]["encoder"]] = None
    if failed:
        rows = [
            tag("tr", tag("td", task), tag("td", ", ".join(names), class_="text"), tag("td", reason, class_="text"))
            for (task, reason), names in whom.items()
        ]
        head = tag("tr", *(tag("th", name, class_="text") for name in ("task", "who", "why")))
        yield tag("section", tag("h2", "Failed"), tag("div", tag("table", head, *rows), class_="scroll"))


def _plain(table: Table) -> list[Row]:
    return [row for row in table.rows if row.mode == "soft" and row.share == 1]


def _whole_row(row: Row, tests: Sequence[str], columns: Mapping[str, tuple[str, int]]) -> Markup:
    costs = [f"{row.costs[name]:,.{digits}f}" if name in row.costs else "" for name, digits in columns.values()]
    cells = [_cell(row, test) for test in tests]
    return tag("tr", tag("td", row.name), *cells, *(tag("td", text) for text in costs),
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
