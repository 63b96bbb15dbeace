"""Copies of run directories elsewhere: on any file system that fsspec knows, by path or URI.

The directory itself stays on this machine, where it is locked and written often; its copy follows every few seconds and
outlives the machine. Files are copied whole or not at all, the configuration last. A copy is begun where nothing is;
its manifest says of which run it is, and what synth wrote there: nothing else is ever replaced or removed.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, TypeVar

from dsl.calls import begin
from dsl.errors import ConfigurationError, MissingExtraError, RunError, SynthError
from synth.runs.files import (
    CONFIG,
    UNFINISHED,
    alone,
    digest,
    files_of,
    make_directory,
    remove_directory,
    write_atomically,
)
from synth.runs.manifest import Manifest
from synth.runs.masking import masked
from synth.runs.trust import granted

COPY_SECONDS: Final = 2.0  # between two copies, at least
ANSWER_SECONDS: Final = 20.0  # for each file: a storage that says nothing for longer is not there
MANIFEST: Final = ".synth-copy.json"
HINT: Final = "name a directory that can be written, such as /shared/runs/dates or s3://bucket/runs/dates"
TAKEN: Final = "nothing is overwritten: name a new directory, or an empty one"

Answer = TypeVar("Answer")


class Storage:
    """The directory `uri`; others see `shown`, `place` is the same from anywhere. Raises ConfigurationError."""

    def __init__(self, uri: str) -> None:
        try:
            from fsspec.core import url_to_fs
            from fsspec.implementations.local import LocalFileSystem
        except ModuleNotFoundError:
            raise MissingExtraError("storage", "ray") from None
        if not uri:
            raise ConfigurationError("the storage has no name", hint=HINT)
        self.shown = self.place = masked(uri) if "://" in uri or "::" in uri else uri
        self.failure: str | None = None
        self._moved = self._last = 0.0  # when a file was last done, and a copy
        self._copying: Future[None] | None = None
        self._copied: dict[str, tuple[int, int]] = {}  # size and time of each file when it was copied
        with self._told("use", ConfigurationError):
            self._files, self._root = self._ask(lambda: url_to_fs(uri))
        self._is_local = isinstance(self._files, LocalFileSystem)
        if self._is_local:
            self.place = self._root

    def begin(self, folder: Path, run: str) -> None:
        """Make the first copy of the run with the id `run`, or go on. Raises RunError where anything else is."""
        with self._told("write"):
            self._ask(lambda: self._begin(folder, run))

    def follow(self, folder: Path, *, at_once: bool = False) -> None:
        """Copy what has changed, unless just done, meanwhile or `at_once`; `failure` says what went wrong."""
        if self._copying is not None and (at_once or self._copying.done() or self._is_silent):
            self._conclude(self._copying)
        if self._copying is None and (at_once or time.monotonic() - self._last >= COPY_SECONDS):
            self._moved = time.monotonic()
            self._copying = begin(lambda: self._copy(folder))
            if at_once:
                self._conclude(self._copying)

    def settle(self) -> None:
        """Wait for a copy that has begun: nothing is written after whoever began it has left."""
        if self._copying is not None:
            self._conclude(self._copying)

    def _conclude(self, copying: Future[None]) -> None:
        """Wait for a copy. One that never ends is not waited for again, and no other is begun."""
        try:
            self._await(copying)
            self._copying, self._last = None, time.monotonic()
            copying.result()
            self.failure = None
        except Exception as error:  # each file system has errors of its own
            self.failure = _reason(error)

    def fetch(self, folder: Path) -> None:
        """Make the new directory `folder` from the copy. Raises RunError."""
        with self._told("read"):
            files = self._ask(self._fetched)
        make_directory(folder, files, "nothing is overwritten: choose another directory")

    def _begin(self, folder: Path, run: str) -> None:
        if "::" in self.shown:
            raise RunError(f"the storage {self.shown} is read through another", hint=HINT)
        if self._is_local and Path(self._root).resolve().is_relative_to(folder.resolve()):
            raise RunError(f"the storage {self.shown} is in the run itself", hint=HINT)
        self._files.invalidate_cache()
        known = self._manifest()
        if known is None and self._is_taken():
            raise RunError(f"the storage {self.shown} holds files that synth did not write", hint=TAKEN)
        if known is not None and known.run != run:
            raise RunError(f"the storage {self.shown} holds another run", hint=TAKEN)
        self._known = known or Manifest(run)
        for name in sorted(self._known.names):
            self._check_behind(folder, name)
        self._others = set(self._names()) - {*self._known.names, MANIFEST}
        try:
            self._copy(folder)
        except Exception:
            for name in (*self._known.names, MANIFEST) if known is None else ():  # so that the next can be made there
                with suppress(Exception):
                    self._remove(name)
            raise

    def _check_behind(self, folder: Path, name: str) -> None:
        """Files of lines only grow: a copy with other lines has gone on elsewhere, or outlived what is here."""
        theirs = (self._read(name) or b"") if name.endswith(".jsonl") else b""
        if not (_content(folder / name) or b"").startswith(theirs[: theirs.rfind(b"\n") + 1]):
            message = f"the copy in {self.shown} has lines in {name} that {folder} has not"
            hint = f"move {folder} away: `synth resume` with --storage then goes on from the copy"
            raise RunError(message, hint=hint)

    def _copy(self, folder: Path) -> None:
        marks = {name: (status.st_size, status.st_mtime_ns) for name, status in files_of(folder)}
        changed = [name for name in marks if self._copied.get(name) != marks[name]]
        contents = {name: data for name in changed if (data := _content(folder / name)) is not None}
        removed = set(_outdated(self._known.names, marks))
        if not contents and not removed:
            return
        if self._others & contents.keys():
            raise FileExistsError(f"{min(self._others & contents.keys())} is there, and synth did not write it")
        gone = contents.keys() | removed
        untouched = {name: known for name, known in self._known.files.items() if name not in gone}
        self._tell(Manifest(self._known.run, untouched, gone))
        self._write(contents)
        for name in removed:
            self._remove(name)
        self._tell(Manifest(self._known.run, untouched | {name: digest(data) for name, data in contents.items()}))
        self._copied = {name: mark for name, mark in marks.items() if name in contents or name not in changed}

    def _tell(self, manifest: Manifest) -> None:
        self._write({MANIFEST: manifest.to_json()})
        self._known = manifest

    def _write(self, contents: Mapping[str, bytes]) -> None:
        names = sorted(contents, key=lambda name: name == CONFIG)
        for parent in {self._path(name).rpartition("/")[0] for name in names}:
            self._files.makedirs(parent, exist_ok=True)
        if self._is_local:  # whose transactions begin in another file system
            for name in names:
                write_atomically(Path(self._path(name)), contents[name])
                self._moved = time.monotonic()
            return
        with self._files.transaction:
            for name in names:
                with self._files.open(self._path(name), "wb") as file:
                    file.write(contents[name])
                self._moved = time.monotonic()

    def _remove(self, name: str) -> None:
        with suppress(FileNotFoundError):
            self._files.rm_file(self._path(name))
        self._moved = time.monotonic()

    def _fetched(self) -> dict[str, bytes]:
        manifest = self._manifest()
        if manifest is None:
            raise RunError(f"the storage {self.shown} holds no run", hint=f"a copy of a run has a {MANIFEST}")
        read = ((name, self._read(name)) for name in sorted(manifest.names))
        files = {name: data for name, data in read if data is not None}
        for name, known in manifest.files.items():
            if name not in files or digest(files[name]) != known:
                hint = "put the file back: the search goes on from what was written last"
                raise RunError(f"the copy in {self.shown} is damaged: {name} is not what synth wrote", hint=hint)
        if CONFIG not in files:
            raise RunError(f"the storage {self.shown} holds the beginning of a copy only", hint="begin a new run")
        return files

    def _manifest(self) -> Manifest | None:
        data = self._read(MANIFEST)
        return None if data is None else Manifest.from_json(data)

    def _read(self, name: str) -> bytes | None:
        try:
            return bytes(self._files.cat_file(self._path(name)))
        except FileNotFoundError:
            return None
        finally:
            self._moved = time.monotonic()

    def _is_taken(self) -> bool:
        try:
            entries = self._files.ls(self._root, detail=False)
        except FileNotFoundError:
            return False
        # a bucket may have an empty object in the place of the directory; a kill leaves what a first copy had begun
        others = [entry for entry in entries if not entry.rpartition("/")[2].startswith(UNFINISHED)]
        return any(entry.rstrip("/") != self._root.rstrip("/") or self._files.isfile(entry) for entry in others)

    def _names(self) -> Iterator[str]:
        for path in self._files.find(self._root):
            yield path.removeprefix(self._root).lstrip("/")

    def _path(self, name: str) -> str:
        path = f"{self._root.rstrip('/')}/{name}"
        if self._is_local and not Path(path).parent.resolve().is_relative_to(Path(self._root).resolve()):
            raise PermissionError(f"{name} leads outside of it")
        return path

    def _ask(self, action: Callable[[], Answer]) -> Answer:
        """What `action` gives. Raises TimeoutError when the storage says nothing for long."""
        self._moved = time.monotonic()
        call = begin(action)
        self._await(call)
        return call.result()

    def _await(self, call: Future[Any]) -> None:
        while not call.done():
            if self._is_silent:
                raise TimeoutError(f"no answer within {ANSWER_SECONDS:g} seconds")
            wait([call], timeout=0.5)

    @property
    def _is_silent(self) -> bool:
        return time.monotonic() - self._moved > ANSWER_SECONDS

    @contextmanager
    def _told(self, action: str, kind: type[SynthError] = RunError) -> Iterator[None]:
        with _unheard():
            try:
                yield
                return
            except SynthError:
                raise
            except Exception as error:  # each file system has errors of its own
                message = f"cannot {action} the storage {self.shown}: {_reason(error)}"
                traceback.clear_frames(error.__traceback__)
        raise kind(message, hint=HINT)


def identity(copy: Storage | None) -> dict[str, str]:
    """What a new run is known by, for its configuration: its id, and where its copy is."""
    return {"id": token_hex(16)} | ({} if copy is None else {"storage": copy.place})


def copied(folder: Path, made: Iterable[str], run: str, storage: Storage | None) -> Storage | None:
    """The storage with a first copy of a new directory of the files `made`, which go when that fails."""
    try:
        if storage is not None:
            storage.begin(folder, run)
    except BaseException:  # Ctrl-C, too
        remove_directory(folder, made)
        raise
    return storage


def rejoined(folder: Path, config: Mapping[str, Any], uri: str | None, *, trust: bool) -> Storage | None:
    """The storage, with a copy as it is, of a run that goes on: at `uri`, or with `trust` where `config` says."""
    if "id" not in config and uri is None:
        return None
    place = granted("storage", uri, config.get("storage"), folder, trust=trust)
    if place is None:
        return None
    if "id" not in config:
        hint = "leave --storage out: the run goes on without a copy"
        raise RunError(f"{folder} was begun by a synth that gave no ids, which copies are told by", hint=hint)
    storage = Storage(place)
    with alone(folder):  # a run that is in use has the copy, too
        storage.begin(folder, str(config["id"]))
    return storage


def bring(folder: str | os.PathLike[str], uri: str | None) -> None:
    """Fetch a directory that is no longer, or never was, on this machine. Raises what `Storage` raises."""
    if uri is not None and not Path(folder).exists():
        Storage(uri).fetch(Path(folder))


def _outdated(known: Iterable[str], there: Iterable[str]) -> Iterator[str]:
    """The files of old checkpoints: gone, where later ones are there; not those of a directory being deleted."""
    siblings = {name.rsplit("/", 2)[0] for name in there if name.count("/") > 1}
    yield from (name for name in set(known).difference(there) if name.rsplit("/", 2)[0] in siblings)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


@contextmanager
def _unheard() -> Iterator[None]:
    """What objects say at their end goes nowhere: fsspec's FTP complains there of a connection that it never had."""
    hook = sys.unraisablehook
    sys.unraisablehook = lambda _: None
    try:
        yield
    finally:
        sys.unraisablehook = hook


def _reason(error: Any) -> str:  # noqa: ANN401 (any exception)
    return masked(getattr(error, "strerror", None) or str(error) or type(error).__name__)
