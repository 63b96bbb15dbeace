"""The slices of data sets that ship in datasets/: python -m benchmarks.slices DATA

DATA holds the data sets in the suite's formats. Of each file some rows are drawn once and for all, in their order; what
they are (licence, provenance, splits) is in the README.md of each folder, the digests in its MANIFEST.json.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

SHIPPED: Final = Path(__file__).parents[1] / "datasets"


class Slice(NamedTuple):
    """A file, how it falls into rows, and how many bytes of them are kept."""

    name: str
    rows: Callable[[str], list[str]]
    size: int
    is_run: bool = False  # rows that follow each other, from the first: of running text


def lines(text: str) -> list[str]:
    """One row a line."""
    return [f"{line}\n" for line in text.removesuffix("\n").split("\n")]


def blocks(text: str) -> list[str]:
    """One row for all lines up to one without letters or digits or signs: a sentence in columns, a tree."""
    rows, pending = [], ""
    for line in lines(text):
        if line.strip():
            pending += line
        elif pending:
            rows.append(f"{pending}\n")
            pending = ""
    return [*rows, f"{pending}\n"] if pending else rows


def paragraphs(text: str) -> list[str]:
    """One row for each paragraph with its questions."""
    return [json.dumps(paragraph) for article in json.loads(text)["data"] for paragraph in article["paragraphs"]]


SLICES: Final[dict[str, Sequence[Slice]]] = {
    "lm_wikitext2": (
        Slice("derived/train.txt", lines, 80_000, True), Slice("derived/valid.txt", lines, 15_000, True),
        Slice("test.txt", lines, 30_000, True),
    ),
    "charlm_enwiki_standin": (
        Slice("train.txt.raw", lines, 100_000, True), Slice("valid.txt.raw", lines, 10_000, True),
        Slice("test.txt.raw", lines, 25_000, True),
    ),
    "dbpedia": (Slice("derived/train.csv", lines, 100_000), Slice("derived/test.csv", lines, 50_000)),
    "ud_english_ewt": (
        Slice("train.conllu.gz", blocks, 500_000), Slice("valid.conllu", blocks, 20_000),
        Slice("test.conllu", blocks, 80_000),
    ),
    "ner_wnut17": (
        Slice("train.conll", blocks, 80_000), Slice("valid.conll", blocks, 10_000), Slice("test.conll", blocks, 40_000),
    ),
    "const_gum_open": (
        Slice("train.ptb", blocks, 120_000), Slice("valid.ptb", blocks, 10_000), Slice("test.ptb", blocks, 40_000),
    ),
    "wikisql": (
        Slice("train.jsonl", lines, 90_000), Slice("valid.jsonl", lines, 10_000), Slice("test.jsonl", lines, 30_000),
    ),
    "scan_mcd1": (Slice("train.txt", lines, 120_000), Slice("test.txt", lines, 40_000)),
    "mcwq_random": (Slice("derived/train.txt", lines, 120_000), Slice("test.txt", lines, 30_000)),
    "mcwq_mcd1": (Slice("test.txt", lines, 30_000),),
    "snli": (
        Slice("train.jsonl", lines, 20_000), Slice("valid.jsonl", lines, 100_000), Slice("test.jsonl", lines, 50_000),
    ),
    "squad1": (Slice("derived/train.json", paragraphs, 90_000), Slice("valid_xquad_en.json", paragraphs, 50_000)),
    "squad2": (Slice("valid_half.json", paragraphs, 120_000),),
}  # fmt: skip


def main(folder: str) -> None:
    """Write all slices, and print how large they are."""
    total = 0
    for data_set, slices in SLICES.items():
        digests = {}
        for part in slices:
            text = _text(Path(folder, data_set, part.name))
            digests[part.name] = _write(data_set, part.name, _joined(part, _kept(part, text)))
        if data_set == "wikisql":
            digests |= _tables(Path(folder, data_set), [part.name for part in slices])
        manifest = json.dumps(digests, indent=2) + "\n"
        (SHIPPED / data_set / "MANIFEST.json").write_text(manifest, encoding="utf-8")
        size = sum((SHIPPED / data_set / name).stat().st_size for name in digests)
        total += size
        print(f"{data_set}: {size:,} bytes")
    print(f"together: {total:,} bytes")


def _kept(part: Slice, text: str) -> list[str]:
    rows = part.rows(text)
    order = list(range(len(rows)))
    if not part.is_run:
        Random(0).shuffle(order)
    kept, size = [], 0
    for place in order:
        size += len(rows[place].encode())
        if size > part.size:
            break
        kept.append(place)
    return [rows[place] for place in sorted(kept)]


def _joined(part: Slice, rows: list[str]) -> str:
    if part.rows is not paragraphs:
        return "".join(rows)
    whole: dict[str, Any] = {"data": [{"title": "", "paragraphs": [json.loads(row) for row in rows]}]}
    return json.dumps(whole, ensure_ascii=False) + "\n"


def _tables(folder: Path, names: Sequence[str]) -> dict[str, str]:
    """The tables that the kept questions are asked of."""
    digests = {}
    for name in names:
        asked = {json.loads(line)["table_id"] for line in lines(_text(SHIPPED / "wikisql" / name))}
        tables = name.replace(".jsonl", ".tables.partial.jsonl")
        kept = [line for line in lines(_text(folder / tables)) if json.loads(line)["id"] in asked]
        digests[tables] = _write("wikisql", tables, "".join(kept))
    return digests


def _text(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


def _write(data_set: str, name: str, text: str) -> str:
    """Write a file, and give its digest."""
    path = SHIPPED / data_set / name
    path.parent.mkdir(parents=True, exist_ok=True)
    data = gzip.compress(text.encode(), mtime=0) if path.suffix == ".gz" else text.encode()
    path.write_bytes(data)
    return sha256(data).hexdigest()


if __name__ == "__main__":
    main(sys.argv[1])
