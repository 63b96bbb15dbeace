"""Wheels and editable installs come with compiled kernels, where those can be compiled; else each user's first search
does. A wheel with them is one for this Python and platform; HATCH_BUILD_NO_HOOKS=true makes one for all, without.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED: Final = "dsl/kernels/compiled"


class KernelsHook(BuildHookInterface[Any]):
    """Compiles before a wheel is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and put that beside the sources where they are what is installed, else into the wheel."""
        self._made = Path(tempfile.mkdtemp())
        command = [sys.executable, "-P", Path(self.root, "scripts", "compile_kernels.py"), self._made]
        places = [self.root, *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
        run = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if run.returncode:
            self.app.display_warning(f"kernels are left to be compiled by the first search: {run.stderr}")
        elif version == "editable":
            self._put_beside_the_sources()
        else:
            build_data["force_include"][str(self._made)] = COMPILED
            build_data |= {"pure_python": False, "infer_tag": True}

    def _put_beside_the_sources(self) -> None:
        place = Path(self.root, COMPILED)
        shutil.rmtree(place, ignore_errors=True)
        with suppress(OSError):  # of another user
            shutil.copytree(self._made, place)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        shutil.rmtree(self._made)
