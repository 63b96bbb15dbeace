"""What is odd about a file of examples: it was perhaps not meant to be read as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

TABLES: Final = (".csv", ".tsv", ".tab", ".json", ".ndjson")
SEVERAL: Final = frozenset(",;\t|{[")  # between columns, or around them


def doubts(source: str, examples: Sequence[str]) -> Iterator[str]:
    """Sentences about the file `source`, whose lines, or records, are the examples."""
    if Path(source).suffix.lower() in TABLES and not SEVERAL.isdisjoint(examples[0]):
        yield f"each line of {source} is an example as it stands; synth profile and synth serve read its columns"
    if any("\0" in text for text in examples):
        yield "there are NUL characters in examples: --null separates by them, and UTF-16 without a mark is no text"
    blank = sum(text != text.strip(" \t\r") for text in examples)
    if 0 < blank < len(examples):
        some = f"{blank} of {len(examples)} examples {'begins or ends' if blank == 1 else 'begin or end'}"
        yield f"{some} with blanks, which are part of them"
