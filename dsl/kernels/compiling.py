"""How the kernels are compiled: `entry` for what Python calls, kept in numba's disk cache; `device` for their parts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from numba import njit, types

# parts are never called from Python: their wrappers would be half of the compile time
_part = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def device(function: Callable[..., Any]) -> Any:
    """Compile a part once for all signed integers; numba by itself would do so again for every constant passed."""
    dispatcher = _part(function)
    compile_for = dispatcher.compile
    dispatcher.compile = lambda signature: compile_for(tuple(map(_widened, signature)))
    return dispatcher


def _widened(argument: Any) -> Any:
    kind = types.unliteral(argument)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else argument


def entry(function: Callable[..., Any]) -> Any:
    """Compile a kernel at its first call, or load it from numba's disk cache when no file beside it or here changed.

    Without a place for the cache (nothing writable) it is compiled in every process.
    """
    try:
        dispatcher = njit(cache=True, nogil=True)(function)
    except RuntimeError:
        return njit(nogil=True)(function)
    # numba looks at the file of the kernel alone, and would go on using parts that changed in others
    cache_file = dispatcher._cache._cache_file
    cache_file._source_stamp = (cache_file._source_stamp, _sources_digest(Path(function.__code__.co_filename).parent))
    return dispatcher


@cache
def _sources_digest(folder: Path) -> str:
    here = Path(__file__).parent
    sources = [here.parent / "program.py", *sorted({*here.glob("*.py"), *folder.glob("*.py")})]
    return blake2b(b"".join(source.read_bytes() for source in sources), digest_size=16).hexdigest()


def is_compiled(kernel: Any) -> bool:
    """Whether the disk cache has a kernel made by `entry`, so that its first call will be quick."""
    cache_file = getattr(kernel._cache, "_cache_file", None)
    return cache_file is not None and bool(cache_file._load_index())
