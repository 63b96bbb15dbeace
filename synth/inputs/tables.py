"""Reading files to profile: lines, CSV and TSV, JSON, Parquet; compressed or not, in any encoding."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from dsl.errors import ExampleError, LimitError, MissingExtraError
from synth.inputs.encodings import marked, remedy

ItemT = TypeVar("ItemT")
MAX_LINE: Final = 1_000_000  # characters
MAX_COLUMNS: Final = 10_000
LOOKED_AT: Final = 65_536  # bytes, to tell encodings and delimiters
MOST_NULS: Final = 0.1  # of the bytes of a text
ROWS: Final = 50_000  # of a block of a table
DELIMITERS: Final = ",\t;|"
TABLES: Final = {".csv": None, ".tsv": "\t", ".tab": "\t"}
JSON: Final = (".jsonl", ".ndjson", ".json")
COMPRESSED: Final = (".gz", ".zst")


@dataclass
class Column:
    """The values of a column, a path of JSON, or the lines of a file, each as text; missing ones are empty."""

    name: str
    values: list[str]


def read_columns(
    source: str,
    *,
    format: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    limit: int | None = None,
) -> Iterator[Column]:
    """The columns of a file, or of standard input for "-"; its name tells what it holds, if `format` does not.

    Raises ExampleError on what cannot be read, LimitError on lines of more than 1,000,000 characters and tables of
    more than 10,000 columns, MissingExtraError on Parquet without pyarrow.
    """
    for block in _blocks(source, format, delimiter, encoding, limit, None):
        yield from block


def read_blocks(
    source: str,
    *,
    format: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    limit: int | None = None,
) -> Iterator[Iterable[Column]]:
    """The same, of a table 50,000 rows at a time, so that any number of them can be read."""
    yield from _blocks(source, format, delimiter, encoding, limit, ROWS)


def _blocks(
    source: str, format: str | None, delimiter: str | None, encoding: str | None, limit: int | None, rows: int | None
) -> Iterator[Iterable[Column]]:
    suffixes = [suffix.lower() for suffix in Path(source).suffixes if suffix.lower() not in COMPRESSED]
    suffix = suffixes[-1] if suffixes else ""
    format = _format(suffix) if format is None else format
    if format == "parquet":
        yield _parquet(source, limit)
        return
    with opened(source, encoding) as text:
        if format == "csv" or delimiter is not None:
            yield from _table(text, source, delimiter or TABLES.get(suffix), limit, rows)
        else:
            yield _listed(text, source, format, limit)


def columns_of(data: bytes, name: str) -> Iterator[Column]:
    """The columns of what a file of this name holds, which is not opened. Raises as `read_columns`.

    Neither compressed data, which may become any size, nor Parquet.
    """
    suffix = Path(name).suffix.lower()
    if suffix in COMPRESSED or suffix == ".parquet":
        raise ExampleError(f"{name} is not read here", hint="give it as text: lines, CSV or JSON")
    text = io.TextIOWrapper(io.BytesIO(data), _encoding(data[:LOOKED_AT], name), newline="")
    if suffix in TABLES:
        yield from next(_table(text, name, TABLES[suffix], None, None))
    else:
        yield from _listed(text, name, _format(suffix), None)


def _format(suffix: str) -> str:
    return "csv" if suffix in TABLES else "jsonl" if suffix in JSON else suffix.removeprefix(".")


def _listed(text: io.TextIOWrapper, source: str, format: str, limit: int | None) -> Iterator[Column]:
    """The paths of JSON, or all lines."""
    if format == "jsonl":
        yield from _paths(text, source, limit)
    else:
        yield Column("", read(lambda: _until_interrupted(islice(_lines(text, source), limit)), source))


def read(reader: Any, source: str) -> Any:  # noqa: ANN401 (whatever is read)
    """What `reader` reads. Raises ExampleError on what cannot be read."""
    try:
        return reader()
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ExampleError(f"cannot read {source}: {reason}", hint="is it whole, and still there?") from None
    except UnicodeDecodeError as error:
        hint = "make it UTF-8, or name its encoding to synth profile: --encoding latin-1"
        raise ExampleError(
            f"{source} is not {error.encoding}: byte 0x{error.object[error.start]:02x}", hint=hint
        ) from None


@contextmanager
def opened(source: str, encoding: str | None) -> Iterator[io.TextIOWrapper]:
    """The text of a file, unpacked, of which nothing is read yet but its beginning. Raises ExampleError."""
    shown = "standard input" if source == "-" else source
    try:
        raw: IO[bytes] = sys.stdin.buffer if source == "-" else Path(source).open("rb")  # noqa: SIM115 (closed below)
    except FileNotFoundError:
        raise ExampleError(f"no such file: {source}", hint="name a file, or - for standard input") from None
    except IsADirectoryError:
        raise ExampleError(f"{source} is a directory", hint="name the files in it") from None
    except (OSError, ValueError) as error:
        raise ExampleError(f"cannot read {shown}: {error}", hint="check its permissions") from None
    with raw:
        data = _decompressed(raw, source)
        buffered = io.BufferedReader(data, LOOKED_AT) if not isinstance(data, io.BufferedReader) else data
        start = read(lambda: buffered.peek(LOOKED_AT)[:LOOKED_AT], shown)
        try:
            yield io.TextIOWrapper(buffered, encoding or _encoding(start, shown), newline="")
        except LookupError:
            raise ExampleError(f"no such encoding: {encoding}", hint="such as utf-8, latin-1, utf-16") from None


def _decompressed(raw: IO[bytes], source: str) -> Any:  # noqa: ANN401 (a raw or buffered stream)
    if source.lower().endswith(".gz"):
        return gzip.GzipFile(fileobj=raw)
    if source.lower().endswith(".zst"):
        try:
            from pyarrow import CompressedInputStream
        except ModuleNotFoundError:
            raise MissingExtraError("files compressed with zstandard", "profile") from None
        return CompressedInputStream(raw, "zstd")
    return raw


def _encoding(start: bytes, shown: str) -> str:
    """The encoding that the first bytes are in. Raises ExampleError on what is no text."""
    name = marked(start)
    if name is not None:
        return name
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
        name = "utf-8"
    except UnicodeDecodeError:
        name = _one_byte(start)
    # a machine that goes down leaves some in its log: there they are characters as others are
    if 0 in start and (name != "utf-8" or start.count(0) > MOST_NULS * len(start)):
        hint = "if it is text, make it UTF-8, or name its encoding to synth profile: --encoding utf-16"
        raise ExampleError(f"{shown} is no text: it holds NUL bytes", hint=remedy(start) or hint)
    return name


def _one_byte(start: bytes) -> str:
    """Windows' superset of latin-1 where there are its signs, as the euro's, in place of control characters."""
    try:
        return "cp1252" if start.decode("cp1252") != start.decode("latin-1") else "latin-1"
    except UnicodeDecodeError:
        return "latin-1"


def _until_interrupted(lines: Iterable[ItemT]) -> list[ItemT]:
    """The lines or rows, or those until Ctrl-C, which ends a stream that would not."""
    read: list[ItemT] = []
    try:
        read.extend(lines)
    except KeyboardInterrupt:
        if not read:
            raise
    return read


def _lines(text: Iterable[str], source: str) -> Iterator[str]:
    for number, line in enumerate(text, 1):
        line = line.rstrip("\r\n")
        if len(line) > MAX_LINE:
            message = f"{source}: line {number} has {len(line):,} characters, the limit is {MAX_LINE:,}"
            raise LimitError(message, hint="cut it into records first")
        yield line


def _table(
    text: io.TextIOWrapper, source: str, delimiter: str | None, limit: int | None, rows: int | None
) -> Iterator[list[Column]]:
    """The columns of a CSV file, so many rows at a time, by the names in its first row.

    Short rows lack values, long ones have columns more.
    """
    csv.field_size_limit(MAX_LINE)
    first = read(text.readline, source)
    if not first.strip():
        raise ExampleError(f"{source} is empty", hint="its first row names the columns")
    lines = _Lines(_chained(first, text))
    reader = csv.reader(lines, delimiter=delimiter or _delimiter(first))
    try:
        names = next(reader)
        _require_closed(lines, names)
        rest = islice(reader, limit)
        block = read(lambda: _until_interrupted(islice(rest, rows)), source)
        while block is not None:
            if block:
                _require_closed(lines, block[-1])
            yield _columns(names, [row for row in block if row], source)
            block = read(lambda: _until_interrupted(islice(rest, rows)), source) if len(block) == rows else None
    except csv.Error as error:
        raise ExampleError(f"{source}: line {reader.line_num}: {error}", hint="is it CSV? see --delimiter") from None


def _require_closed(lines: _Lines, row: list[str]) -> None:
    """Raise csv.Error where the last row that was read has taken in all lines behind it."""
    if lines.quotes % 2 and any("\n" in field for field in row):
        raise csv.Error("a quote that was opened before is never closed")


def _columns(names: list[str], rows: list[list[str]], source: str) -> list[Column]:
    width = max([len(names), *map(len, rows)])
    if width > MAX_COLUMNS:
        raise LimitError(f"{source} has {width:,} columns, the limit is {MAX_COLUMNS:,}", hint="cut it, or --delimiter")
    return [
        Column(name, [row[place] if place < len(row) else "" for row in rows])
        for place, name in enumerate(_distinct(names, width))
    ]


def _distinct(names: list[str], width: int) -> list[str]:
    """A name for each column, none twice, as pandas has them: code, "", code -> code, Unnamed: 1, code.1"""
    given = [*names, *[""] * (width - len(names))]
    made = [name or f"Unnamed: {place}" for place, name in enumerate(given)]
    times: Counter[str] = Counter()
    for place in sorted(range(width), key=lambda place: not given[place]):  # who has a name keeps it
        name = made[place]
        number = times[name]
        while number:
            times[made[place]] = number + 1
            name = f"{made[place]}.{number}"
            number = number + 1 if name in made else times[name]
        made[place] = name
        times[name] += 1
    return made


class _Lines:
    """Lines of CSV, and how many quotes those have that were read."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self.quotes = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self.quotes += line.count('"')
            yield line


def _chained(first: str, rest: Iterable[str]) -> Iterator[str]:
    yield first
    yield from rest


def _delimiter(first: str) -> str:
    return max(DELIMITERS, key=first.count)


def _paths(text: io.TextIOWrapper, source: str, limit: int | None) -> Iterator[Column]:
    """The values at each path of JSON: `user.name`, `tags[]`."""
    columns: dict[str, list[str]] = {}
    for value in _json(text, source, limit):
        for path, leaf in _leaves(value, ""):
            columns.setdefault(path, []).append(leaf)
    for path, values in columns.items():
        yield Column(path or "value", values)


def _json(text: io.TextIOWrapper, source: str, limit: int | None) -> list[Any]:
    """The values of JSON, one a line, or those of a list in one document. Raises ExampleError."""
    lines = read(lambda: _until_interrupted(islice(_lines(text, source), limit)), source)
    values = []
    for number, line in enumerate(lines, 1):
        try:
            values += [json.loads(line)] if line.strip() else []
        except (ValueError, RecursionError) as error:
            whole = _document([*lines, *read(lambda: list(_lines(text, source)), source)])
            if whole is None:
                hint = "one JSON value a line, or a list"
                raise ExampleError(f"{source}: line {number} is not JSON: {error}", hint=hint) from None
            values = [whole]
            break
    return (values[0] if len(values) == 1 and isinstance(values[0], list) else values)[:limit]


def _document(lines: list[str]) -> Any:  # noqa: ANN401 (any JSON value)
    try:
        return json.loads("\n".join(lines))
    except (ValueError, RecursionError):
        return None


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401 (any JSON value)
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, f"{path}[]")
    else:
        yield path, value if isinstance(value, str) else "" if value is None else json.dumps(value)


def _parquet(source: str, limit: int | None) -> Iterator[Column]:
    try:
        from pyarrow import ArrowInvalid
        from pyarrow.parquet import ParquetFile
    except ModuleNotFoundError:
        raise MissingExtraError("Parquet files", "profile") from None
    try:
        with ParquetFile(source) as file:
            for name in file.schema_arrow.names:
                column = file.read([name]).column(0)
                values = (column if limit is None else column.slice(0, limit)).to_pylist()
                yield Column(name, ["" if value is None else str(value) for value in values])
    except (OSError, ArrowInvalid) as error:
        raise ExampleError(f"cannot read {source}: {error}", hint="is it a Parquet file?") from None
