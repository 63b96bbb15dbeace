"""Files that a crash at any moment leaves whole, the old or the new, and lines of which it may tear the last."""

from __future__ import annotations

import errno
import json
import os
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any, BinaryIO, Final, TypeVar

from dsl.errors import RunError

CONFIG: Final = "config.toml"  # of every directory that --out makes
LOCK: Final = ".lock"
UNFINISHED: Final = ".unfinished-"  # begins the names of what is not written whole, or never was before a kill

T = TypeVar("T")


def digest(content: str | bytes) -> str:
    """The SHA-256 of a file's content, in hexadecimal digits."""
    return sha256(content.encode() if isinstance(content, str) else content).hexdigest()


def json_value(text: str) -> Any:  # noqa: ANN401 (any JSON value)
    """The value of a JSON text. Raises ValueError, also where it is nested too deeply."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def json_lines(text: str) -> Iterator[Any]:
    """The values of JSON lines; a last line without its end was torn by a kill and is lost. Raises ValueError."""
    for line in text.split("\n")[:-1]:
        yield json_value(line)


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write `content` to the file `path`. Raises OSError, and then the old file is still there."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            _write_through(file, content.encode() if isinstance(content, str) else content)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    _sync_directory(path.parent)


def write_directory_atomically(path: Path, files: Mapping[str, bytes]) -> None:
    """Make the new directory `path`, with those above it, of `files`. Raises OSError, and then nothing was made."""
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    begun = path.with_name(f"{UNFINISHED}{token_hex(8)}")
    made: list[Path] = []
    try:
        for folder in reversed([parent for parent in path.parents if not parent.exists()]):
            folder.mkdir()
            made.insert(0, folder)
        begun.mkdir()
        for name, data in files.items():
            (begun / name).parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(begun / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                _write_through(file, data)
        for folder in _folders(begun, files):
            _sync_directory(folder)
        begun = begun.rename(path)
        _sync_directory(path.parent)
    except BaseException:
        remove_directory(begun, files)
        for folder in made:
            with suppress(OSError):
                folder.rmdir()
        raise


def remove_directory(path: Path, names: Iterable[str]) -> None:
    """Remove the files of these names from the directory `path`, and itself unless it holds others."""
    names = list(names)
    for name in names:
        with suppress(OSError):
            (path / name).unlink()
    for folder in _folders(path, names):
        with suppress(OSError):
            folder.rmdir()


def _folders(path: Path, names: Iterable[str]) -> list[Path]:
    """The directory `path`, and those in it that files of these names lie in, the innermost first."""
    inner = {parent for name in names for parent in (path / name).parents if path in parent.parents}
    return [*sorted(inner, reverse=True), path]


def files_of(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    """The files in a directory by their names in it, without what is hidden: locks, and what is being written."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for path in (Path(parent, name) for name in sorted(names) if not name.startswith(".")):
            with suppress(FileNotFoundError):  # the search may go on meanwhile, and remove old checkpoints
                if stat.S_ISREG((status := path.lstat()).st_mode):
                    yield path.relative_to(folder).as_posix(), status


def make_directory(path: Path, files: Mapping[str, str | bytes], hint: str) -> None:
    """Make the new directory `path` of a run. Raises RunError, with `hint` where there is something already."""
    try:
        write_directory_atomically(
            path, {name: data if isinstance(data, bytes) else data.encode() for name, data in files.items()}
        )
    except FileExistsError:
        raise RunError(f"{path} exists already", hint=hint) from None
    except OSError as error:
        hint = "choose a directory that can be written"
        raise RunError(f"cannot write the directory {path}: {error.strerror}", hint=hint) from None
    except UnicodeEncodeError:
        raise RunError(f"{path} would hold a file name that is not UTF-8", hint="give the file another name") from None


def whole_lines(path: Path, read: Callable[[Any], T]) -> tuple[list[T], list[str]]:
    """What `read` makes of the values of a file of JSON lines, and what is wrong with the lines that are left out.

    A last line that was torn by a kill is cut off without a word. `read` raises ValueError. Raises RunError when the
    file cannot be read.
    """
    try:
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.truncate(path, len(whole))
    except FileNotFoundError:
        return [], [f"{path.name} is missing"]
    except OSError as error:
        raise RunError(f"cannot read {path}: {error.strerror}", hint="check its permissions") from None
    values: list[T] = []
    faults: list[str] = []
    for number, line in enumerate(whole.split(b"\n")[:-1], 1):
        try:
            values.append(read(json_value(line.decode())))
        except ValueError as error:
            faults.append(f"line {number} of {path.name} is damaged and left out: {error}")
    return values, faults


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """No other process works in `folder` meanwhile. Raises RunError when one does."""
    try:
        # neither through a link nor emptied: the directory may be untrusted
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise RunError(f"cannot write in {folder}: {error.strerror}", hint="check its permissions, and .lock") from None
    try:
        _lock(lock, folder)
        yield
    finally:
        os.close(lock)


def _lock(handle: int, folder: Path) -> None:
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        hint = "wait until it has ended, or stop it"
        raise RunError(f"another process is working on {folder}", hint=hint) from None
    except OSError as error:
        raise RunError(f"cannot lock {folder}: {error.strerror}", hint="choose a file system that has locks") from None


def refuse_links(folder: Path) -> None:
    """Check a directory that may be untrusted. Raises RunError when something in it could lead elsewhere."""
    for parent, folders, files in os.walk(folder):
        for path in (Path(parent, name) for name in (*folders, *files)):
            with suppress(FileNotFoundError):  # a search may be working there
                if not (stat.S_ISREG(mode := path.lstat().st_mode) or stat.S_ISDIR(mode)):
                    hint = "a run holds files and directories only: remove it, or put a copy in its place"
                    raise RunError(f"{path} is a link, or no file", hint=hint)


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
