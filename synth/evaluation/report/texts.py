"""Tables as CSV, Markdown and LaTeX."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence

from synth.evaluation.report.tables import Table, Value

FIELDS = ("task", "number", "encoder", "mode", "share", "test", "split", "examples", "measure", "mean", "half_interval",
          "seeds", "best_within_noise", "parameters", "gigaflops", "train_seconds", "failure")  # fmt: skip


def as_csv(tables: Sequence[Table]) -> str:
    """A line for each row and test, groups of examples too, with all digits."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(FIELDS)
    for table in tables:
        for row in table.rows:
            costs = [row.costs.get(name, "") for name in ("parameters", "gigaflops", "train_seconds")]
            own = [table.task.name, table.task.number, row.encoder, row.mode, row.share]
            for test, value in row.values.items():
                about = [test, table.marks.get(test, ""), table.sizes.get(test, ""), table.task.main]
                found = [value.mean, "" if math.isnan(value.half) else value.half, value.seeds, value.is_best]
                writer.writerow([*own, *about, *found, *costs, ""])
            for failure in row.failures:
                writer.writerow([*own, *[""] * 8, *costs, failure])
    return text.getvalue()


def as_markdown(tables: Sequence[Table]) -> str:
    """A table for each task; best ones within noise are bold. Of a task that failed as a whole, the reasons."""
    parts = []
    for table in tables:
        title = f"## {table.task.number} {table.task.title} ({table.task.main})"
        if not table.tests:
            reasons = dict.fromkeys(failure for row in table.rows for failure in row.failures)
            parts.append(f"{title}\n\nfailed: {'; '.join(reasons)}")
            continue
        head = ["", *(_test(table, test) for test in table.tests), "CPU-s"]
        lines = [title, "", _piped(head)]
        lines.append(_piped(["---"] * len(head)))
        lines += [_piped([name, *cells]) for name, cells in _rows(table, "**", "**", "–")]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def as_latex(tables: Sequence[Table]) -> str:
    """A table for each task that was measured, for booktabs; best ones within noise are bold."""
    parts = []
    for table in tables:
        if not table.tests:
            continue
        columns = "l" + "r" * (len(table.tests) + 1)
        head = " & ".join(["", *(_escaped(_test(table, test)) for test in table.tests), "CPU-s"])
        rows = [" & ".join([_escaped(name), *cells]) + r" \\" for name, cells in _rows(table, r"\textbf{", "}", "--")]
        caption = _escaped(f"{table.task.title}: {table.task.main}")
        parts.append("\n".join([
            r"\begin{table}", r"\centering", rf"\caption{{{caption}}}", rf"\begin{{tabular}}{{{columns}}}", r"\toprule",
            head + r" \\", r"\midrule", *rows, r"\bottomrule", r"\end{tabular}", r"\end{table}",
        ]))  # fmt: skip
    return "\n\n".join(parts) + "\n"


def shown(value: Value | None, nothing: str = "–") -> str:
    """.812 ±.013; perplexities with one digit behind the point."""
    if value is None:
        return nothing
    digits = 1 if abs(value.mean) >= 10 else 3
    text = f"{value.mean:.{digits}f}"
    return text if math.isnan(value.half) else f"{text} ±{value.half:.{digits}f}"


def _rows(table: Table, before: str, behind: str, nothing: str) -> Iterator[tuple[str, list[str]]]:
    for row in table.rows:
        cells = []
        for test in table.tests:
            value = row.values.get(test)
            text = "failed" if value is None and row.failures else shown(value, nothing)
            cells.append(f"{before}{text}{behind}" if value is not None and value.is_best else text)
        yield row.name, [*cells, f"{row.costs['seconds']:.1f}" if "seconds" in row.costs else nothing]


def _test(table: Table, test: str) -> str:
    mark = table.marks[test]
    return test if mark == "official" else f"{test} ({mark})"


def _piped(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "&%$#_{}" else letter for letter in text)
