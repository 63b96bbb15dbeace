"""Where a job keeps its run: on the machine of the cluster that its command runs on."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from dsl.errors import ConfigurationError

ARGUMENTS: Final = "arguments.json"  # in the working directory of a job


def check_name(job: str) -> None:
    """Raises ConfigurationError on what is no name for a job."""
    if not re.fullmatch(r"\w[\w.-]*", job):
        raise ConfigurationError(f"{job!r} is no name for a job", hint="use letters, digits, dots and dashes")


def job_folder(job: str) -> Path:
    """The run directory of a job, below SYNTH_JOBS. Raises ConfigurationError on what is no name for a job."""
    check_name(job)
    return Path(os.environ.get("SYNTH_JOBS") or Path.home() / ".cache" / "synth" / "jobs") / job
