"""Positions that are told by distances, against loops and against transformers."""

import math

import pytest

torch = pytest.importorskip("torch")

from dataclasses import replace  # noqa: E402

from differentiable.transformer.configuration import Configuration  # noqa: E402
from differentiable.transformer.model import TransformerLM  # noqa: E402
from differentiable.transformer.positions import buckets  # noqa: E402

SMALL = Configuration(vocabulary=11, width=16, blocks=2, heads=4, context=64, positions="relative")
DISTANCES = torch.arange(-400, 401)


def bucket(distance, is_causal):
    """The definition in Python's own numbers."""
    side, later = (32, 0) if is_causal else (16, 16 if distance > 0 else 0)
    far = max(-distance, 0) if is_causal else abs(distance)
    if far < side // 2:
        return later + far
    return later + min(side - 1, side // 2 + int(math.log(far / (side // 2)) / math.log(256 / side) * (side // 2)))


@pytest.mark.parametrize("is_causal", [True, False])
def test_buckets_are_those_of_the_definition(is_causal):
    wanted = [bucket(distance, is_causal) for distance in DISTANCES.tolist()]
    assert buckets(DISTANCES, is_causal=is_causal).tolist() == wanted
    assert set(wanted) == set(range(32)) - ({16} if not is_causal else set())  # 16: later by no token


@pytest.mark.parametrize("is_causal", [True, False])
def test_buckets_are_those_of_transformers(is_causal):
    t5 = pytest.importorskip("transformers.models.t5.modeling_t5")
    theirs = t5.T5Attention._relative_position_bucket(DISTANCES, bidirectional=not is_causal)
    assert torch.equal(buckets(DISTANCES, is_causal=is_causal), theirs)


@torch.no_grad()
@pytest.mark.parametrize("causal", [True, False])
def test_relative_scores_are_added_head_by_head(causal):
    found = TransformerLM(replace(SMALL, blocks=1, causal=causal), seed=1).double()
    torch.nn.init.normal_(found.blocks.relative.weight)
    tokens = torch.randint(0, 11, (1, 40), generator=torch.Generator().manual_seed(1))
    weights = found.attention_weights(tokens)[0, 0]  # (heads, 40, 40)
    block, table = found.blocks.blocks[0], found.blocks.relative.weight
    parts = block.attention.project(block.attention_norm(found.tokens(tokens)))[0]  # (40, 48)
    for head in range(4):
        queries, keys = parts[:, 4 * head : 4 * head + 4], parts[:, 16 + 4 * head : 20 + 4 * head]
        for place in range(40):
            scores = [
                float(queries[place] @ keys[other]) / 2.0 + float(table[bucket(other - place, causal), head])
                for other in range(place + 1 if causal else 40)
            ]
            total = sum(map(math.exp, scores))
            wanted = [math.exp(score) / total for score in scores] + [0.0] * (40 - len(scores))
            assert weights[head, place].tolist() == pytest.approx(wanted, abs=1e-10)


def test_scores_of_distances_are_learned():
    found = TransformerLM(SMALL, seed=1)
    found.loss(torch.arange(40)[None] * 7 % 11).backward()
    gradient = found.blocks.relative.weight.grad
    assert (gradient[:16].abs().amax(1) > 0).all()
    assert not gradient[24:].any()  # no two of 39 tokens are so far apart


def test_a_distance_is_all_that_relative_positions_tell():
    found = TransformerLM(SMALL, seed=1).double().eval()
    tokens = torch.randint(0, 11, (1, 12), generator=torch.Generator().manual_seed(2))
    there = torch.arange(16)[None] >= 4
    shifted = found(torch.cat([tokens[:, :4], tokens], 1), there)[:, 4:]
    assert (shifted - found(tokens)).abs().max() < 1e-10
    turned = tokens.clone()
    turned[0, [0, 1]] = tokens[0, [1, 0]]
    assert (found(turned) - found(tokens))[0, 2:].abs().max() > 1e-6


@torch.no_grad()
def test_sinusoidal_places_are_added_to_tokens_that_are_scaled():
    found = TransformerLM(replace(SMALL, positions="sinusoidal"), seed=1).double().eval()
    vectors = found.embedded(torch.tensor([[3, 7, 3]]), None, None)[0]
    for place, token in enumerate([3, 7, 3]):
        waves = [(math.sin, math.cos)[number % 2](place / 10_000 ** (number // 2 * 2 / 16)) for number in range(16)]
        wanted = [4 * weight + wave for weight, wave in zip(found.tokens.weight[token].tolist(), waves, strict=True)]
        assert vectors[place].tolist() == pytest.approx(wanted, abs=1e-6)
