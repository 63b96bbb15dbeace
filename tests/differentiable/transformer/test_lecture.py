"""Attention step by step, in tiles, masked and across texts, each against a loop or torch."""

import math
import runpy
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from dataclasses import replace  # noqa: E402

from differentiable.calibration import calibration  # noqa: E402
from differentiable.transformer import steps  # noqa: E402
from differentiable.transformer.configuration import Configuration  # noqa: E402
from differentiable.transformer.masked import Masked, mask_tokens, masked_loss  # noqa: E402
from differentiable.transformer.model import TransformerLM  # noqa: E402
from differentiable.transformer.normalisation import BatchNorm  # noqa: E402
from differentiable.transformer.translation import Translator  # noqa: E402
from dsl.errors import ConfigurationError, ExampleError, LimitError  # noqa: E402

SMALL = Configuration(vocabulary=11, width=16, blocks=2, heads=4, context=64)


def drawn(*shape, seed=0):
    return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(seed))


def looped(queries, keys, values, scale, weigh, is_causal):
    found = torch.zeros(len(queries), values.shape[1], dtype=torch.float64)
    for place, query in enumerate(queries):
        seen = range(place + 1 if is_causal else len(keys))
        scores = [float(query @ keys[other]) * scale for other in seen]
        shares = [math.exp(score) for score in scores] if weigh else scores
        total = sum(shares) if weigh else 1.0
        for other, share in zip(seen, shares, strict=True):
            found[place] += share / total * values[other]
    return found


@pytest.mark.parametrize("is_causal", [True, False])
def test_the_three_steps_are_loops(is_causal):
    vectors, keys, values = drawn(7, 4), drawn(7, 4, seed=1), drawn(7, 3, seed=2)
    raw = looped(vectors, vectors, vectors, 1.0, False, is_causal)
    assert (steps.raw(vectors, is_causal=is_causal) - raw).abs().max() < 1e-12
    weighted = looped(vectors, vectors, vectors, 1.0, True, is_causal)
    assert (steps.weighted(vectors, is_causal=is_causal) - weighted).abs().max() < 1e-12
    whole = looped(vectors, keys, values, 0.5, True, is_causal)
    assert (steps.query_key_value(vectors, keys, values, is_causal=is_causal) - whole).abs().max() < 1e-12


@pytest.mark.parametrize("is_causal", [True, False])
@pytest.mark.parametrize("tile", [1, 5, 64])
def test_tiles_are_the_whole(is_causal, tile):
    queries, keys, values = (drawn(2, 3, 23, 8, seed=seed) * 3 for seed in range(3))
    whole = torch.nn.functional.scaled_dot_product_attention(queries, keys, values, is_causal=is_causal)
    assert (steps.tiled(queries, keys, values, tile=tile, is_causal=is_causal) - whole).abs().max() < 1e-12


def test_scores_have_unit_variance():
    queries, keys = drawn(400, 256), drawn(400, 256, seed=1)
    assert float((queries @ keys.T * 256**-0.5).var()) == pytest.approx(1.0, rel=0.05)


def test_a_mask_is_added():
    assert steps.causal_mask(3).tolist() == [[0, -math.inf, -math.inf], [0, 0, -math.inf], [0, 0, 0]]


def test_masked_tokens_are_as_often_hidden_as_they_should():
    tokens = torch.randint(0, 10, (200, 100), generator=torch.Generator().manual_seed(1))
    masked = mask_tokens(tokens, 10, 10, torch.Generator().manual_seed(2))
    assert float(masked.asked.float().mean()) == pytest.approx(0.15, abs=0.01)
    hidden = masked.tokens == 10
    assert not (hidden & ~masked.asked).any()
    assert float(hidden[masked.asked].float().mean()) == pytest.approx(0.8, abs=0.03)
    assert float((masked.tokens == tokens)[masked.asked].float().mean()) == pytest.approx(0.11, abs=0.03)


def test_a_bidirectional_model_learns_what_is_hidden():
    model = TransformerLM(replace(SMALL, causal=False), seed=1)
    tokens = (torch.arange(8) + torch.arange(5)[:, None]) % 10
    optimizer = torch.optim.Adam(model.parameters(), 0.01)
    stream = torch.Generator().manual_seed(3)
    losses = []
    for _ in range(40):
        loss = masked_loss(model, tokens, mask_tokens(tokens, 10, 10, stream))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert sum(losses[-5:]) < sum(losses[:5])
    assert masked_loss(model, tokens, Masked(tokens, torch.zeros_like(tokens, dtype=torch.bool))) == 0.0
    with pytest.raises(ConfigurationError, match="one side"):
        masked_loss(TransformerLM(SMALL), tokens, mask_tokens(tokens, 10, 10, stream))


def test_a_translator_sees_the_source_within_its_length_and_no_later_target():
    model = Translator(SMALL, sources=9, seed=1).double().eval()
    source = torch.randint(0, 9, (2, 6), generator=torch.Generator().manual_seed(1))
    lengths, target = torch.tensor([6, 3]), torch.randint(0, 11, (2, 5), generator=torch.Generator().manual_seed(2))
    whole = model(source, lengths, target)
    other = source.clone()
    other[1, 3:] = 0
    assert (model(other, lengths, target)[1] - whole[1]).abs().max() < 1e-12
    other[1, 0] = (other[1, 0] + 1) % 9
    assert (model(other, lengths, target)[1] - whole[1]).abs().max() > 1e-6
    later = target.clone()
    later[:, 3:] = 0
    assert (model(source, lengths, later)[:, :3] - whole[:, :3]).abs().max() < 1e-12


def test_a_translator_is_drawn_from_its_seed_alone():
    one, other = (Translator(SMALL, seed=1).state_dict() for _ in range(2))
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_a_translator_refuses_what_its_target_model_refuses():
    model = Translator(replace(SMALL, positions="learned", context=4), seed=1)
    source, lengths = torch.zeros(1, 3, dtype=torch.int64), torch.tensor([3])
    with pytest.raises(LimitError, match="more than the context of 4"):
        model(source, lengths, torch.zeros(1, 5, dtype=torch.int64))
    with pytest.raises(ExampleError, match="outside the vocabulary"):
        model(source, lengths, torch.full((1, 2), 99))


def test_a_translator_learns_to_copy():
    model = Translator(replace(SMALL, width=32), seed=1)
    optimizer = torch.optim.Adam(model.parameters(), 0.005)
    stream = torch.Generator().manual_seed(4)
    losses = []
    for _ in range(60):
        source = torch.randint(1, 11, (16, 4), generator=stream)
        target = torch.cat([torch.zeros(16, 1, dtype=torch.int64), source], 1)
        loss = model.loss(source, torch.full((16,), 4), target, torch.full((16,), 5))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.8 * losses[0]


def test_batches_are_normalised_as_torch_does_without_their_padding():
    own, theirs = BatchNorm(4).double(), torch.nn.BatchNorm1d(4).double()
    hidden = drawn(3, 5, 4)
    there = torch.arange(5) < torch.tensor([5, 2, 3])[:, None]
    assert torch.equal(own(hidden, there)[there], theirs(hidden[there]))
    other = hidden.clone()
    other[~there] = 9.0
    assert torch.equal(own(other, there)[there], BatchNorm(4).double()(hidden, there)[there])
    own.eval()
    theirs.eval()
    theirs.load_state_dict(own.inner.state_dict())
    assert torch.equal(own(hidden)[0], theirs(hidden[0]))


def test_post_norm_is_the_block_as_it_was_drawn():
    from differentiable.transformer.block import Block

    block = Block(replace(SMALL, norm="post", activation="relu", positions="none")).double()
    hidden = drawn(1, 6, 16)
    middle = torch.nn.functional.layer_norm(
        hidden + block.attention(hidden, None, None, True),
        (16,),
        block.attention_norm.weight,
        block.attention_norm.bias,
    )
    wanted = torch.nn.functional.layer_norm(
        middle + block.feed(middle), (16,), block.feed_norm.weight, block.feed_norm.bias
    )
    assert (block(hidden, None, None, True, None, None) - wanted).abs().max() < 1e-12


def test_without_skips_parts_follow_each_other_and_gradients_are_lost():
    from differentiable.transformer.block import Block

    block, hidden = Block(replace(SMALL, skip=False, positions="none")).double(), drawn(1, 6, 16)
    wanted = block.feed(block.feed_norm(block.attention(block.attention_norm(hidden), None, None, True)))
    assert (block(hidden, None, None, True, None, None) - wanted).abs().max() < 1e-12

    def gradient(blocks, skip):
        model = TransformerLM(replace(SMALL, blocks=blocks, skip=skip, tied=False), seed=1).double()
        model.loss(torch.arange(20)[None] * 7 % 11).backward()
        return float(model.tokens.weight.grad.norm())

    assert gradient(16, True) > 0.5 * gradient(1, True)
    assert gradient(16, False) < 1e-9 * gradient(1, False)


def test_calibration_is_that_counted_by_hand():
    probabilities = torch.tensor([[0.95, 0.05], [0.05, 0.95], [0.65, 0.35], [0.32, 0.68]])
    found = calibration(probabilities, torch.tensor([0, 0, 0, 1]))
    assert found.error == pytest.approx(0.5 * abs(0.5 - 0.95) + 0.5 * abs(1.0 - 0.665), abs=1e-6)
    assert [part.decisions for part in found.bins] == [0, 0, 0, 0, 0, 0, 2, 0, 0, 2]
    assert "expected calibration error" in str(found)
    with pytest.raises(ExampleError):
        calibration(probabilities, torch.tensor([1]))


def test_gradients_through_a_recurrent_network_are_products_of_jacobians():
    from differentiable import encoders

    example = runpy.run_path(str(Path(__file__).parents[3] / "examples" / "why_rnns_struggle.py"))
    encoder = encoders.make("rnn", vocabulary=16, width=8, causal=True).double()
    torch.manual_seed(3)
    found = example["gradient_norms"](encoder, [0, 2, 5])
    torch.manual_seed(3)
    vectors, gradient = encoder.embedding(torch.randint(16, (32, 6))).detach(), torch.randn(8, dtype=torch.float64)
    enter, repeat, *biases = (parameter.detach() for parameter in encoder.forwards[0].parameters())
    states = [torch.zeros(32, 8, dtype=torch.float64)]
    for place in range(6):
        states.append(torch.tanh(vectors[:, place] @ enter.T + states[-1] @ repeat.T + sum(biases)))
    wanted = []
    for state in reversed(states[1:]):
        gradient = gradient * (1 - state**2)
        wanted.append(float((gradient @ enter).norm(dim=-1).mean()))
        gradient = gradient @ repeat
    assert found == pytest.approx([wanted[0], wanted[2], wanted[5]], rel=1e-10)
