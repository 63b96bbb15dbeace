"""Files of data sets: a folder of the user's, and the slices that come with the repository."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

from dsl.errors import SynthError

MANIFEST: Final = "MANIFEST.json"
SHIPPED: Final = Path(__file__).parents[2] / "datasets"


class DataError(SynthError):
    """A data set that is missing, damaged, or not what was expected."""


class Data:
    """Data sets by folder: `folder`/sst2/train.tsv, or what is in datasets/sst2.

    MANIFEST.json beside the files of a data set, where there is one, holds the SHA-256 of each: they are checked.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def text(self, data_set: str, name: str) -> str:
        """The text of a file, .gz unpacked. Raises DataError when there is none, or it is not UTF-8."""
        data = self.content(data_set, name)
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            message = f"{data_set}/{name} is not UTF-8: byte {error.start}"
            raise DataError(message, hint=f"fetch it again: {_fetch(data_set)}") from None

    def lines(self, data_set: str, name: str) -> list[str]:
        """The lines of a file, without their ends."""
        return self.text(data_set, name).removesuffix("\n").split("\n")

    def content(self, data_set: str, name: str) -> bytes:
        """The bytes of a file, .gz unpacked. Raises DataError."""
        path = self.path(data_set, name)
        try:
            data = path.read_bytes()
            self._check(path, data)
            return gzip.decompress(data) if name.endswith(".gz") else data
        except (OSError, EOFError) as error:
            hint = f"check its permissions, or fetch it again: {_fetch(data_set)}"
            raise DataError(f"cannot read {path}: {error}", hint=hint) from None

    def _check(self, path: Path, data: bytes) -> None:
        manifest = path.parent / MANIFEST
        wanted = json.loads(manifest.read_bytes()).get(path.name) if manifest.is_file() else None
        if wanted is not None and wanted != (got := sha256(data).hexdigest()):
            hint = f"fetch it again: {_fetch(path.parent.name)}"
            raise DataError(f"{path} has another checksum: {got}, not {wanted}", hint=hint)

    def path(self, data_set: str, name: str) -> Path:
        """Where a file is. Raises DataError when it is nowhere."""
        places = [folder / data_set / name for folder in (self.folder, SHIPPED) if folder is not None]
        for path in places:
            if path.is_file():
                return path
        where = "" if self.folder is None else f", or put it at {places[0]}"
        data = "" if self.folder is not None else "; another folder: --data DIR"
        hint = f"{_fetch(data_set)}{where}{data}"
        is_there = any((folder / data_set).is_dir() for folder in (self.folder, SHIPPED) if folder is not None)
        message = (
            f"the data set {data_set} has no {name}" if is_there and name else f"the data set {data_set} is missing"
        )
        raise DataError(message, hint=hint)

    def digest(self, data_sets: Iterable[str]) -> str:
        """One SHA-256 of all files of data sets, as far as they are there."""
        found = sha256()
        for data_set in data_sets:
            folders = [folder / data_set for folder in (self.folder, SHIPPED) if folder is not None]
            files = [path for folder in folders for path in sorted(folder.rglob("*")) if _counts(path)]
            for path in files:
                found.update(path.name.encode() + sha256(path.read_bytes()).digest())
        return found.hexdigest()

    def has(self, data_set: str, name: str) -> bool:
        """Whether the file is there."""
        return any((folder / data_set / name).is_file() for folder in (self.folder, SHIPPED) if folder is not None)


def _counts(path: Path) -> bool:
    return path.is_file() and path.suffix != ".md"  # cards may be written anew


def _fetch(data_set: str) -> str:
    return f"synth evaluate fetch {data_set} --data DIR"
