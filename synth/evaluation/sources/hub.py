"""Data sets of the Hugging Face Hub: their rows as the text of our files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from dsl.errors import ConfigurationError
from synth.evaluation.data import DataError

Rows = Iterable[Mapping[str, Any]]
Writer = Callable[[Rows, Sequence[str]], str]


class HubSource(NamedTuple):
    """A data set of the Hub: its splits by the names of our files, and how rows become the text of a file.

    `revision` is what is asked for there, "main" where none is pinned.
    """

    path: str
    configuration: str | None
    splits: Mapping[str, str]
    columns: Sequence[str]
    write: Writer
    revision: str = "main"

    def fetched(self, data_set: str, folder: Path) -> dict[str, bytes]:
        """The content of each file. Raises ConfigurationError without the library `datasets`, DataError."""
        try:
            from datasets import load_dataset
        except ImportError:  # here, the folder datasets/ may stand in the way
            message = "data sets are fetched by the library datasets"
            raise ConfigurationError(message, hint="pip install datasets") from None
        found = {}
        for name, split in self.splits.items():
            try:
                rows = load_dataset(self.path, self.configuration, split=split, revision=self.revision)
            except Exception as error:  # of the network, the Hub and Parquet: each has errors of its own
                reason = str(error).partition("\n")[0]
                message = f"cannot fetch https://huggingface.co/datasets/{self.path}: {reason}"
                hint = f"check the network, or put {name} into {folder / data_set} yourself"
                raise DataError(message, hint=hint) from None
            found[name] = self.write(rows, self.columns).encode()
        return found


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


def _inference(labels: Sequence[str], names: Sequence[str]) -> Writer:
    """Premise, hypothesis and label under the names of the official files; pairs without a label are left out."""

    def write(rows: Rows, columns: Sequence[str]) -> str:
        kept = ((*(row[name] for name in columns[:2]), row[columns[2]]) for row in rows)
        found = ({names[0]: one, names[1]: other, names[2]: labels[label]} for one, other, label in kept if label >= 0)
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found)

    return write


def _flat(value: object) -> str:
    return str(value).replace("\t", " ").replace("\n", " ")


_WORDS: Final = ("entailment", "neutral", "contradiction")
_PAIR: Final = ("premise", "hypothesis", "label")
_SNLI: Final = _inference(_WORDS, ("sentence1", "sentence2", "gold_label"))
_WIKITEXT: Final = {"train.txt": "train", "valid.txt": "validation", "test.txt": "test"}
_WIKITEXT_REVISION: Final = "b08601e04326c79dfdd32d625aee71d232d685c3"

HUB: Final[dict[str, HubSource]] = {
    "lm_wikitext2": HubSource(
        "Salesforce/wikitext", "wikitext-2-v1", _WIKITEXT, ("text",), _lines, _WIKITEXT_REVISION
    ),
    "lm_wikitext103": HubSource(
        "Salesforce/wikitext", "wikitext-103-v1", _WIKITEXT, ("text",), _lines, _WIKITEXT_REVISION
    ),
    "imdb": HubSource(
        "stanfordnlp/imdb", None, {"train.jsonl": "train", "test.jsonl": "test"}, ("text", "label"), _json
    ),
    "agnews": HubSource(
        "fancyzhx/ag_news", None, {"train.csv": "train", "test.csv": "test"}, ("label", "text"), _classes
    ),
    "dbpedia": HubSource(
        "fancyzhx/dbpedia_14", None, {"train.csv": "train", "test.csv": "test"}, ("label", "title", "content"), _classes
    ),
    "snli": HubSource(
        "stanfordnlp/snli", None, {"train.jsonl": "train", "valid.jsonl": "validation", "test.jsonl": "test"}, _PAIR,
        _SNLI, "cdb5c3d5eed6ead6e5a341c8e56e669bb666725b",
    ),
    "multinli": HubSource(
        "nyu-mll/multi_nli", None, {"train.jsonl": "train", "valid_matched.jsonl": "validation_matched"}, _PAIR, _SNLI
    ),
    "anli": HubSource(
        "facebook/anli", None, {f"R{place}_dev.jsonl": f"dev_r{place}" for place in (1, 2, 3)}, _PAIR,
        _inference("enc", ("context", "hypothesis", "label")),
    ),
}  # fmt: skip
