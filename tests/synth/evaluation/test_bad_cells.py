"""Cells that go wrong: each is recorded with its reason, and the others go on."""

import json

import pytest
import torch

from differentiable import encoders
from differentiable.encoders import Encoded
from differentiable.encoders.mean import MeanEncoder
from dsl.errors import RunError, SynthError
from synth.evaluation.cell import Cell
from synth.evaluation.measuring import Order, measure
from synth.evaluation.record import Record
from synth.evaluation.suite import begin, orders, work_off
from synth.evaluation.task import PROFILES


class Wide(MeanEncoder):
    def encode(self, ids, lengths, there):
        states, pooled = super().encode(ids, lengths, there)
        return Encoded(states, pooled.repeat(1, 2))


class Lost(MeanEncoder):
    def encode(self, ids, lengths, there):
        states, pooled = super().encode(ids, lengths, there)
        return Encoded(states, pooled * torch.nan)


class Huge(MeanEncoder):
    def encode(self, ids, lengths, there):
        return torch.zeros(1 << 60)


class Wrong(MeanEncoder):
    def encode(self, ids, lengths, there):
        raise ValueError("not today\nnor tomorrow")


WAYS = {
    "wide": (Wide, "Wide gave states and pooled of shapes (32, 4, 128) and (32, 256)", "(32, 4, 128) and (32, 128)"),
    "lost": (Lost, "diverged: the loss of step 1 is nan", "rate"),
    "huge": (Huge, "out of memory", "larger machine"),
    "wrong": (Wrong, "ValueError: not today", "report it"),
    "nothing": (None, "no encoder 'nothing'", ""),
}


@pytest.fixture(scope="module", autouse=True)
def registered():
    for name, (kind, *_) in WAYS.items():
        if kind is not None and name not in encoders.names():
            encoders.register(name, kind)


@pytest.mark.parametrize("name", WAYS)
def test_the_reason_is_in_the_line(name, data):
    _, reason, hint = WAYS[name]
    line = measure(Order(Cell("sst2", name), "digest", str(data)))
    assert line["status"] == "failed"
    assert line["reason"].startswith(reason)
    assert "tomorrow" not in line["reason"]
    assert hint in (line["hint"] or "")
    json.dumps(line)


def test_one_that_takes_too_long_has_failed(data, monkeypatch):
    monkeypatch.setitem(PROFILES, "minutes", 0.0)
    line = measure(Order(Cell("sst2", "mean"), "digest", str(data)))
    assert (line["status"], line["reason"]) == ("failed", "more than 0 s: 1 of 9 steps were trained")


def test_a_full_disk_ends_the_run_and_what_is_missing_is_done_later(data, tmp_path, monkeypatch):
    asked = {"tasks": "sst2", "protocols": ["swap"], "encoders": ["mean"], "profile": "minutes", "seeds": 1,
             "data": str(data)}  # fmt: skip
    record = begin(str(tmp_path / "run"), asked)

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(record._lines, "append", full)
        patched.setattr(record._lines, "flush", full)
        with pytest.raises(RunError, match="No space left on device") as told:
            list(work_off(record))
    assert "synth resume" in told.value.hint
    again = Record.open(tmp_path / "run")
    assert len(list(work_off(again))) == len(again.lines()) == 4


ASKED = {"tasks": "tomita,listops", "protocols": ["swap"], "encoders": ["mean"], "profile": "minutes", "seeds": 1}
BAD = {
    "encoder": ({"encoders": ["maen"]}, "no encoder 'maen'", "did you mean 'mean'"),
    "mode": ({"modes": ["sotf"]}, "no mode 'sotf'", "did you mean 'soft'"),
    "profile": ({"profile": "minute"}, "no profile 'minute'", "did you mean 'minutes'"),
    "seeds": ({"seeds": "x"}, "'x' seeds", "whole number"),
    "share": ({"shares": [0.1, 0.0]}, "0 of the training data", "above 0"),
    "data": ({"data": "/no/such/folder"}, "there is no folder /no/such/folder", "synth evaluate fetch"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_asked_wrongly_is_told_before_there_is_a_directory(what, tmp_path):
    change, message, hint = BAD[what]
    with pytest.raises(SynthError) as error:
        begin(str(tmp_path / "run"), {**ASKED, **change})
    assert error.value.message == message
    assert hint in error.value.hint
    assert not (tmp_path / "run").exists()


def test_encoders_of_one_task_are_asked_of_no_other(tmp_path):
    cells = [order.cell for order in orders(begin(str(tmp_path / "run"), {**ASKED, "encoders": ["trained"]}))]
    assert {cell.task for cell in cells if cell.encoder == "trained"} == {"tomita"}


def test_a_run_of_which_every_cell_failed_leaves_with_an_exit_code(synth_command, tmp_path):
    done = synth_command(
        "evaluate", "run", "--tasks", "conll2003", "--encoders", "mean", "--out", str(tmp_path / "run")
    )
    assert done.exit_code == 2
    assert "run with --data and the folder it is in" in done.stderr
    assert "3 cells, 3 of them failed" in done.stderr
