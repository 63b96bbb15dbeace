"""Word vectors from files."""

import pytest

torch = pytest.importorskip("torch")

from differentiable import encoders  # noqa: E402
from dsl.errors import ConfigurationError, ExampleError  # noqa: E402

LINES = "the 0.5 -1.5 2\n. . . 1 2 3\nof 4e-1 0 0.25\n"


@pytest.mark.parametrize("head", ["", "3 3\n"])
def test_words_have_the_vectors_of_the_file(tmp_path, head):
    (tmp_path / "glove.txt").write_text(head + LINES)
    words = ["", "of", "rare", "the", ". . ."]
    embedding = encoders.read_vectors(tmp_path / "glove.txt", words)
    assert embedding.weight[[1, 3, 4]].tolist() == [pytest.approx([0.4, 0, 0.25]), [0.5, -1.5, 2], [1, 2, 3]]
    assert torch.isfinite(embedding.weight).all()
    assert not torch.equal(embedding.weight[0], embedding.weight[2])
    assert torch.equal(embedding.weight, encoders.read_vectors(tmp_path / "glove.txt", words).weight)
    encoder = encoders.make("lstm", vocabulary=5, width=4, embedding=embedding)
    encoder(torch.tensor([[1, 3, 2]]), torch.tensor([3])).pooled.sum().backward()
    assert embedding.weight.grad[[1, 2, 3]].any(1).all()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"the 1 2\nof 1\n", "line 2 of .* is not a word and 2 numbers"),
        (b"the 1 2\nof 1 two\n", "line 2 of .* is not a word and 2 numbers"),
        (b"the\n", "line 1 of .* is not a word and its numbers"),
        (b"The 1 2\n", "none of the 2 words"),
        (b"", "none of the 2 words"),
        (b"\xff\xfe\x00", "not UTF-8"),
    ],
    ids=["short", "letters", "bare", "unknown", "empty", "binary"],
)
def test_what_is_no_file_of_vectors_is_told(tmp_path, text, message):
    (tmp_path / "glove.txt").write_bytes(text)
    with pytest.raises(ExampleError, match=message):
        encoders.read_vectors(tmp_path / "glove.txt", ["the", "of"])


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(ConfigurationError, match="cannot read"):
        encoders.read_vectors(tmp_path / "none.txt", ["the"])
