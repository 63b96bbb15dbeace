"""The disk cache of compiled kernels: code that is run, so it lies where this user alone can write.

~/.cache/synth/kernels/kernels_3f…/distance.score-57.py311.9a….b4….nbc      of these sources, for these arguments

NUMBA_CACHE_DIR names another place. Each file begins with a digest: what is torn, damaged or of other sources counts as
not there, and is compiled and written again. What is not there may have come with the installation (`shipped`). Where
there is neither, every process compiles for itself.
"""

from __future__ import annotations

import os
import pickle
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import numba
from llvmlite.binding import address_of_symbol
from numba.core import config
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.misc.appdirs import AppDirs

from dsl.kernels.compilation.shipped import Processor, shipped

DIGEST: Final = 32  # bytes at the beginning of a file
PRIVATE: Final = 0o700
SHARED: Final = stat.S_IWGRP | stat.S_IWOTH


class KernelCache(_Cache):  # type: ignore[misc]
    """The compiled forms of one function, a file for each signature. `sources` is a digest of what it is made of.

    Without a folder nothing is kept, and what came with the installation is all there is.
    """

    def __init__(self, function: Any, folder: Path | None, sources: str) -> None:
        code = function.__code__
        source = Path(os.path.abspath(code.co_filename))
        python = f"py{sys.version_info.major}{sys.version_info.minor}{getattr(sys, 'abiflags', '')}"
        self._folder = folder and folder / f"{source.parent.name}_{_name(str(source.parent))}"
        self._function = f"{source.stem}.{function.__qualname__}-{code.co_firstlineno}.{python}"
        self._sources = f"{numba.__version__} {sources}"
        self._is_enabled = True

    @property
    def cache_path(self) -> str:
        """The directory of the files."""
        return str(self._folder)

    @property
    def is_kept(self) -> bool:
        """Whether there is a place for what is compiled."""
        return self._folder is not None

    @property
    def has_any(self) -> bool:
        """Whether the function was compiled before, of these sources."""
        pattern = f"{self._function}.{_name(self._sources)}.*.nbc"
        places = self._places(cpu_target.target_context.codegen().magic_tuple())
        return any(any(folder.glob(pattern)) for folder, _ in places)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled form for a signature; None when it is not there, or not as it was written."""
        if not self._is_enabled:
            return None
        for folder, processor in self._places(target_context.codegen().magic_tuple()):
            with suppress(Exception):  # whatever it is, the kernel can be compiled
                data = (folder / self._file(sig, processor)).read_bytes()
                if data[:DIGEST] == self._digest(data[DIGEST:], sig, processor):
                    return _loaded(pickle.loads(data[DIGEST:]), target_context)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled form, in place of those of other sources. A disk that fails keeps nothing."""
        if not self._is_enabled or self._folder is None or data.lifted or data.library.has_dynamic_globals:
            return
        processor = data.codegen.magic_tuple()
        content = dumps((_called(data.library), data._reduce()))
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(self._folder / self._file(sig, processor), self._digest(content, sig, processor) + content)
            for old in self._folder.glob(f"{self._function}.*.nbc"):
                if not old.name.startswith(f"{self._function}.{_name(self._sources)}."):
                    old.unlink()

    def enable(self) -> None:
        """Use the files."""
        self._is_enabled = True

    def disable(self) -> None:
        """Neither read nor write them."""
        self._is_enabled = False

    def flush(self) -> None:
        """Forget what was compiled."""
        for path in self._folder.glob(f"{self._function}.*.nbc") if self._folder else ():
            path.unlink()

    def _places(self, processor: Processor) -> Iterator[tuple[Path, Processor]]:
        """The directories where compiled forms may be that run here, and what they were compiled for."""
        if self._folder is not None:
            yield self._folder, processor
        yield from shipped(processor)

    def _file(self, sig: Any, processor: Processor) -> str:
        return f"{self._function}.{_name(self._sources)}.{_name(f'{sig} {processor}')}.nbc"

    def _digest(self, content: bytes, sig: Any, processor: Processor) -> bytes:
        belongs_to = f"{self._function} {self._sources} {sig} {processor}"
        return blake2b(content, digest_size=DIGEST, key=blake2b(belongs_to.encode()).digest()).digest()


def _called(library: Any) -> list[str]:
    """What the code of a library takes from the C library, Python and numba."""
    module = library._final_module
    named = (value.name for value in (*module.functions, *module.global_variables) if value.is_declaration)
    return [name for name in named if not name.startswith(("llvm.", ".numba.unresolved"))]


def _loaded(kept: tuple[list[str], tuple[Any, ...]], target_context: Any) -> Any:
    """The compiled form that was kept, linked."""
    called, parts = kept
    rtsys.initialize(target_context)
    if not all(map(address_of_symbol, called)):
        target_context.refresh()  # makes all of numba known, which takes ten times as long as the rest
    return CompileResult._rebuild(target_context, *parts)


@cache
def cache_folder() -> Path | None:
    """The user's choice, or a directory of the user alone; None where neither can be had."""
    chosen = (
        Path(config.CACHE_DIR)
        if config.CACHE_DIR
        else _private(Path(AppDirs("synth", False).user_cache_dir, "kernels"))
    )
    if chosen is None:
        return None
    try:
        chosen.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=chosen).close()
    except OSError:
        return None
    return chosen


def _private(folder: Path) -> Path | None:
    """`folder` when it and the one above are directories, no links, of this user, and no other one can write in it."""
    if not folder.is_absolute():  # without a home
        return None
    if not hasattr(os, "geteuid"):  # Windows keeps what lies in a profile to its user
        return folder
    try:
        if os.geteuid() == 0 and _nearest(folder).lstat().st_uid != 0:
            return None  # sudo in another's home: that one could not use what root makes there
        folder.parent.parent.mkdir(parents=True, exist_ok=True)
        above, mode = _own(folder.parent), _own(folder)
        if above is None or mode is None or mode & SHARED:
            return None
        folder.parent.chmod(above & ~SHARED)
        folder.chmod(PRIVATE)
    except OSError:
        return None
    return folder


def _own(folder: Path) -> int | None:
    """The mode of a directory of this user, made if need be; None of a link, a file, and what belongs to others."""
    with suppress(FileExistsError):
        folder.mkdir(PRIVATE)
    found = folder.lstat()
    return stat.S_IMODE(found.st_mode) if stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() else None


def _nearest(folder: Path) -> Path:
    """The directory itself, or what is there of those above it."""
    return next(path for path in (folder, *folder.parents) if os.path.lexists(path))


def _name(text: str) -> str:
    return blake2b(text.encode(), digest_size=12).hexdigest()


def _write(path: Path, content: bytes) -> None:
    """The whole file or none; another process may write it at the same time."""
    temporary = path.with_name(f".{uuid4().hex}")
    try:
        with temporary.open("xb") as file:
            file.write(content)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
