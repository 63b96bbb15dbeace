"""What tests of runs share."""

import pytest


@pytest.fixture
def data(tmp_path):
    """A data set of which every word tells."""
    folder = tmp_path / "data" / "sst2"
    folder.mkdir(parents=True)
    rows = [f"a {word} film {number}\t{label}" for number in range(40) for word, label in (("good", 1), ("bad", 0))]
    for split in ("train", "valid", "test"):
        (folder / f"{split}.tsv").write_text("\n".join(["sentence\tlabel", *rows]) + "\n")
    return folder.parent
