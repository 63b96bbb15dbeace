"""Files that a crash at any moment leaves whole, the old or the new, and lines of which it may tear the last."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from dsl.errors import RunError

CONFIG: Final = "config.toml"  # of every directory that --out makes


def json_lines(text: str) -> Iterator[Any]:
    """The values of JSON lines; a last line without its end was torn by a kill and is lost. Raises ValueError."""
    for line in text.split("\n")[:-1]:
        yield json.loads(line)


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write `content` to the file `path`. Raises OSError, and then the old file is still there."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            _write_through(file, content.encode() if isinstance(content, str) else content)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    _sync_directory(path.parent)


def write_directory_atomically(path: Path, files: Mapping[str, bytes]) -> None:
    """Make the new directory `path` with the files given. Raises OSError, and then there is no such directory."""
    temporary = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        for name, data in files.items():
            with (temporary / name).open("wb") as file:
                _write_through(file, data)
        _sync_directory(temporary)
        temporary.rename(path)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise
    _sync_directory(path.parent)


def append_line(path: Path, value: object) -> None:
    """Append `value` to a file of JSON lines. Raises OSError."""
    with path.open("ab") as file:
        _write_through(file, (json.dumps(value, ensure_ascii=False) + "\n").encode())


def whole_lines(path: Path) -> Iterator[Any]:
    """The values of a file of JSON lines; one torn by a kill is cut off. Raises RunError when it cannot be read."""
    try:
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.truncate(path, len(whole))
    except OSError as error:
        raise RunError(f"cannot read {path}: {error.strerror}", hint="check its permissions") from None
    yield from json_lines(whole.decode())


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """No other process works in `folder` meanwhile. Raises RunError when one does."""
    import fcntl

    try:
        lock = (folder / ".lock").open("w")
    except OSError as error:
        raise RunError(f"cannot write in {folder}: {error.strerror}", hint="check its permissions") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            hint = "wait until it has ended, or stop it"
            raise RunError(f"another process is working on {folder}", hint=hint) from None
        yield


def _write_through(file: BinaryIO, data: bytes) -> None:
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def _sync_directory(path: Path) -> None:
    directory = os.open(path, os.O_RDONLY)
    try:
        os.fsync(directory)  # the rename itself lies in the directory
    finally:
        os.close(directory)
