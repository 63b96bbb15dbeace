"""Starting `synth` as a process of its own, on the stub searcher or on the real ones."""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENCE = 300  # seconds that a busy machine may take for what takes one
STUB = "from tests.support.stub_search import main; main(float(__import__('os').environ['PAUSE']))"


def start(*arguments, stub_pause=None, **options):
    code = ["-c", STUB] if stub_pause is not None else ["-m", "synth"]
    path = str(ROOT)
    environment = {**os.environ, "PYTHONPATH": path, "PAUSE": str(stub_pause), **options.pop("env", {})}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    return subprocess.Popen([sys.executable, *code, *arguments], env=environment, **streams)


def wait_for(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)
