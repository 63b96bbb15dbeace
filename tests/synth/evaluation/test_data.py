"""Data sets: where they are, what is wrong with them, and fetching them."""

import gzip
import io
import sys
import tarfile
import types
import zipfile
from hashlib import sha256

import pytest
from click.testing import CliRunner

from dsl.errors import ConfigurationError
from synth.cli import main
from synth.evaluation.data import SHIPPED, Data, DataError
from synth.evaluation.measuring import prepared
from synth.evaluation.readers.lines import File
from synth.evaluation.sources.archives import ARCHIVES, Download
from synth.evaluation.sources.fetching import ELSEWHERE, fetch, store
from synth.evaluation.sources.hub import HUB
from synth.evaluation.tasks.registry import chosen, make


def test_a_checksum_that_differs_is_told(tmp_path):
    store("imdb", {"train.jsonl": b"one\n"}, tmp_path)
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
        if path == "facebook/anli":
            pair = {"uid": "0", "premise": "a man", "hypothesis": "a dog"}
            return [{**pair, "label": 2}, {**pair, "label": -1}]
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
    fetch("anli", tmp_path)
    (row,) = File(Data(tmp_path), "anli", "R1_dev.jsonl").json_lines()
    assert row == (1, {"context": "a man", "hypothesis": "a dog", "label": "c"})
    fetch("lm_wikitext2", tmp_path)
    assert hub[-1] == ("Salesforce/wikitext", "wikitext-2-v1", "test", HUB["lm_wikitext2"].revision)


def test_no_network_and_no_source_say_what_to_do(tmp_path, hub):
    with pytest.raises(DataError, match=r"cannot fetch https://huggingface\.co/.*imdb: no network") as told:
        fetch("imdb", tmp_path)
    assert "put train.jsonl into" in told.value.hint
    with pytest.raises(ConfigurationError, match="ptb cannot be fetched") as told:
        fetch("ptb", tmp_path)
    assert "LDC99T42" in told.value.hint


def test_what_has_no_source_does_not_keep_others_from_being_fetched(tmp_path, hub):
    result = CliRunner().invoke(main, ["evaluate", "fetch", "ptb", "agnews", "sst2", "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert "ptb cannot be fetched" in result.output
    assert "sst2 cannot be fetched" in result.output
    assert make("agnews").splits(Data(tmp_path), "full").train.examples


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def tarred(files):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "member"),
    [
        ("there.zip", zipped({"in/text": b"what is there"}), "in/text"),
        ("there.tar.gz", tarred({"in/text": b"what is there"}), "in/text"),
        ("there.txt.gz", gzip.compress(b"what is there", mtime=0), ""),
        ("there.txt", b"what is there", ""),
    ],
)
def test_what_an_address_gives_is_unpacked_cut_and_checked(name, content, member, tmp_path, monkeypatch):
    (tmp_path / name).write_bytes(content)
    cut = {"train.txt": slice(4), "test.txt": slice(8, None)}
    source = Download((tmp_path / name).as_uri(), dict.fromkeys(cut, member), sha256(content).hexdigest(), cut)
    monkeypatch.setitem(ARCHIVES, "enwik8", (source,))
    fetch("enwik8", tmp_path)
    data = Data(tmp_path)
    assert [data.text("enwik8", part) for part in cut] == ["what", "there"]
    monkeypatch.setitem(ARCHIVES, "enwik8", (source._replace(sha256="0"),))
    with pytest.raises(DataError, match=f"{name} has another checksum"):
        fetch("enwik8", tmp_path)


def test_an_address_that_does_not_answer_is_named_with_the_folder(tmp_path, monkeypatch):
    address = (tmp_path / "nothing.zip").as_uri()
    monkeypatch.setitem(ARCHIVES, "cola", (Download(address, {"train.tsv": "train"}),))
    with pytest.raises(DataError, match=f"cannot fetch {address}") as told:
        fetch("cola", tmp_path)
    assert f"put train.tsv into {tmp_path / 'cola'}" in told.value.hint
    (tmp_path / "nothing.zip").write_bytes(zipped({"other": b""}))
    with pytest.raises(DataError, match="is not what was expected"):
        fetch("cola", tmp_path)


def test_every_data_set_has_a_card_and_one_place_where_it_comes_from():
    sets = {data_set for task in chosen("all") for data_set in task.data_sets}
    for data_set in sets:
        card = (SHIPPED / data_set / "README.md").read_text()
        assert all(f"| {row} |" in card for row in ("licence", "provenance", "format", "splits", "known leaks"))
        assert [data_set in places for places in (HUB, ARCHIVES, ELSEWHERE)].count(True) == 1, data_set
        offers = f"synth evaluate fetch {data_set}" in card
        assert offers <= (data_set not in ELSEWHERE)


def test_what_ships_is_read_without_a_folder_and_is_never_official():
    splits = prepared("pos", "minutes", None)
    assert {part.mark for part in splits.parts().values()} == {"slice"}
    assert len(splits.train.examples) > 300


def test_a_folder_of_the_users_hides_what_ships(tmp_path):
    assert Data(tmp_path).is_shipped("ner_wnut17")
    (tmp_path / "ner_wnut17").mkdir()
    (tmp_path / "ner_wnut17" / "train.conll.gz").write_bytes(gzip.compress(b"Ann\tB-person"))
    data = Data(tmp_path)
    assert not data.is_shipped("ner_wnut17")
    assert data.lines("ner_wnut17", "train.conll") == ["Ann\tB-person"]
    with pytest.raises(DataError, match=r"has no test\.conll"):
        data.lines("ner_wnut17", "test.conll")


def test_the_digest_changes_with_a_file_and_not_with_a_card(tmp_path):
    store("imdb", {"train.jsonl": b"one"}, tmp_path)
    first = Data(tmp_path).digest(["imdb"])
    (tmp_path / "imdb" / "README.md").write_text("a card")
    assert Data(tmp_path).digest(["imdb"]) == first
    store("imdb", {"train.jsonl": b"two"}, tmp_path)
    assert Data(tmp_path).digest(["imdb"]) != first
