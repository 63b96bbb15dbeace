"""A transformer behind its cache against the same read anew."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from differentiable.transformer.configuration import CHOICES, Configuration  # noqa: E402
from differentiable.transformer.model import TransformerLM  # noqa: E402
from synth.decoding.generation import generate  # noqa: E402
from synth.decoding.models.transformer import CachedTransformer  # noqa: E402

from dsl.regex import Regex  # noqa: E402 isort: skip


def model(positions, context=64, vocabulary=7):
    shape = Configuration(vocabulary, width=16, blocks=2, heads=2, context=context, positions=positions)
    return TransformerLM(shape, seed=3).double()


def anew(transformer, texts, context):
    with torch.inference_mode():
        rows = [transformer(torch.tensor([text[-context:]]))[0, -1].log_softmax(-1).numpy() for text in texts]
    return np.array(rows)


@pytest.mark.parametrize("positions", CHOICES["positions"])
def test_beams_with_a_cache_are_beams_without(positions):
    transformer = model(positions)
    cached = CachedTransformer(transformer, 0, (1, 2))
    beams = [()]
    for _ in range(20):
        found = cached.log_probs(beams)
        assert np.abs(found - anew(transformer, [(0, 1, 2, *beam) for beam in beams], 64)).max() < 1e-10
        pairs = [(found[row, token], (*beam, token)) for row, beam in enumerate(beams) for token in range(7)]
        beams = [beam for _, beam in sorted(pairs, reverse=True)[:3]]


def test_prefixes_of_different_lengths_and_unknown_ones_are_read():
    transformer = model("rotary")
    cached = CachedTransformer(transformer, 0)
    batches = [[(1,), (1, 2, 3)], [(1, 4), (1, 2, 3, 5)], [(6, 6)], []]
    for batch in batches[:3]:
        assert np.abs(cached.log_probs(batch) - anew(transformer, [(0, *prefix) for prefix in batch], 64)).max() < 1e-10


def test_texts_longer_than_learned_positions_are_read_from_behind():
    transformer = model("learned", context=8)
    cached = CachedTransformer(transformer, 0)
    prefix = ()
    for token in [1, 2, 3, 4, 5, 6, 1, 2, 3, 4]:
        assert np.abs(cached.log_probs([prefix]) - anew(transformer, [(0, *prefix)], 8)).max() < 1e-10
        prefix = (*prefix, token)


def test_every_strategy_writes_inside_a_language():
    shape = Configuration(257, width=16, blocks=1, heads=2, context=32)
    cached = CachedTransformer(TransformerLM(shape, seed=3), 256)
    language = Regex.parse("(ab|cd){2,4}")
    for strategy in ("sample", "greedy", "beam", "particles"):
        texts = generate(cached, language, strategy=strategy, count=2, limit=10)
        assert all(language.accepts(text) for text in texts), strategy
