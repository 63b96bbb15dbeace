"""Language models on shares of the training data: what is asked stays, and a mixture is as good as its parts."""

import math
from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from synth.evaluation.baselines.counts import kneser_ney
from synth.evaluation.cell import Cell
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.measuring import Order, measure, prepared
from synth.evaluation.task import Settings
from synth.evaluation.tasks.language.words import MIXTURE
from synth.evaluation.tasks.registry import make

SHARES = (0.02, 0.2, 1.0)
WORDS = [f"w{number}" for number in range(60)]


def text(rng, lines):
    """Words of which each is followed by one of three, and the first ones are the most frequent."""
    after = {word: Random(word).choices(WORDS, range(60, 0, -1), k=3) for word in WORDS}
    found = []
    for _ in range(lines):
        row = [rng.choice(WORDS)]
        while len(row) < 12:
            row.append(rng.choice(after[row[-1]]))
        found.append(" ".join(row))
    return "\n".join(found) + "\n"


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder, rng = tmp_path_factory.mktemp("data"), Random(0)
    files = {"train": 500, "valid": 500, "test": 200}
    for data_set in ("lm_wikitext2", "lm_wikitext103", "enwik8"):
        (folder / data_set).mkdir()
        for split, lines in files.items():
            name = f"{split}.txt.raw" if data_set == "enwik8" else f"{split}.txt"
            (folder / data_set / name).write_text(text(rng, lines))
    (folder / "lm_wikitext103" / "train.txt").unlink()  # then it learns from its validation set
    return str(folder)


@pytest.fixture(autouse=True)
def small(monkeypatch):
    for name in ("wikitext2", "wikitext103", "enwik8"):
        task = type(make(name))
        least = task.settings["minutes"].least
        own = Settings(epochs=2, batch=16, rate=1e-2, size=16, width=32, dropout=0.0, least=least)
        monkeypatch.setattr(task, "settings", {"minutes": own})
    prepared.cache_clear()
    yield
    prepared.cache_clear()


def scores(task, encoder, share, data):
    line = measure(Order(Cell(task, encoder, share=share), "", data))
    assert line["status"] == "done", line
    return line["scores"]["test"]


@pytest.mark.parametrize("task", ["wikitext2", "wikitext103"])
def test_what_is_asked_is_the_same_on_every_share(task, data):
    found = {scores(task, *case, data)["unknown"] for case in product((*make(task).baselines, "mean"), SHARES)}
    assert len(found) == 1


@pytest.mark.parametrize(
    ("task", "encoder"), [("wikitext2", "trivial"), ("wikitext2", "bigrams"), ("enwik8", "trigrams")]
)
def test_less_to_learn_from_makes_words_no_likelier(task, encoder, data):
    found = [scores(task, encoder, share, data)[make(task).main] for share in SHARES]
    assert found == sorted(found, reverse=True)


def test_words_are_those_of_all_training_data(data):
    whole = prepared("wikitext2", "minutes", data)
    counts = Counter(word for example in whole.train.examples for word in example.tokens)
    asked = set(whole.share(0.02, 0).words)
    assert asked == {word for word, count in counts.items() if count > 1}
    assert asked > {word for example in whole.share(0.02, 0).train.examples for word in example.tokens}
    assert prepared("enwik8", "minutes", data).share(0.02, 0).words == prepared("enwik8", "minutes", data).words
    assert make("sst2").asks_words is False  # there, a word that was never seen has nothing that could be learned


@pytest.mark.parametrize("order", [1, 2, 3])
def test_chances_of_all_words_by_a_share_sum_to_one(order, data):
    splits = prepared("wikitext2", "minutes", data).share(0.02, 0)
    baseline = kneser_ney(order, 2, lower=False)

    def chance(*words):
        asked = {"test": Part([Example(words[:-1], words[1:])])}
        ((nats, _, _),) = baseline(replace(splits, tests=asked), 0)["test"]
        return math.exp(-nats)

    every = ["", "never seen", *splits.words]
    for first, second in (splits.train.examples[0].tokens[:2], ("w0", "w59")):
        assert sum(chance(first, second, word) for word in every) == pytest.approx(chance(first, second))


@pytest.mark.parametrize(("task", "share"), [("wikitext103", 1.0), *product(["wikitext2"], SHARES)])
def test_a_mixture_is_not_worse_than_its_parts(task, share, data):
    parts = [scores(task, encoder, share, data)["perplexity"] for encoder in ("lstm", "trigrams")]
    assert scores(task, MIXTURE, share, data)["perplexity"] < 1.05 * min(parts)


@pytest.mark.parametrize("task", ["wikitext2", "wikitext103"])
def test_a_network_that_reads_little_again_and_again_does_not_end_sure_of_it(task, data):
    learned, trivial = (scores(task, encoder, 0.02, data)["perplexity"] for encoder in ("lstm", "trivial"))
    assert learned < 1.5 * trivial


def test_what_a_mixture_is_chosen_by_is_held_out_where_there_is_nothing_else():
    examples = [Example((str(number),)) for number in range(30)]
    splits = Splits(Part(examples), {"test": Part(examples[:1])}, words=["1"])
    held = splits.held_out()
    assert [*held.train.examples, *held.valid.examples] == examples
    assert len(held.valid.examples) == 3
    assert (held.train.mark, held.valid.mark, held.words) == ("slice", "derived", ["1"])
    assert held.held_out() is held
    alone = replace(splits, train=Part(examples[:1]))
    assert alone.held_out() is alone
