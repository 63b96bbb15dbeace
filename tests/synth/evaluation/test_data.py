"""Data sets: where they are, what is wrong with them, and fetching them."""

import sys
import types

import pytest

from dsl.errors import ConfigurationError
from synth.evaluation.data import Data, DataError
from synth.evaluation.sources import fetch, store
from synth.evaluation.tasks.registry import make


def test_a_checksum_that_differs_is_told(tmp_path):
    store("imdb", {"train.jsonl": "one\n"}, tmp_path)
    assert Data(tmp_path).lines("imdb", "train.jsonl") == ["one"]
    (tmp_path / "imdb" / "train.jsonl").write_text("two\n")
    with pytest.raises(DataError, match="another checksum"):
        Data(tmp_path).lines("imdb", "train.jsonl")


def test_what_is_missing_or_no_text_is_told(tmp_path):
    with pytest.raises(DataError, match="the data set cola is missing"):
        make("cola").splits(Data(tmp_path), "cpu")
    (tmp_path / "cola").mkdir()
    with pytest.raises(DataError, match=r"the data set cola has no valid\.tsv"):
        make("cola").splits(Data(tmp_path), "cpu")
    (tmp_path / "cola" / "train.tsv").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match="not UTF-8"):
        Data(tmp_path).lines("cola", "train.tsv")


@pytest.fixture
def hub(monkeypatch):
    """Stands in for the library that asks the Hub; its rows have the columns of the official data sets."""
    asked = []

    def load_dataset(path, configuration, split, revision):
        asked.append((path, configuration, split, revision))
        if path == "fancyzhx/ag_news":
            return [{"text": 'A "quoted"\nline', "label": 2}, {"text": "other", "label": 0}]
        if path == "Salesforce/wikitext":
            return [{"text": " = T = \n"}, {"text": ""}]
        raise ConnectionError("no network\nat all")

    monkeypatch.setitem(sys.modules, "datasets", types.SimpleNamespace(load_dataset=load_dataset))
    return asked


def test_what_is_fetched_is_what_the_readers_read(tmp_path, hub):
    fetch("agnews", tmp_path)
    train = make("agnews").splits(Data(tmp_path), "full").train
    assert [(example.tokens, example.target) for example in train.examples] == [
        (("A", '"', "quoted", '"', "line"), "3"), (("other",), "1")
    ]  # fmt: skip
    fetch("lm_wikitext2", tmp_path)
    assert Data(tmp_path).lines("lm_wikitext2", "train.txt") == [" = T =  ", ""]
    assert hub[-1] == ("Salesforce/wikitext", "wikitext-2-v1", "test", "main")


def test_no_network_and_no_source_say_what_to_do(tmp_path, hub):
    with pytest.raises(DataError, match=r"cannot fetch stanfordnlp/imdb: no network\n") as told:
        fetch("imdb", tmp_path)
    assert "put train.jsonl into" in told.value.hint
    with pytest.raises(ConfigurationError, match="ptb cannot be fetched") as told:
        fetch("ptb", tmp_path)
    assert "LDC99T42" in told.value.hint
