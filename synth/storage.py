"""Copies of run directories elsewhere: on any file system that fsspec knows, by path or URI.

The directory itself stays on this machine, where it is locked and written often; its copy follows every few seconds and
outlives the machine. Files are copied whole or not at all, the configuration last.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from dsl.errors import ConfigurationError, MissingExtraError, RunError, SynthError
from synth.files import CONFIG, write_atomically

COPY_SECONDS: Final = 2.0  # between two copies, at least
PROBE: Final = ".probe"
HINT: Final = "name a directory that can be written, such as /shared/runs/dates or s3://bucket/runs/dates"


class Storage:
    """The directory `uri`. Raises ConfigurationError on a URI that fsspec does not know."""

    def __init__(self, uri: str) -> None:
        try:
            from fsspec.core import url_to_fs
        except ModuleNotFoundError:
            raise MissingExtraError("storage", "ray") from None
        self.uri = uri
        try:
            self._files, self._root = url_to_fs(uri)
        except (ImportError, ValueError) as error:
            raise ConfigurationError(f"cannot use the storage {uri}: {error}", hint=HINT) from None
        self._copied: dict[str, tuple[int, int]] = {}  # size and time of each file when it was copied
        self._last = 0.0
        self.failure: str | None = None

    def begin(self, folder: Path, *, new: bool) -> None:
        """Make the first copy, of a `new` directory or of one that is there already.

        Raises RunError when there is another run, or nothing can be written.
        """
        with self._told("write"):
            theirs = self._read(CONFIG)
            if theirs is not None and (new or theirs != (folder / CONFIG).read_bytes()):
                hint = "nothing is overwritten: choose another, or go on with `synth resume RUN --storage URI`"
                raise RunError(f"the storage {self.uri} holds {'a' if new else 'another'} run", hint=hint)
            self._write({PROBE: b""})
            self._files.rm_file(self._path(PROBE))
            self._copied = dict.fromkeys(self._names(), (-1, -1))
            self._copy(folder)

    def follow(self, folder: Path, *, at_once: bool = False) -> None:
        """Copy what has changed, unless the last copy is of just now; `failure` says what went wrong with it."""
        if not at_once and time.monotonic() - self._last < COPY_SECONDS:
            return
        try:
            self._copy(folder)
            self.failure = None
        except Exception as error:  # each file system has errors of its own
            self.failure = _reason(error)
        self._last = time.monotonic()

    def fetch(self, folder: Path) -> None:
        """Make the new directory `folder` from the copy. Raises RunError."""
        with self._told("read"):
            if self._read(CONFIG) is None:
                raise RunError(f"the storage {self.uri} holds no run", hint="name what --storage named")
            names = sorted(self._names(), key=lambda name: name == CONFIG)
            try:
                folder.mkdir(parents=True)
            except FileExistsError:
                hint = "nothing is overwritten: choose another directory"
                raise RunError(f"{folder} exists already", hint=hint) from None
            for name in names:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(self._files.cat_file(self._path(name)))

    def _copy(self, folder: Path) -> None:
        paths = [path for path in folder.rglob("*") if path.is_file() and not _hidden(path.relative_to(folder))]
        marks = {path.relative_to(folder).as_posix(): (path.stat().st_size, path.stat().st_mtime_ns) for path in paths}
        new = [name for name in marks if self._copied.get(name) != marks[name]]
        self._write({name: (folder / name).read_bytes() for name in sorted(new, key=lambda name: name == CONFIG)})
        for name in self._copied.keys() - marks.keys():
            self._files.rm_file(self._path(name))
        self._copied = marks

    def _write(self, contents: dict[str, bytes]) -> None:
        for parent in {self._path(name).rpartition("/")[0] for name in contents}:
            self._files.makedirs(parent, exist_ok=True)
        if "file" in self._files.protocol:  # whose transactions begin in another file system
            for name, data in contents.items():
                write_atomically(Path(self._path(name)), data)
            return
        with self._files.transaction:
            for name, data in contents.items():
                with self._files.open(self._path(name), "wb") as file:
                    file.write(data)

    def _read(self, name: str) -> bytes | None:
        try:
            return bytes(self._files.cat_file(self._path(name)))
        except FileNotFoundError:
            return None

    def _names(self) -> Iterator[str]:
        for path in self._files.find(self._root):
            yield path.removeprefix(self._root).lstrip("/")

    def _path(self, name: str) -> str:
        return f"{self._root.rstrip('/')}/{name}"

    @contextmanager
    def _told(self, action: str) -> Iterator[None]:
        try:
            yield
        except RunError:
            raise
        except Exception as error:
            raise RunError(f"cannot {action} the storage {self.uri}: {_reason(error)}", hint=HINT) from None


def absolute(uri: str) -> str:
    """The same place, from whatever directory it is named."""
    return uri if "://" in uri or "::" in uri else os.path.abspath(uri)


def copied(folder: Path, uri: str | None) -> Storage | None:
    """The storage `uri` with a first copy of a new directory, which goes when that fails. Raises as `Storage.begin`."""
    try:
        storage = None if uri is None else Storage(uri)
        if storage is not None:
            storage.begin(folder, new=True)
    except SynthError:
        shutil.rmtree(folder)
        raise
    return storage


def bring(folder: str | os.PathLike[str], uri: str | None) -> None:
    """Fetch a directory that is no longer, or never was, on this machine. Raises what `Storage` raises."""
    if uri is not None and not Path(folder).exists():
        Storage(uri).fetch(Path(folder))


def _hidden(name: Path) -> bool:
    return any(part.startswith(".") for part in name.parts)  # locks, and files that are being written


def _reason(error: Any) -> str:  # noqa: ANN401 (any exception)
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
