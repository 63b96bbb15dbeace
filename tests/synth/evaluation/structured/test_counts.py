"""What counts say of words, and a network mixed with them."""

import math
from random import Random

import pytest
import torch

from synth.evaluation.baselines.kneser_ney import KneserNey
from synth.evaluation.building import build
from synth.evaluation.cell import Cell
from synth.evaluation.example import Part, Splits
from synth.evaluation.heads.language import likeliest_weights
from synth.evaluation.structured import counts
from synth.evaluation.structured.counts import ORDER, PARTS, Counts, Piece, Place, cached
from synth.evaluation.task import Settings
from synth.evaluation.tasks.language.words import MIXTURE, pieces
from synth.evaluation.tasks.registry import make


def test_a_cache_holds_the_words_read_last(monkeypatch):
    monkeypatch.setattr(counts, "CACHE", 4)
    rng = Random(0)
    text = [rng.randrange(3) for _ in range(40)]
    found = cached(Piece(text[6:], text[2:6]))
    for place, chance in enumerate(found, 7):
        held = text[max(place - 4, 2) : place]
        assert chance == pytest.approx(held.count(text[place]) / len(held))
    assert cached(Piece([1, 1, 2], [])) == [1.0, 0.0]


def test_ngrams_of_a_training_piece_are_counted_in_the_other_parts():
    rng = Random(0)
    known = [Piece([rng.randrange(6) for _ in range(12)], [], part) for part in range(PARTS) for _ in range(3)]
    model = Counts(known, 6)
    others = KneserNey([piece.words for piece in known if piece.part != 1], ORDER, 6)
    assert [chance for chance, _ in model.chances(known[4])] == others.chances(known[4].words)
    whole = KneserNey([piece.words for piece in known], ORDER, 6)
    new = Piece(known[4].words, [])
    assert [chance for chance, _ in model.chances(new)] == whole.chances(new.words)


def test_places_say_what_was_before_and_in_which_part_they_are():
    text = [str(number) for number in range(2000)]
    assert Place(text, 3).before() == ["0", "1", "2"]
    assert Place(text, 1000).before() == text[500:1000]
    assert [Place(text, start).part() for start in (0, 399, 400, 1999)] == [0, 0, 1, 4]


def test_no_other_weights_make_words_likelier():
    torch.manual_seed(0)
    logs = torch.rand(400, 3, dtype=torch.float64).log()
    logs[:, 2] -= 5  # a part that is no good
    found = likeliest_weights(logs)
    assert found.sum() == pytest.approx(1)
    assert found.min() > 0

    def nats(weights):
        return float(-torch.logsumexp(logs + weights.log(), 1).mean())

    steps = torch.linspace(0, 1, 41, dtype=torch.float64)
    grid = [torch.stack([one, other, 1 - one - other]) for one in steps for other in steps if one + other <= 1]
    assert nats(found) < min(map(nats, grid)) + 1 / 400


@pytest.mark.parametrize("weights", [[1.0, 0.0, 0.0, 0.0], [0.4, 0.3, 0.2, 0.1]])
def test_chances_of_all_words_that_a_mixture_gives_sum_to_one(weights):
    rng = Random(0)
    stream = [rng.choice("abcd") for _ in range(200)]
    task, train = make("wikitext2"), pieces(stream, 8)
    splits = Splits(Part(train), {"test": Part(train[:2])})
    settings = Settings(size=8, width=8, least=1, dropout=0.0)
    torch.manual_seed(0)
    model = build(task, Cell("wikitext2", MIXTURE), splits, settings).eval()
    model.head.weights = torch.tensor(weights)
    (before,) = pieces(stream[:31], 30)
    nats = model.predict([before])[0].nats
    chances = []
    for word in model.vocabulary.words[1:]:
        (longer,) = pieces([*stream[:31], word], 31)
        chances.append(math.exp(nats - model.predict([longer])[0].nats))
    assert sum(chances) == pytest.approx(1, abs=1e-3)  # n-grams give padding a little
    assert min(chances) > 0
