"""A run directory as one line of text: how it comes back through the logs of a job.

The job server hands out logs, and no files.
"""

from __future__ import annotations

import base64
import io
import sys
import tarfile
from pathlib import Path
from typing import Final

from dsl.errors import RunError
from synth.jobs.runs import job_folder

MARK: Final = "synth-run:"
NOTHING: Final = "synth-no-run"


def packed(folder: Path) -> str:
    """The line; NOTHING without such a directory."""
    if not folder.is_dir():
        return NOTHING
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                tar.add(path, arcname=path.relative_to(folder))
    return MARK + base64.b64encode(archive.getvalue()).decode()


def unpack(logs: str, folder: Path) -> bool:
    """Make the new directory `folder` from the line among `logs`; False when there was no run. Raises RunError."""
    line = next((line for line in logs.splitlines() if line.startswith((MARK, NOTHING))), None)
    if line == NOTHING:
        return False
    if line is None:
        raise RunError("the cluster did not send the run", hint="try again; `synth jobs logs` may say why")
    try:
        folder.mkdir(parents=True)
        with tarfile.open(fileobj=io.BytesIO(base64.b64decode(line.removeprefix(MARK)))) as tar:
            tar.extractall(folder, filter="data")
    except FileExistsError:
        hint = "nothing is overwritten: choose another directory"
        raise RunError(f"{folder} exists already", hint=hint) from None
    except (OSError, ValueError, tarfile.TarError) as error:
        raise RunError(f"cannot write {folder}: {error}", hint="choose a directory that can be written") from None
    return True


if __name__ == "__main__":
    print(packed(job_folder(sys.argv[1])))
