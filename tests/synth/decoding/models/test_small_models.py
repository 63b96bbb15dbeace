"""Models of bytes that learn from the notebook in seconds."""

import pytest

from synth.decoding.models.small_models import notebook, tiny

torch = pytest.importorskip("torch")


@pytest.mark.slow
def test_the_tiny_transformer_learns_the_notebook_and_is_the_same_for_a_seed():
    before = torch.get_rng_state()
    first, second = tiny(seed=3), tiny(seed=3)
    assert torch.equal(torch.get_rng_state(), before)
    text = notebook()[0]
    found = [model.log_probs([tuple(text[:length]) for length in range(len(text))]) for model in (first, second)]
    assert (found[0] == found[1]).all()
    said = [row[token] for row, token in zip(found[0], text, strict=True)]
    assert sum(said) / len(said) > -2.0  # nats a byte; 5.5 know nothing
