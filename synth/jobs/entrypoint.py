"""What a job runs on the cluster, its arguments in a file: a job server shows, and logs, how its jobs are called."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from synth.jobs.runs import ARGUMENTS, job_folder
from synth.version import __version__


def main(arguments: Sequence[str]) -> None:
    """Run `synth induce` with the arguments of the job, recorded in its directory."""
    job, version = arguments
    if version != __version__:
        print(f"error: the job was submitted by synth {version}, the cluster has synth {__version__}", file=sys.stderr)
        print(f"hint: on every node: pip install 'synth[ray]=={version}'", file=sys.stderr)
        sys.exit(2)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a stopped job keeps its best so far
    from synth.cli import main as run

    folder = job_folder(job)
    folder.parent.mkdir(parents=True, exist_ok=True)
    words = json.loads(Path(ARGUMENTS).read_bytes())
    run(["induce", *words, "--out", str(folder)])


if __name__ == "__main__":
    main(sys.argv[1:])
