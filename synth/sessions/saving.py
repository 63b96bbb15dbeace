"""Sessions in run directories: what was asked and answered is kept, and gone on with."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

from dsl.errors import ConfigurationError, RunError
from synth.api import Listener
from synth.runs.files import write_atomically
from synth.runs.run import Run
from synth.sessions.session import Session

SESSION: Final = "session.json"  # in the directory of a run


def is_kept(run: str | os.PathLike[str]) -> bool:
    """Whether a run directory has a session."""
    return (Path(run) / SESSION).is_file()


def keep(session: Session, run: str | os.PathLike[str]) -> None:
    """Write a session into a run directory. Raises RunError where that cannot be."""
    text = json.dumps(session.to_dict(), ensure_ascii=False, indent=1)
    try:
        write_atomically(Path(run) / SESSION, text.encode(errors="backslashreplace"))
    except OSError as error:
        hint = "make room on the disk: the answers are written with the next one"
        raise RunError(f"the answers could not be kept in {run}: {error.strerror}", hint=hint) from None


def finish(session: Session, run: str | os.PathLike[str]) -> None:
    """Write a session, and its result as that of the run. Raises RunError."""
    keep(session, run)
    Run.open(run).finish(session.result)


def taken_up(run: str | os.PathLike[str], *, on_event: Listener | None = None) -> Session:
    """The session of a run directory. Raises RunError when there is none, or it is damaged."""
    path = Path(run) / SESSION
    try:
        return Session.from_dict(json.loads(path.read_text(encoding="utf-8")), on_event=on_event)
    except OSError as error:
        hint = "begin one: synth induce FILE --ask --out RUN"
        raise RunError(f"{run} has no session: {error.strerror}", hint=hint) from None
    except (ValueError, ConfigurationError) as error:
        raise RunError(f"{path} is damaged: {error}", hint="begin a new run") from None
