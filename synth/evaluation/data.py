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
NOTHING: Final = sha256().hexdigest()  # the digest of data that is missing


class DataError(SynthError):
    """A data set that is missing, damaged, or not what was expected."""


class Data:
    """Data sets by folder: `folder`/sst2/train.tsv, or the slice in datasets/sst2 where `folder` has no sst2.

    MANIFEST.json beside the files of a data set, where there is one, holds the SHA-256 of each: they are checked.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def text(self, data_set: str, name: str) -> str:
        """The text of a file, unpacked. Raises DataError when there is none, or it is not UTF-8."""
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
        """The bytes of a file, unpacked. Raises DataError."""
        path = self.path(data_set, name)
        try:
            data = path.read_bytes()
            self._check(data_set, path, data)
            return gzip.decompress(data) if path.suffix == ".gz" else data
        except (OSError, EOFError) as error:
            hint = f"check its permissions, or fetch it again: {_fetch(data_set)}"
            raise DataError(f"cannot read {path}: {error}", hint=hint) from None

    def _check(self, data_set: str, path: Path, data: bytes) -> None:
        if not self.has(data_set, MANIFEST):
            return
        manifest = self.path(data_set, MANIFEST)
        wanted = json.loads(manifest.read_bytes()).get(str(path.relative_to(manifest.parent)))
        if wanted is not None and wanted != (got := sha256(data).hexdigest()):
            message = f"{path} has another checksum: {got}, not {wanted}"
            raise DataError(message, hint=f"fetch it again: {_fetch(data_set)}")

    def path(self, data_set: str, name: str) -> Path:
        """Where a file is, or the same packed by gzip. Raises DataError when it is nowhere."""
        home = self._home(data_set)
        for path in () if home is None else (home / name, home / f"{name}.gz"):
            if path.is_file():
                return path
        where = (
            f"put it at {self.folder / data_set / name}" if self.folder else "run with --data and the folder it is in"
        )
        message = f"the data set {data_set} is missing" if home is None else f"the data set {data_set} has no {name}"
        raise DataError(message, hint=f"{_fetch(data_set)}, or {where}")

    def has(self, data_set: str, name: str) -> bool:
        """Whether the file is there."""
        home = self._home(data_set)
        return home is not None and (home / name).is_file()

    def is_shipped(self, data_set: str) -> bool:
        """Whether all that there is of a data set is the slice in datasets/."""
        return self._home(data_set) == SHIPPED / data_set

    def digest(self, data_sets: Iterable[str]) -> str:
        """One SHA-256 of all files of data sets, as far as they are there."""
        found = sha256()
        for home in filter(None, map(self._home, data_sets)):
            for path in _files(home):
                found.update(path.name.encode() + sha256(path.read_bytes()).digest())
        return found.hexdigest()

    def _home(self, data_set: str) -> Path | None:
        """The folder of a data set, the user's first: files of both never meet."""
        if self.folder is not None and (own := self.folder / data_set).is_dir():
            return own
        shipped = SHIPPED / data_set
        return shipped if _files(shipped) else None


def _files(folder: Path) -> list[Path]:
    """What a data set is made of: not its card, which may be written anew."""
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".md"]


def _fetch(data_set: str) -> str:
    return f"synth evaluate fetch {data_set} --data DIR"
