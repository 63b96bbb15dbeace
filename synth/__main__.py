"""The command `synth`, also `python -m synth`."""

import atexit
import os
import sys
from contextlib import suppress
from typing import NoReturn


def main() -> None:
    """Run the command line."""
    try:
        from synth.cli import main

        main()
    except KeyboardInterrupt:  # before the command line was loaded
        _leave(130)
    except SystemExit as end:
        _leave(end.code if isinstance(end.code, int) else 0)


def _leave(code: int) -> NoReturn:
    """End at once. Python would first take apart all that a search left, for a second after large ones."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
