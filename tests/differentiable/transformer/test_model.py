"""The decoder: caches, positions, norms, and GPT-2 as transformers has it."""

import math

import pytest

torch = pytest.importorskip("torch")

from dataclasses import replace  # noqa: E402

from differentiable.transformer.configuration import CHOICES, Configuration  # noqa: E402
from differentiable.transformer.gpt2 import from_gpt2, gpt2  # noqa: E402
from differentiable.transformer.model import TransformerLM  # noqa: E402
from dsl.errors import ConfigurationError, ExampleError, LimitError  # noqa: E402

SMALL = Configuration(vocabulary=11, width=16, blocks=2, heads=4, context=64)
EQUAL = 1e-10


def model(**changes):
    return TransformerLM(replace(SMALL, **changes), seed=1).double().eval()


def drawn(*shape, seed=0):
    return torch.randint(0, 11, shape, generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("positions", CHOICES["positions"])
@pytest.mark.parametrize("groups", [0, 2])
def test_with_a_cache_as_without(positions, groups):
    tokens = drawn(3, 40)
    found = model(positions=positions, groups=groups)
    whole = found(tokens)
    cache = found.cache(3, capacity=8)  # it grows
    parts = [
        found(tokens[:, :7], cache=cache),
        *(found(tokens[:, place : place + 1], cache=cache) for place in range(7, 40)),
    ]
    assert (torch.cat(parts, 1) - whole).abs().max() < EQUAL


@pytest.mark.parametrize("norm", CHOICES["norm"])
@pytest.mark.parametrize("normalise", CHOICES["normalise"])
@pytest.mark.parametrize("activation", CHOICES["activation"])
def test_token_by_token_as_all_at_once_whatever_blocks_are_made_of(norm, normalise, activation):
    tokens = drawn(2, 12)
    found = model(norm=norm, normalise=normalise, activation=activation)
    cache = found.cache(2)
    parts = [found(tokens[:, place : place + 1], cache=cache) for place in range(12)]
    assert (torch.cat(parts, 1) - found(tokens)).abs().max() < EQUAL


@pytest.mark.parametrize("norm", CHOICES["norm"])
def test_token_by_token_as_all_at_once_without_skips(norm):
    tokens = drawn(2, 12)
    found = model(norm=norm, skip=False)
    cache = found.cache(2)
    parts = [found(tokens[:, place : place + 1], cache=cache) for place in range(12)]
    assert (torch.cat(parts, 1) - found(tokens)).abs().max() < EQUAL
    assert (found(tokens) - model(norm=norm)(tokens)).abs().max() > 1e-3


@pytest.mark.parametrize("positions", CHOICES["positions"])
def test_left_padding_changes_nothing_and_beams_take_their_cache_along(positions):
    found = model(positions=positions)
    texts = [drawn(5, seed=1), drawn(9, seed=2)]
    starts = torch.tensor([4, 0])
    padded = torch.stack([torch.cat([torch.full((4,), 3), texts[0]]), texts[1]])
    cache = found.cache(2, starts=starts)
    last = found(padded, cache=cache)[:, -1]
    for row, text in enumerate(texts):
        assert (last[row] - found(text[None])[0, -1]).abs().max() < EQUAL
    beams = cache.reorder(torch.tensor([1, 0, 0]))
    more = drawn(3, 1, seed=3)
    following = found(more, cache=beams)[:, -1]
    for row, source in enumerate([1, 0, 0]):
        alone = found(torch.cat([texts[source], more[row]])[None])[0, -1]
        assert (following[row] - alone).abs().max() < EQUAL
    assert cache.length == 9  # the beams left it as it was


@pytest.mark.parametrize("norm", CHOICES["norm"])
@pytest.mark.parametrize("normalise", CHOICES["normalise"])
@pytest.mark.parametrize("activation", CHOICES["activation"])
def test_no_token_sees_a_later_one(norm, normalise, activation):
    found = model(norm=norm, normalise=normalise, activation=activation)
    one, another = drawn(1, 9), drawn(1, 9, seed=5)
    another[:, :6] = one[:, :6]
    assert torch.equal(found(one)[:, :6], found(another)[:, :6])
    assert not torch.equal(found(one)[:, 6:], found(another)[:, 6:])


def test_without_causality_all_see_all():
    found = model(causal=False)
    one = drawn(1, 9)
    other = one.clone()
    other[0, 8] = (other[0, 8] + 1) % 11
    assert not torch.allclose(found(one)[:, 0], found(other)[:, 0])


def test_a_distance_is_all_that_rotary_heads_see():
    found = model(positions="rotary", blocks=1)
    tokens = drawn(1, 12)
    there = torch.ones(1, 16, dtype=torch.bool)
    there[:, :4] = False
    shifted = found(torch.cat([drawn(1, 4, seed=7), tokens], 1), there)[:, 4:]
    assert (shifted - found(tokens)).abs().max() < EQUAL


def test_a_file_brings_the_model_back_and_refuses_another_configuration(tmp_path):
    found = TransformerLM(SMALL, seed=2).eval()
    found.save(tmp_path / "lm.safetensors")
    tokens = drawn(2, 6)
    assert torch.equal(TransformerLM.load(tmp_path / "lm.safetensors")(tokens), found(tokens))
    with pytest.raises(ConfigurationError, match="another configuration: blocks"):
        TransformerLM.load(tmp_path / "lm.safetensors", replace(SMALL, blocks=3))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"positions": "rotray"}, "no positions 'rotray'"),
        ({"heads": 3}, "3 heads"),
        ({"dropout": 1.0}, "dropout"),
        ({"width": 12, "heads": 4}, "rotary positions turn pairs"),
    ],
)
def test_what_does_not_fit_is_refused(changes, message):
    with pytest.raises(ConfigurationError, match=message):
        replace(SMALL, **changes)


def test_a_misspelt_choice_is_guessed():
    with pytest.raises(ConfigurationError) as raised:
        replace(SMALL, positions="rotray")
    assert "did you mean rotary?" in raised.value.hint


def test_bad_tokens_and_caches_are_errors():
    found = model(positions="learned", context=8)
    with pytest.raises(ExampleError, match="outside the vocabulary of 11"):
        found(torch.tensor([[11]]))
    with pytest.raises(ExampleError, match="at least one token"):
        found(torch.zeros(0, 3, dtype=torch.int64))
    with pytest.raises(ExampleError, match="at least one token"):
        found(torch.zeros(2, 0, dtype=torch.int64))
    with pytest.raises(LimitError, match="9 tokens are more than the context of 8"):
        found(drawn(1, 9))
    cache = found.cache(1)
    found.next_logits(drawn(1, 3), cache)
    with pytest.raises(ConfigurationError, match="another prompt"):
        found.next_logits(drawn(1, 5, seed=9), cache)
    with pytest.raises(ConfigurationError, match="another model"):
        model().next_logits(drawn(1, 5), cache)
    with pytest.raises(ConfigurationError, match="cannot go on with 2"):
        found(drawn(2, 1), cache=cache)


def test_gpt2_small_has_124_million_parameters():
    with torch.device("meta"):
        built = TransformerLM(gpt2("small"))
    assert sum(parameter.numel() for parameter in built.parameters()) == 124_439_808


def test_gpt2_is_that_of_transformers():
    transformers = pytest.importorskip("transformers")
    theirs = transformers.GPT2LMHeadModel(
        transformers.GPT2Config(vocab_size=50, n_positions=32, n_embd=24, n_layer=2, n_head=3)
    ).eval()
    own = TransformerLM(replace(gpt2(), vocabulary=50, context=32, width=24, blocks=2, heads=3)).eval()
    own.load_state_dict(from_gpt2(theirs.state_dict()))
    tokens = torch.randint(0, 50, (2, 20))
    with torch.no_grad():
        assert (own(tokens) - theirs(tokens).logits).abs().max() < 1e-5


def test_operations_are_those_that_torch_counts():
    from torch.nn.attention import SDPBackend, sdpa_kernel
    from torch.utils.flop_counter import FlopCounterMode

    found = TransformerLM(SMALL, seed=1)
    with FlopCounterMode(display=False) as counter, sdpa_kernel(SDPBackend.MATH):  # fused, it is not counted
        found(drawn(2, 32))
    assert found.flops(2, 32) == pytest.approx(counter.get_total_flops(), rel=0.02)


@torch.no_grad()
@pytest.mark.parametrize("positions", CHOICES["positions"])
def test_log_probabilities_are_sums_of_steps_whatever_else_is_in_the_batch(positions):
    found = model(positions=positions)
    texts = [drawn(length, seed=length).tolist() for length in (9, 2, 5)]
    wanted = []
    for text in texts:
        steps = [found(torch.tensor([text[:place]]))[0, -1].softmax(0)[text[place]] for place in range(1, len(text))]
        wanted.append(sum(math.log(float(step)) for step in steps))
    assert found.log_prob(texts).tolist() == pytest.approx(wanted, abs=EQUAL)
    assert found.perplexity(texts) == pytest.approx(math.exp(-sum(wanted) / (8 + 1 + 4)), abs=EQUAL)
    assert -float(found.log_prob(texts[:1])) / 8 == pytest.approx(float(found.loss(torch.tensor(texts[:1]))), abs=EQUAL)


def test_all_texts_of_a_length_share_a_probability_of_one():
    texts = [[4, one, other] for one in range(11) for other in range(11)]
    assert float(model().log_prob(texts).exp().sum().detach()) == pytest.approx(1.0, abs=EQUAL)


def test_texts_without_a_probability_are_errors():
    with pytest.raises(ExampleError, match="less than two tokens"):
        model().log_prob([[1, 2], [3]])
    with pytest.raises(ExampleError, match="less than two tokens"):
        model().perplexity([])
    with pytest.raises(ExampleError, match="outside the vocabulary"):
        model().log_prob([[1, 2, 11], [1, 2, 3]])
    with pytest.raises(ConfigurationError, match="later tokens"):
        model(causal=False).log_prob([[1, 2]])


@pytest.mark.parametrize("positions", CHOICES["positions"])
@pytest.mark.parametrize("groups", [4, 2])
@pytest.mark.parametrize("causal", [True, False])
def test_values_by_the_weights_of_attention_are_what_heads_read(positions, groups, causal):
    found = model(positions=positions, groups=groups, causal=causal)
    attention, projected, read = found.blocks.blocks[1].attention, [], []
    attention.project.register_forward_hook(lambda _, __, made: projected.append(made))
    attention.merge.register_forward_pre_hook(lambda _, given: read.append(given[0]))
    there = torch.arange(9) >= torch.tensor([0, 4, 2])[:, None]
    for padding in (None, there):
        weights = found.attention_weights(drawn(3, 9), padding)
        assert weights.shape == (2, 3, 4, 9, 9)
        values = projected[-1][..., -4 * groups :].view(3, 9, groups, 4).repeat_interleave(4 // groups, 2)
        assert (torch.einsum("bhqk,bkhd->bqhd", weights[1], values).flatten(2) - read[-1]).abs().max() < EQUAL
    assert not weights[:, 1, :, 4:, :4].any()  # padding
    assert bool(weights.triu(1).any()) is not causal


def test_weights_of_attention_are_a_softmax_head_by_head():
    found = model(positions="none", blocks=1)
    block, tokens = found.blocks.blocks[0], drawn(1, 6)
    weights = found.attention_weights(tokens)
    with torch.no_grad():
        parts = block.attention.project(block.attention_norm(found.tokens(tokens)))[0]  # (6, 48)
    for head in range(4):
        queries, keys = parts[:, 4 * head : 4 * head + 4], parts[:, 16 + 4 * head : 20 + 4 * head]
        for place in range(6):
            shares = [math.exp(float(queries[place] @ keys[other]) / 2.0) for other in range(place + 1)]
            wanted = [share / sum(shares) for share in shares] + [0.0] * (5 - place)
            assert weights[0, 0, head, place].tolist() == pytest.approx(wanted, abs=EQUAL)
