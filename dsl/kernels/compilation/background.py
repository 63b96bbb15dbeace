"""Kernels compiled in another process while this one compiles others: half of the wait of a machine's first search."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from typing import Final

import numpy as np

_COMPILERS: Final[list[subprocess.Popen[bytes]]] = []  # the process that compiles meanwhile, if there is one


def compile_meanwhile() -> None:
    """Have another process compile what expands a program and tells what its neighbours accept, unless the disk cache
    has it. Whoever runs these calls `await_compiler` before."""
    from dsl.kernels.acceptance import accept
    from dsl.kernels.compilation.decorators import can_cache, is_compiled
    from dsl.kernels.expansion import expand

    compiled = is_compiled(expand) and is_compiled(accept)
    if _COMPILERS or compiled or not can_cache(expand) or (os.cpu_count() or 1) < 2 or not sys.executable:
        return
    compiler = subprocess.Popen(
        # -P: modules come from where this process has them, not from the directory that it happens to be in
        [sys.executable, "-P", "-c", "from dsl.kernels.compilation.background import compile_now; compile_now()"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    atexit.register(compiler.kill)
    _COMPILERS.append(compiler)


def await_compiler() -> None:
    """Wait for the process that compiles meanwhile, if there is one."""
    while _COMPILERS:
        _COMPILERS.pop().wait()


def compile_now() -> None:
    """Compile, or load from the disk cache, what `compile_meanwhile` is about, for the arguments of its callers."""
    from dsl.expressions.programs import ClassTable
    from dsl.kernels.acceptance import accept
    from dsl.kernels.automaton import AUTOMATON
    from dsl.kernels.batch import Batch
    from dsl.kernels.expansion import expand

    tokens, offsets, batch = np.zeros(1, np.int16), np.zeros(1, np.int64), Batch([], ClassTable())
    blocks, memory, possible = batch.blocks, np.empty(1, AUTOMATON), np.empty((0, 0), dtype=np.bool_)
    expand(
        tokens, tokens[:0], offsets, tokens[:0], np.empty((0, 2), np.int64), 1, tokens, offsets, np.zeros(4, np.uint64)
    )
    members = blocks.member_starts, blocks.member_symbols
    accept(tokens, offsets, batch.symbols, batch.offsets, *members, blocks.symbol_count, memory, possible)
