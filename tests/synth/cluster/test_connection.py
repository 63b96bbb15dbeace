"""Clusters that are not there, and what a search shows of itself on one that is."""

import pytest

import synth

pytest.importorskip("ray")

EXAMPLES = ["a1", "b22", "c333"]


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:1"])
def test_a_cluster_that_is_not_there_leaves_no_directory(tmp_path, address):
    run, storage = tmp_path / "run", tmp_path / "storage"
    with pytest.raises(synth.ConfigurationError):
        synth.induce(EXAMPLES, ray=address, out=run, storage=storage)
    with pytest.raises(synth.ConfigurationError):
        synth.induce_batch([{"id": "a", "positives": EXAMPLES}], ray=address, out=run, storage=storage)
    assert list(tmp_path.iterdir()) == []
