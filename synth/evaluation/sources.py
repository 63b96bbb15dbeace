"""Where official data comes from, and fetching it into folders that the readers know.

The identifiers are those of the Hugging Face Hub; a revision is what is asked for there, "main" where none is pinned.
What was fetched is written with its SHA-256 into MANIFEST.json of the folder, and checked when it is read.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from dsl.errors import ConfigurationError
from synth.evaluation.data import MANIFEST, DataError
from synth.runs.files import write_atomically

Rows = Iterable[Mapping[str, Any]]


class Source(NamedTuple):
    """A data set of the Hub: its splits by the names of our files, and how rows become the text of a file."""

    path: str
    configuration: str | None
    splits: Mapping[str, str]
    columns: Sequence[str]
    write: Callable[[Rows, Sequence[str]], str]
    revision: str = "main"


def _lines(rows: Rows, columns: Sequence[str]) -> str:
    return "".join(f"{_flat(row[columns[0]])}\n" for row in rows)


def _classes(rows: Rows, columns: Sequence[str]) -> str:
    # label, title, text; classes count from 1
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
    for row in rows:
        label, *others = (row[name] for name in columns)
        writer.writerow([label + 1, *[_flat(other) for other in ["", *others][-2:]]])
    return text.getvalue()


def _json(rows: Rows, columns: Sequence[str]) -> str:
    return "".join(json.dumps({name: row[name] for name in columns}, ensure_ascii=False) + "\n" for row in rows)


def _flat(value: object) -> str:
    return str(value).replace("\t", " ").replace("\n", " ")


SOURCES: Final[dict[str, Source]] = {
    "imdb": Source("stanfordnlp/imdb", None, {"train.jsonl": "train", "test.jsonl": "test"}, ("text", "label"), _json),
    "agnews": Source("fancyzhx/ag_news", None, {"train.csv": "train", "test.csv": "test"}, ("label", "text"), _classes),
    "dbpedia": Source(
        "fancyzhx/dbpedia_14", None, {"train.csv": "train", "test.csv": "test"}, ("label", "title", "content"), _classes
    ),
    "lm_wikitext2": Source(
        "Salesforce/wikitext", "wikitext-2-v1",
        {"train.txt": "train", "valid.txt": "validation", "test.txt": "test"}, ("text",), _lines,
    ),
    "lm_wikitext103": Source(
        "Salesforce/wikitext", "wikitext-103-v1",
        {"train.txt": "train", "valid.txt": "validation", "test.txt": "test"}, ("text",), _lines,
    ),
}  # fmt: skip

# what is not fetched: where it comes from, for people
ELSEWHERE: Final = {
    "ptb": "the Linguistic Data Consortium's LDC99T42, in Mikolov's version: ptb.{train,valid,test}.txt",
    "sst2": "https://nlp.stanford.edu/sentiment, whole sentences, two classes, as {train,valid,test}.tsv",
    "cola": "https://nyu-mll.github.io/CoLA, raw: {train,valid}.tsv in domain, valid_out_of_domain.tsv",
    "enwik8": "http://mattmahoney.net/dc/enwik8.zip, its bytes cut 90/5/5 million into {train,valid,test}.txt.raw",
    "lambada": "https://zenodo.org/records/2630551, as {train,valid,test}.txt",
    "agreement_linzen": "https://github.com/TalLinzen/rnn_agreement, as VBZ or VBP, a tab, and the prefix",
    "listops": "https://github.com/nyu-mll/spinn, python/spinn/data/listops/test_d20s.tsv as test.tsv",
    "mathexpr_spinn": "https://github.com/nyu-mll/spinn, python/spinn/data/arithmetic, as derived/train.tsv, …",
}


def fetch(data_set: str, folder: Path) -> list[Path]:
    """Fetch a data set into `folder` and say which files it has now.

    Raises ConfigurationError where there is no source, or no library `datasets`; DataError when the network, or the
    source, fails.
    """
    source = SOURCES.get(data_set)
    if source is None:
        where = ELSEWHERE.get(data_set)
        hint = f"get it from {where}" if where else "synth evaluate tasks lists the data sets"
        raise ConfigurationError(f"{data_set} cannot be fetched; put it into {folder / data_set}", hint=hint)
    try:
        from datasets import load_dataset
    except ImportError:  # here, the folder datasets/ may stand in the way
        raise ConfigurationError("data sets are fetched by the library datasets", hint="pip install datasets") from None
    texts = {}
    for name, split in source.splits.items():
        try:
            rows = load_dataset(source.path, source.configuration, split=split, revision=source.revision)
        except Exception as error:  # of the network, the Hub and Parquet: each has errors of its own
            reason = str(error).partition("\n")[0]
            hint = f"check the network, or put {name} into {folder / data_set} yourself"
            raise DataError(f"cannot fetch {source.path}: {reason}", hint=hint) from None
        texts[name] = source.write(rows, source.columns)
    return store(data_set, texts, folder)


def store(data_set: str, texts: Mapping[str, str], folder: Path) -> list[Path]:
    """Write files of a data set, and their checksums. Raises DataError where that fails."""
    place = folder / data_set
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write_atomically(place / name, text)
        sums = {name: sha256(text.encode()).hexdigest() for name, text in texts.items()}
        write_atomically(place / MANIFEST, json.dumps(sums, indent=2) + "\n")
    except OSError as error:
        raise DataError(f"cannot write {place}: {error.strerror}", hint="choose another --data") from None
    return [place / name for name in texts]
