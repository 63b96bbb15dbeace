import pytest

torch = pytest.importorskip("torch")

from differentiable.byte_transformer import ByteTransformer  # noqa: E402


def test_a_token_is_predicted_from_those_before_it_alone():
    torch.manual_seed(0)
    model = ByteTransformer(width=16, heads=2, blocks=2, context=8).eval()
    tokens = torch.randint(257, (2, 8))
    changed = tokens.clone()
    changed[:, 5] = (changed[:, 5] + 1) % 257
    with torch.inference_mode():
        before, after = model(tokens), model(changed)
        assert torch.equal(before[:, :5], after[:, :5])
        assert not torch.allclose(before[:, 5:], after[:, 5:])
        assert torch.allclose(model(tokens[:, :3]), before[:, :3], atol=1e-6)


@pytest.mark.slow
def test_what_is_trained_is_learned_and_the_same_for_a_seed():
    texts = [b"to be", b"or not", b"to be"] * 20
    first, second = (ByteTransformer.trained(texts, steps=60, seed=3) for _ in range(2))
    assert all(torch.equal(a, b) for a, b in zip(first.parameters(), second.parameters(), strict=True))
    with torch.inference_mode():
        row = first(torch.tensor([[256, *b"to "]]))[0, -1].softmax(-1)
    assert row[ord("b")] > 0.9
