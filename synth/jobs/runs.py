"""Where a job keeps its run: on the machine of the cluster that its command runs on."""

from __future__ import annotations

import os
from pathlib import Path


def job_folder(job: str) -> Path:
    """The run directory of a job; SYNTH_JOBS says where those of all jobs are."""
    return Path(os.environ.get("SYNTH_JOBS") or Path.home() / ".cache" / "synth" / "jobs") / job
