"""Reports: means, intervals, who is best within noise, and their files."""

import csv
import math
import re

import numpy as np
import pytest

from synth.evaluation.report.comparison import interval, is_within_noise, spread
from synth.evaluation.report.curves import curves
from synth.evaluation.report.page import page
from synth.evaluation.report.published import PUBLISHED
from synth.evaluation.report.tables import tables
from synth.evaluation.report.texts import as_csv, as_latex, as_markdown
from synth.evaluation.tasks.registry import names


def line(encoder, seed, accuracy, *, status="done", share=1.0, mode="soft"):
    cell = {"task": "sst2", "encoder": encoder, "mode": mode, "share": share, "seed": seed, "profile": "minutes"}
    common = {"digest": f"{encoder}{seed}{share}", "cell": cell, "status": status, "seconds": 2.0, "wall_seconds": 3.0}
    if status == "failed":
        return {**common, "reason": "out of memory", "hint": ""}
    sizes = {"train": round(10 * share), "valid": 0, "test": 200}
    marks = {"train": "slice", "valid": "slice", "test": "official"}
    return {**common, "sizes": sizes, "marks": marks, "scores": {"test": {"accuracy": accuracy}}}


LINES = [
    line("lstm", 0, 0.8), line("lstm", 1, 0.9), line("mean", 0, 0.84), line("trivial", 0, 0.5),
    line("pcfg", 0, 0.0, status="failed"),
]  # fmt: skip
POINTS = {
    "lstm01.0": {"test": [1.0] * 160 + [0.0] * 40},
    "lstm11.0": {"test": [1.0] * 180 + [0.0] * 20},
    "mean01.0": {"test": [0.0] * 16 + [1.0] * 168 + [0.0] * 16},
    "trivial01.0": {"test": [1.0, 0.0] * 100},
}


def test_intervals_are_those_of_student():
    from scipy.stats import t

    values = [0.7, 0.75, 0.9, 0.72]
    low, high = t.interval(0.95, 3, loc=np.mean(values), scale=np.std(values, ddof=1) / 2)
    assert interval(values) == pytest.approx((high - low) / 2, rel=1e-3)
    assert math.isnan(interval([0.5]))
    assert spread([1.0, 0.0] * 50) == pytest.approx(1.96 * 0.05)


def test_the_bootstrap_tells_a_difference_from_noise():
    rng = np.random.default_rng(1)
    best = (rng.random(500) < 0.8).astype(float)
    worse = np.where(rng.random(500) < 0.15, 0.0, best)
    alike = best.copy()
    alike[[*np.flatnonzero(best)[:8], *np.flatnonzero(best == 0)[:6]]] = [0.0] * 8 + [1.0] * 6
    assert not is_within_noise(best, worse)
    assert is_within_noise(best, alike)
    assert is_within_noise(best, best)


def test_rows_are_means_over_seeds_and_the_best_is_marked_with_what_is_level():
    (table,) = tables(LINES, POINTS)
    rows = {row.encoder: row for row in table.rows}
    assert rows["lstm"].values["test"].mean == pytest.approx(0.85)
    assert rows["lstm"].values["test"].seeds == 2
    assert [name for name, row in rows.items() if row.values and row.values["test"].is_best] == ["lstm", "mean"]
    assert rows["pcfg"].failures == ["out of memory"]
    assert rows["trivial"].is_baseline


def test_the_files_hold_every_row_and_name_slices():
    found = tables([*LINES, line("lstm", 0, 0.6, share=0.1)], POINTS)
    rows = list(csv.DictReader(as_csv(found).splitlines()))
    assert {row["encoder"] for row in rows} == {"lstm", "mean", "trivial", "pcfg"}
    assert [float(row["mean"]) for row in rows if row["encoder"] == "lstm"] == pytest.approx([0.85, 0.6])
    assert "**0.850 ±" in as_markdown(found)
    assert r"\textbf{0.850 " in as_latex(found)
    shown = page(found, {"profile": "minutes", "protocols": ["swap"]}, LINES)
    assert "out of memory" in shown
    assert "Learned from 10 examples (slice)" in shown
    assert "lstm at 10 %" not in shown.split("All tasks")[1].split("</section>")[0]
    assert "over the share of the training data" in shown
    assert "published: CNN, random vectors" in shown
    assert ".835 †" in shown  # it learned from all of the training data
    assert "The machine does not tell energy" in shown


def test_the_summary_names_the_best_baseline_and_failures_are_told_once():
    lines = [*LINES, line("logistic", 0, 0.7), line("naive-bayes", 0, 0.75), line("bank", 0, 0.0, status="failed")]
    shown = page(tables(lines, POINTS), {"profile": "minutes", "protocols": ["swap"]}, lines)
    summary = shown.split("All tasks")[1].split("</section>")[0]
    assert "naive-bayes" in summary
    assert "logistic" not in summary
    assert "<th>lstm</th>" in summary
    assert shown.split("<h2>Failed")[1].count("out of memory") == 1
    assert "pcfg, bank" in shown


def test_a_task_of_which_nothing_was_measured_is_told_among_what_failed_alone():
    lines = [line("lstm", 0, 0.0, status="failed")]
    shown = page(tables(lines, {}), {"profile": "minutes", "protocols": ["swap"]}, lines)
    assert "Learned from" not in shown
    assert shown.count("out of memory") == 1
    assert "<td>failed</td>" in shown.split("All tasks")[1].split("</section>")[0]


def test_sizes_are_those_of_the_largest_share():
    lines = [line("lstm", 0, 0.6, share=0.1), line("lstm", 0, 0.8)]
    shown = page(tables(lines, {}), {"profile": "minutes", "protocols": ["curve"]}, lines)
    assert "Learned from 10 examples" in shown


def test_rows_that_are_level_are_all_best():
    (table,) = tables([line("lstm", 0, 0.8), line("mean", 0, 0.8), line("bank", 0, 0.7)], {})
    assert [row.values["test"].is_best for row in table.rows] == [True, True, False]


def test_the_summary_marks_the_best_of_what_it_shows():
    lines = [line("bank", 0, 0.8), line("bank", 0, 0.9, mode="hard")]
    shown = page(tables(lines, {}), {"profile": "minutes", "protocols": ["ablate"]}, lines)
    assert '<td class="best">0.800</td>' in shown.split("All tasks")[1].split("</section>")[0]


def test_a_task_that_failed_is_a_line_of_markdown_and_no_table_of_latex():
    found = tables([line("lstm", 0, 0.0, status="failed")], {})
    assert as_markdown(found).endswith("(accuracy)\n\nfailed: out of memory\n")
    assert "tabular" not in as_latex(found)


def test_curves_leave_out_who_has_no_value_and_a_colour_is_of_a_name():
    hues = {"lstm": 0, "pcfg": 1, "bank": 2}
    both = curves({"lstm": [0.2, 0.4], "pcfg": [math.nan] * 2, "bank": [0.1, math.nan]}, ["1%", "100%"], "", "", hues)
    alone = curves({"bank": [0.1, 0.3]}, ["1%", "100%"], "", "", hues)
    assert "pcfg" not in both
    assert set(re.findall("hsl[^)]*", alone)) < set(re.findall("hsl[^)]*", both))


def test_perplexities_that_differ_tenfold_are_drawn_on_a_logarithmic_scale():
    def ticks(values):
        drawn = curves({"lstm": values}, ["1%", "10%", "100%"], "", "", {"lstm": 0})
        return re.findall('text-anchor="end">([^<]+)<', drawn)

    assert ticks([1900.0, 350.0, 145.0]) == ["200", "500", "1,000", "2,000"]
    assert ticks([190.0, 150.0, 145.0]) == ["0", "50", "100", "150"]
    assert ticks([0.9, 0.01, 0.05]) == ["0", "0.2", "0.4", "0.6", "0.8"]


def test_figures_are_of_tasks_that_there_are():
    assert PUBLISHED.keys() <= set(names())
