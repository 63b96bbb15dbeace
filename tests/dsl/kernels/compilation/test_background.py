"""Kernels that another process compiles are loaded by this one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

CODE = """
from dsl.kernels.compilation import background as compilation
from dsl.kernels.acceptance import accept
from dsl.kernels.expansion import expand
compilation.compile_meanwhile()
import numpy as np
from dsl.automata.distance import possibly_accepted
from dsl.expressions.expression import literal
from dsl.expressions.neighbours import Vocabulary, neighbours
from dsl.expressions.programs import ClassTable, encode
from dsl.kernels.batch import Batch
classes = ClassTable()
program = encode(literal("ab"), classes)
symbols = np.arange(2, dtype=np.int16)
vocabulary = Vocabulary(symbols, np.zeros(3, np.int64), symbols[:0], np.empty((0, 2), np.int64))
possibly_accepted(neighbours(program, vocabulary), Batch(["ab", "b"], classes))
for kernel in (expand, accept):
    print(sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values()))
compilation.compile_meanwhile()
print(len(compilation._COMPILERS))
"""


@pytest.mark.slow
def test_another_process_compiles_for_this_one(tmp_path):
    (tmp_path / "numba.py").write_text("open('planted', 'w')")  # in the directory that it happens to be in
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("NUMBA_CACHE_DIR", None)
    command = [sys.executable, "-P", "-c", CODE]
    run = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["1", "0", "1", "0", "0"]
    assert not (tmp_path / "planted").exists()
