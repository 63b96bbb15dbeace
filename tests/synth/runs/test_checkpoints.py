import json
from hashlib import sha256

import numpy as np
import pytest

from searchers.protocol import State
from synth.runs.checkpoints import ARRAYS, STATE, Checkpoint, Checkpoints

STATS = {"seconds": 0.1, "candidates": 7}


def checkpoint(step, **arrays):
    state = State({"beam": [["a+", True]], "score": 0.1 + 0.2}, arrays)
    return Checkpoint(3, "beam", step, 7, STATS, [3, [1, 2], None], ["a+", "é"], None, False, state)


def test_what_is_saved_is_read_bit_for_bit(tmp_path):
    weights = np.random.default_rng(1).normal(size=(3, 2)).astype(np.float32)
    saved = checkpoint(5, weights=weights, seen=np.array([2**63], dtype=np.uint64))
    Checkpoints(tmp_path / "some" / "regex").save(saved)
    read = Checkpoints(tmp_path / "some" / "regex").latest()
    assert (read.step, read.stats, read.random, read.front, read.answer) == (
        5,
        STATS,
        [3, [1, 2], None],
        ["a+", "é"],
        None,
    )
    assert read.state.values == saved.state.values
    assert read.state.arrays["weights"].tobytes() == weights.tobytes()
    assert read.state.arrays["weights"].dtype == np.float32
    assert read.state.arrays["seen"].tolist() == [2**63]


def test_none_is_there_before_the_first(tmp_path):
    assert Checkpoints(tmp_path / "none").latest() is None


def test_the_latest_two_are_kept(tmp_path):
    for step in range(12):
        Checkpoints(tmp_path).save(checkpoint(step))
    assert Checkpoints(tmp_path).latest().step == 11
    assert sorted(path.name for path in tmp_path.iterdir()) == ["000011", "000012"]


def torn(data):
    return data[: len(data) // 2]


def flipped(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize("name", [STATE, ARRAYS])
@pytest.mark.parametrize("damage", [torn, flipped, lambda _: b"", lambda _: b"\xff{}", lambda _: b"{}", lambda _: b"3"])
def test_a_damaged_one_falls_back_to_the_one_before_and_says_so(name, damage, tmp_path):
    for step in (1, 2):
        Checkpoints(tmp_path).save(checkpoint(step, weights=np.arange(9.0)))
    file = tmp_path / "000002" / name
    file.write_bytes(damage(file.read_bytes()))
    checkpoints = Checkpoints(tmp_path)
    assert checkpoints.latest().step == 1
    assert len(checkpoints.faults) == 1
    assert "000002" in checkpoints.faults[0]
    (tmp_path / "000001" / name).unlink()
    assert Checkpoints(tmp_path).latest() is None


def test_a_failed_save_leaves_the_others(tmp_path, monkeypatch):
    Checkpoints(tmp_path).save(checkpoint(1))

    def fail(_):
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", fail)
        with pytest.raises(OSError, match="disk full"):
            Checkpoints(tmp_path).save(checkpoint(2))
    assert Checkpoints(tmp_path).latest().step == 1
    assert [path.name for path in tmp_path.iterdir()] == ["000001"]


def forged(folder, change):
    """Rewrites a checkpoint with every digest right."""
    whole = json.loads((folder / STATE).read_text())
    values = json.loads(whole["checkpoint"])
    change(values)
    text = json.dumps(values)
    (folder / STATE).write_text(json.dumps({"sha256": sha256(text.encode()).hexdigest(), "checkpoint": text}))


FORGERIES = {
    "a name": lambda values: values.pop("front"),
    "a count below 0": lambda values: values.update(step=-1),
    "a count that no array counts with": lambda values: values.update(candidates=10**400),
    "a front of numbers": lambda values: values.update(front=[1]),
    "a state that is a list": lambda values: values.update(state=[1]),
    "an answer that is an object": lambda values: values.update(answer={}),
    "an end that is a word": lambda values: values.update(finished="no"),
    "a seed of text": lambda values: values.update(seed="3"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_one_falls_back_to_the_one_before(forgery, tmp_path):
    for step in (1, 2):
        Checkpoints(tmp_path).save(checkpoint(step))
    forged(tmp_path / "000002", FORGERIES[forgery])
    checkpoints = Checkpoints(tmp_path)
    assert checkpoints.latest().step == 1
    assert len(checkpoints.faults) == 1


@pytest.mark.parametrize("name", ["000009", "00009", "٠٠٠٠٠٩", "9" * 200, "notes"])
def test_what_is_no_checkpoint_is_left_alone(name, tmp_path):
    Checkpoints(tmp_path).save(checkpoint(1))
    (tmp_path / name).mkdir()
    (tmp_path / name / "thesis").write_text("mine")
    for step in range(2, 5):
        Checkpoints(tmp_path).save(checkpoint(step))
    assert Checkpoints(tmp_path).latest().step == 4
    assert (tmp_path / name / "thesis").read_text() == "mine"
