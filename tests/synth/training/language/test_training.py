"""Language models in training: bit for bit after a kill, and in parts as at once."""

import json
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch")

from differentiable.transformer.configuration import Configuration  # noqa: E402
from differentiable.transformer.model import TransformerLM  # noqa: E402
from dsl.errors import ConfigurationError, ExampleError, RunError  # noqa: E402
from synth.training.language.corpus import read_corpus  # noqa: E402
from synth.training.language.run import LanguageRun  # noqa: E402
from synth.training.language.training import LanguageTraining, Schedule, Share  # noqa: E402

TEXT = "the cat sat on the mat. the dog sat on the log. " * 30
SMALL = Configuration(vocabulary=257, width=16, blocks=1, heads=2, context=16, dropout=0.1)
SHORT = Schedule(steps=12, batch=4, length=16, warmup=3, rate=0.01, seed=5)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    return [str(tmp_path / "text.txt")]


def training(files, configuration=SMALL, **changes):
    schedule = Schedule(**({**SHORT.__dict__} | changes))
    return LanguageTraining(TransformerLM(configuration, seed=5), read_corpus(files, None), schedule)


def same(one, other):
    theirs = other.model.state_dict()
    return all(torch.equal(part, theirs[name]) for name, part in one.model.state_dict().items())


@pytest.mark.parametrize("stopped", range(1, 11))
def test_a_checkpoint_goes_on_bit_for_bit(files, tmp_path, stopped):
    whole = training(files)
    for _ in range(12):
        whole.advance()
    first = training(files)
    for _ in range(stopped):
        first.advance()
    first.save(tmp_path / "checkpoint")
    second = training(files)
    second.load(tmp_path / "checkpoint")
    for _ in range(12 - stopped):
        second.advance()
    assert same(whole, second)


def test_in_parts_as_at_once(files):
    without_dropout = replace(SMALL, dropout=0.0)
    one, other = (training(files, without_dropout, accumulate=parts) for parts in (1, 2))
    losses = [(one.advance(), other.advance()) for _ in range(5)]
    assert all(abs(first - second) < 1e-5 for first, second in losses)


def test_a_run_is_gone_on_with_and_refuses_other_text(files, tmp_path):
    run = LanguageRun(str(tmp_path / "run"), read_corpus(files, None), SMALL, SHORT, files=files, look=4)
    looks = run.looks()
    next(looks)
    again = LanguageRun.resume(str(tmp_path / "run"))
    assert again.training.step == 4
    assert [look.step for look in again.looks()] == [8, 12]
    whole = LanguageRun(str(tmp_path / "whole"), read_corpus(files, None), SMALL, SHORT, files=files, look=4)
    assert len(list(whole.looks())) == 3
    assert same(whole.training, again.training)
    lines = (tmp_path / "run" / "events.jsonl").read_text().splitlines()
    assert [json.loads(line)["step"] for line in lines] == [4, 8, 12]
    (tmp_path / "text.txt").write_text(TEXT + "more", encoding="utf-8")
    with pytest.raises(RunError, match="not those"):
        LanguageRun.resume(str(tmp_path / "run"))


def test_a_loss_that_is_not_finite_stops_before_the_weights_change(files):
    diverging = training(files)
    diverging.advance()
    with torch.no_grad():
        diverging.model.tokens.weight[0, 0] = float("inf")
    kept = {name: part.clone() for name, part in diverging.model.state_dict().items()}
    with pytest.raises(ConfigurationError, match="step 2 is not finite"):
        diverging.advance()
    assert all(torch.equal(part, kept[name]) for name, part in diverging.model.state_dict().items())
    assert diverging.step == 1


def test_training_lowers_the_loss(files):
    learning = training(files, steps=60)
    before = learning.held_out()
    for _ in range(60):
        learning.advance()
    assert learning.held_out() < before - 1


@pytest.mark.parametrize(("data", "message"), [(b"  \n", "is empty"), (b"ab\xff", "not UTF-8: byte 2")])
def test_files_without_text_are_errors(tmp_path, data, message):
    (tmp_path / "bad.txt").write_bytes(data)
    with pytest.raises(ExampleError, match=message):
        read_corpus([str(tmp_path / "bad.txt")], None)


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(ConfigurationError, match="cannot read"):
        read_corpus([str(tmp_path / "none.txt")], None)


@pytest.mark.parametrize("changes", [{"precision": "float8"}, {"batch": 3, "accumulate": 2}, {"steps": 0}])
def test_what_does_not_fit_is_refused(changes):
    with pytest.raises(ConfigurationError):
        Schedule(**changes)


def test_two_workers_with_half_the_pieces_each_have_the_same_gradient(files):
    """What each of two workers computes, made a mean, is what one computes on all pieces."""
    plain = Configuration(vocabulary=257, width=16, blocks=1, heads=2, context=16)
    corpus = read_corpus(files, None)
    gradients = []

    def keep(tensors):
        gradients.append([tensor.clone() for tensor in tensors])

    for rank, workers in [(0, 1), (0, 2), (1, 2)]:
        LanguageTraining(TransformerLM(plain, seed=5), corpus, SHORT, Share(rank, workers, keep)).advance()
    whole, first, second = gradients
    for one, left, right in zip(whole, first, second, strict=True):
        assert (one - (left + right) / 2).abs().max() < 1e-6
