"""Each task, from files in its format to a line with scores."""

import gzip

import pytest

from synth.evaluation.cell import Cell
from synth.evaluation.measuring import Order, measure
from synth.evaluation.tasks.registry import make
from tests.synth.evaluation.tasks.small_data import FILES

TASKS = [
    "pos", "pos-ptb", "wnut17", "conll2003", "ontonotes", "chunking", "constituency", "constituency-grammar",
    "constituency-ptb", "dependency", "multi30k", "wmt14", "iwslt14", "atis", "atis-templates", "atis-slots",
    "atis-intents", "wikisql", "scan", "mcwq", "cfq", "snli", "multinli", "anli", "squad1", "squad2",
]  # fmt: skip


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    for data_set, files in FILES.items():
        for name, text in files.items():
            path = folder / data_set / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return str(folder)


def measured(name, encoder, data):
    line = measure(Order(Cell(name, encoder), "", data))
    assert line["status"] == "done", line
    return line


@pytest.mark.parametrize("name", TASKS)
def test_a_task_is_measured_with_a_network_and_without(name, data):
    task = make(name)
    for encoder in ("mean", *task.baselines, *task.fixed):
        for scores in measured(name, encoder, data)["scores"].values():
            assert next(iter(scores)) == task.main
            assert all(value >= 0 for value in scores.values())


def learned(name, data, monkeypatch, **settings):
    """The scores of an LSTM that may look at the data for long enough."""
    from dataclasses import replace

    task = type(make(name))
    own = replace(task.settings["minutes"], rate=1e-2, dropout=0.0, least=1, train=None, test=None, **settings)
    monkeypatch.setattr(task, "settings", {"minutes": own})
    from synth.evaluation.measuring import prepared

    prepared.cache_clear()
    return measured(name, "lstm", data)["scores"]


@pytest.mark.parametrize(
    ("name", "epochs"),
    [
        ("pos", 20),
        ("constituency", 60),
        ("dependency", 20),
        ("scan", 25),
        ("atis", 25),
        ("multi30k", 25),
        ("squad2", 25),
    ],
)
def test_what_is_easy_is_learned(name, epochs, data, monkeypatch):
    main = make(name).main
    scores = learned(name, data, monkeypatch, epochs=epochs)["test"]
    assert scores[main] > (0.9 if main != "bleu" else 90)
