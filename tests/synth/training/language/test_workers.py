"""A language model trained by two workers of Ray Train, beside one process with all the pieces."""

import json
import os
import warnings

import pytest

torch = pytest.importorskip("torch")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pytest.importorskip("ray.train", exc_type=ImportError)

from click.testing import CliRunner  # noqa: E402

from synth.cli import main  # noqa: E402
from synth.cluster.connection import connected  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
SMALL = ["--width", "16", "--blocks", "1", "--heads", "2", "--context", "16", "--batch", "8", "--warmup", "2"]


def test_two_workers_have_the_loss_of_one_with_twice_the_batch(tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("the cat sat on the mat. " * 40, encoding="utf-8")
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "120")  # for busy machines
    losses = []
    with connected("local", 3):  # one more, as Ray Train's own actor has none to itself
        for name, more in [("one", []), ("two", ["--ray", "local", "--workers", "2"])]:
            arguments = ["train", "lm", str(text), "--out", str(tmp_path / name), "--steps", "12", "--look", "3"]
            found = CliRunner().invoke(main, [*arguments, *SMALL, *more])
            assert found.exit_code == 0, found.output
            looks = map(json.loads, (tmp_path / name / "events.jsonl").read_text().splitlines())
            losses.append([(look["loss"], look["held_out"]) for look in looks])
    assert len(losses[0]) == len(losses[1]) == 4
    differences = torch.tensor(losses[0]) - torch.tensor(losses[1])
    assert differences.abs().max() < 1e-4
