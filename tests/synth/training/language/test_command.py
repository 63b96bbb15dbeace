"""synth train lm, synth resume and synth generate --model, from a file of text to texts."""

import pytest

torch = pytest.importorskip("torch")

from click.testing import CliRunner  # noqa: E402

from synth.cli import main  # noqa: E402

SMALL = ["--width", "16", "--blocks", "1", "--heads", "2", "--context", "16", "--batch", "4", "--warmup", "2"]


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("the cat sat on the mat. " * 40, encoding="utf-8")
    return str(path)


def invoke(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def test_a_model_is_trained_gone_on_with_and_writes(text, tmp_path):
    run = tmp_path / "run"
    trained = invoke("train", "lm", text, "--out", run, "--steps", 6, "--look", 3, *SMALL)
    assert trained.exit_code == 0, trained.output
    assert "step 6: " in trained.stderr
    assert "tokens/s" in trained.stderr
    again = invoke("resume", run)
    assert again.exit_code == 0, again.output
    written = invoke("generate", "--model", run, "--grammar", "[a-z]{3}( [a-z]{3})?", "--count", 2)
    assert written.exit_code == 0, written.output
    assert all(len(line) in (3, 7) for line in written.stdout.splitlines())


def test_the_peak_is_of_the_numbers_that_are_multiplied(text, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr("synth.training.language.run._peak", lambda device, kind: asked.append(kind) or 1.0)
    for precision in ("float32", "bfloat16"):
        found = invoke(
            "train", "lm", text, "--out", tmp_path / precision, "--steps", 1, *SMALL, "--precision", precision
        )
        assert found.exit_code == 0, found.output
    assert asked == [torch.float32, torch.bfloat16]


def test_each_look_is_a_point_of_curves(text, tmp_path):
    pytest.importorskip("tensorboardX")
    found = invoke(
        "train", "lm", text, "--out", tmp_path / "run", "--steps", 4, "--look", 2, *SMALL, "--tensorboard", tmp_path
    )
    assert found.exit_code == 0, found.output
    (curves,) = tmp_path.glob("events.out.tfevents.*")
    assert curves.read_bytes().count(b"held_out") == 2


def test_workers_share_the_pieces_of_a_step(text, tmp_path):
    found = invoke("train", "lm", text, "--out", tmp_path / "run", "--ray", "local", "--workers", 3, *SMALL)
    assert found.exit_code == 2
    assert "4 pieces do not divide by 3 workers" in found.stderr
    assert not (tmp_path / "run").exists()


def test_bad_input_is_an_error_with_a_hint(text, tmp_path):
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"")
    for arguments, message in [
        ([empty, "--out", tmp_path / "a"], "is empty"),
        ([text, "--out", tmp_path / "b", "--heads", 3], "the heads divide the width"),
        ([text, "--out", tmp_path / "c", "--tokenizer", empty], "cannot read the tokenizer"),
    ]:
        found = invoke("train", "lm", *arguments)
        assert found.exit_code == 2, found.output
        assert message in found.stderr
        assert not list(tmp_path.glob("?"))
