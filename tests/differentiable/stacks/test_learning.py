"""Networks that learn the use of a stack, from short strings to long ones."""

import pytest

torch = pytest.importorskip("torch")

from differentiable.stacks.learning import Lessons, StackTagger, train  # noqa: E402
from dsl.errors import ExampleError  # noqa: E402


def counts(sizes):
    """Strings aⁿbⁿ, and which of a, b and the end may follow each symbol."""
    longest = 2 * max(sizes)
    symbols, labels = torch.zeros(len(sizes), longest, dtype=torch.int64), torch.zeros(len(sizes), longest, 3)
    for row, size in enumerate(sizes):
        symbols[row, size : 2 * size] = 1
        labels[row, :size, :2] = 1.0
        labels[row, size : 2 * size - 1, 1] = 1.0
        labels[row, 2 * size - 1, 2] = 1.0
    return symbols, torch.tensor([2 * size for size in sizes]), labels


def test_counting_is_learned_from_short_strings_and_holds_for_long_ones():
    tagger = StackTagger(2, 3, hidden=12, width=3, networks=8, seed=3)
    short = counts([size for size in range(1, 9) for _ in range(4)])
    for looked, lesson in train(tagger, *short, Lessons(steps=240, batch=32), seed=1):
        tagger, losses = looked, lesson.losses
    assert len(losses) == len(tagger.out) == 1  # the better half at every quarter
    assert losses[0] < 0.02
    tagger.eval()
    tagger.relax("hard")
    symbols, lengths, labels = counts([40, 25])
    with torch.no_grad():
        found = (tagger(symbols)[0] > 0) == labels.bool()
    there = torch.arange(symbols.shape[1]) < lengths[:, None]
    assert found[there].all()


def test_the_networks_that_are_left_are_the_same_as_before():
    tagger = StackTagger(2, 3, networks=4, seed=1)
    symbols = counts([3])[0]
    left = tagger.only(torch.tensor([2, 0]))
    with torch.no_grad():
        assert torch.allclose(left(symbols), tagger(symbols)[[2, 0]], atol=1e-6)


def test_shapes_that_do_not_fit_are_refused():
    symbols, lengths, labels = counts([3])
    with pytest.raises(ExampleError, match="they are"):
        next(train(StackTagger(2, 3), symbols, lengths, labels[:, :2], Lessons(steps=1)))
