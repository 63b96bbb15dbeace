"""Profiles of many files: the same however they are cut and whoever reads them."""

import random
import warnings
from collections import Counter
from pathlib import Path

import pytest

import synth
from searchers.budget import InProcess
from synth.profiles.sample import Sample
from synth.profiles.spread import spread_profile

RNG = random.Random(3)
ROWS = [
    (
        RNG.choice(["AB-{}", "AB-{}", "{}/2024"]).format(RNG.randrange(1000, 10000)),
        RNG.choice(["red", "green", "blue", "N/A"]),
    )
    for _ in range(400)
]


class Shuffled(InProcess):
    """Does the tasks in another order than they are asked for, as workers do."""

    def run(self, work, setting, tasks, budget):
        return iter(list(work(setting, tasks, budget)))


def written(folder, rows, size):
    for number, start in enumerate(range(0, len(rows), size)):
        lines = ["code,colour", *(",".join(row) for row in rows[start : start + size])]
        (folder / f"{number:03}.csv").write_text("\n".join(lines) + "\n")
    return [str(path) for path in sorted(folder.iterdir())]


@pytest.mark.parametrize("most", [10, 100, 1000])
def test_a_sample_is_the_same_for_any_blocks_and_any_order(most):
    values = [f"v{RNG.randrange(300)}" for _ in range(2000)]
    whole = Sample(most)
    whole.add(values)
    whole += Sample(most)
    rng = random.Random(0)
    for _ in range(5):
        rng.shuffle(values)
        blocks = [values[start : start + 130] for start in range(0, len(values), 130)]
        samples = []
        for block in blocks:
            sample = Sample(most)
            sample.add(block)
            samples.append(sample)
        assert sum(samples[1:], samples[0]) == whole
    counts = Counter(values)
    assert all(counts[value] == times for value, times in whole.counts.items())
    assert len(whole.counts) == min(most, len(counts))
    assert abs(whole.distinct - len(counts)) < 0.6 * len(counts)


def test_the_profile_does_not_depend_on_how_files_are_cut_or_ordered(tmp_path):
    found = []
    for number, (size, pool) in enumerate([(400, InProcess()), (90, Shuffled()), (37, InProcess())]):
        folder = tmp_path / str(number)
        folder.mkdir()
        rows = ROWS if number != 2 else ROWS[::-1]
        files = written(folder, rows, size)
        found.append({n: p.to_json() for n, p in spread_profile(files[::-1], pool, "auto", {}).columns.items()})
    assert found[0] == found[1] == found[2]


def test_counts_are_those_of_all_values(tmp_path, monkeypatch):
    files = written(tmp_path, ROWS, 50)
    monkeypatch.setattr("synth.profiles.spread.Sample", lambda: Sample(60))
    profiles = spread_profile(files, InProcess(), "auto", {}).columns
    for place, name in enumerate(("code", "colour")):
        values = [row[place] for row in ROWS]
        assigned = Counter(profiles[name].assign(values))
        assert profiles[name].total == len(values)
        assert [assigned[number] for number in range(len(profiles[name].formats))] == [
            format.count for format in profiles[name].formats
        ]
    assert profiles["code"].formats[0].pattern == "AB-[0-9]{4}"
    assert profiles["colour"].missing == sum(row[1] == "N/A" for row in ROWS)


def test_a_folder_is_its_files(tmp_path):
    files = written(tmp_path, ROWS, 100)
    assert spread_profile([str(tmp_path)], InProcess(), "auto", {}).columns["code"].to_json() == (
        spread_profile(files, InProcess(), "auto", {}).columns["code"].to_json()
    )
    (tmp_path / "empty").mkdir()
    with pytest.raises(synth.ExampleError, match="is empty"):
        spread_profile([str(tmp_path / "empty")], InProcess(), "auto", {})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda file: file.unlink(missing_ok=True), "no such file"),
        (lambda file: file.write_text("new\n1\n"), "was changed"),
    ],
)
def test_files_that_change_in_the_middle_are_an_error(tmp_path, change, told):
    class Changing(InProcess):
        def run(self, work, setting, tasks, budget):
            if work.__name__ == "_profiled":
                change(Path(files[0]))
            return super().run(work, setting, tasks, budget)

    files = written(tmp_path, ROWS, 100)
    with pytest.raises(synth.ExampleError, match=told):
        spread_profile(files, Changing(), "auto", {})


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_workers_make_the_same_profile(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("ray")
    from synth.cluster.connection import connected
    from synth.cluster.pool import ray_pool

    files = written(tmp_path, ROWS, 60)
    alone = spread_profile(files, InProcess(), "auto", {}).to_json()
    with connected("local", 2):
        for workers in (1, 2):
            with ray_pool(workers) as pool:
                assert spread_profile(files, pool, "auto", {}).to_json() == alone
