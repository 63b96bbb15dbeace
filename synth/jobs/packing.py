"""A run directory as one line of text, with its digest: how it comes back through the logs of a job."""

from __future__ import annotations

import base64
import io
import sys
import tarfile
import tomllib
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from dsl.errors import RunError
from synth.jobs.runs import job_folder
from synth.runs.files import CONFIG, digest, files_of, make_directory
from synth.runs.manifest import is_inside

MARK: Final = "synth-run:"
NOTHING: Final = "synth-no-run"
AGAIN: Final = "try again; `synth jobs logs` may say why"


def packed(folder: Path) -> str:
    """The line; NOTHING as long as the run has not begun."""
    if not (folder / CONFIG).is_file():
        return NOTHING
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        for name, _ in files_of(folder):
            with suppress(FileNotFoundError):
                entry, data = tarfile.TarInfo(name), (folder / name).read_bytes()
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
    return f"{MARK}{digest(archive.getvalue())}:{base64.b64encode(archive.getvalue()).decode()}"


def unpack(logs: str, folder: Path) -> bool:
    """Make `folder` from the line among `logs`; False without a run. Raises RunError when it did not come whole."""
    line = next((line for line in logs.splitlines() if line.startswith((MARK, NOTHING))), None)
    if line == NOTHING:
        return False
    if line is None:
        raise RunError("the cluster did not send the run", hint=AGAIN)
    files = _files(line.removeprefix(MARK))
    make_directory(folder, files, "nothing is overwritten: choose another directory")
    return True


def _files(text: str) -> dict[str, bytes]:
    """What a line holds. Raises RunError."""
    known, _, encoded = text.partition(":")
    try:
        archive = base64.b64decode(encoded.strip(), validate=True)
        if digest(archive) != known:
            raise ValueError("it was cut short, or changed")
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
            files = {entry.name: _content(tar, entry) for entry in tar}
        _check(files)
    except (
        OSError, EOFError, ValueError, LookupError, AttributeError, RecursionError, zlib.error, tarfile.TarError
    ) as error:  # fmt: skip
        raise RunError(f"the run did not come back whole: {error}", hint=AGAIN) from None
    return files


def _content(tar: tarfile.TarFile, entry: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(entry) if entry.isreg() and is_inside(entry.name) else None
    if file is None:
        raise ValueError(f"{entry.name!r} is no file of a run")
    return file.read()


def _check(files: Mapping[str, bytes]) -> None:
    """Whether all is there that a run goes on from. Raises ValueError, KeyError and their like."""
    if CONFIG not in files:
        raise ValueError(f"it has no {CONFIG}")
    for name, known in tomllib.loads(files[CONFIG].decode())["inputs"].items():
        if name not in files or digest(files[name]) != known:
            raise ValueError(f"{name} is not what the run began with")


if __name__ == "__main__":
    print(packed(job_folder(sys.argv[1])))
