"""How the kernels are compiled: `entry` for what Python calls, kept in the disk cache; `device` for their parts."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from numba import _dynfunc, njit, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

from dsl.kernels.compilation.cache import KernelCache, cache_folder


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a part, left to the entries that link it; numba would optimise and emit every part on its own."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self.codegen._data_layout

    def finalize(self) -> None:
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):  # type: ignore[misc]
    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        context = state.targetctx
        state.library = _PartLibrary(context.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        made = state.cr
        # 0: there is nothing to call, but numba knows a function by this object
        function = _dynfunc.make_function(made.fndesc.lookup_module(), made.fndesc.qualname, "", 0, made.env, ())
        parts = dict.fromkeys([state.library, *state.library._linking_libraries])
        context.insert_user_function(function, made.fndesc, list(parts))
        state.cr = made._replace(cfunc=function)
        return True


class _PartCompiler(Compiler):  # type: ignore[misc]
    def define_pipelines(self) -> list[Any]:
        pipelines: list[Any] = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [
                (_PartLowering if made is NativeLowering else made, doc) for made, doc in pipeline.passes
            ]
            pipeline.finalize()
        return pipelines


# parts are never called from Python: their wrappers would be half of the compile time
_hot_part = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
_part = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=_PartCompiler)
_inlined_part = njit(
    nogil=True, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=_PartCompiler
)


def device(function: Callable[..., Any]) -> Any:
    """Compile a part once for all signed integers; numba by itself would do so again for every constant passed."""
    return _for_any_integer(_part(function))


def inlined_device(function: Callable[..., Any]) -> Any:
    """The same, compiled into whoever calls it; quicker to compile than `inlined`, which is for the hottest parts."""
    return _for_any_integer(_inlined_part(function))


def hot(function: Callable[..., Any]) -> Any:
    """The same, optimised on its own before its entry is: a tenth faster where all is vectors, but slow to compile."""
    return _for_any_integer(_hot_part(function))


def _for_any_integer(dispatcher: Any) -> Any:
    compile_for = dispatcher.compile
    dispatcher.compile = lambda signature: compile_for(tuple(map(_widened, signature)))
    return dispatcher


def _widened(argument: Any) -> Any:
    kind = types.unliteral(argument)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else argument


def entry(function: Callable[..., Any]) -> Any:
    """Compile a kernel at its first call, or load it from the disk cache, if there is one, while no source changed."""
    dispatcher = njit(nogil=True)(function)
    source = Path(function.__code__.co_filename)
    if source.is_file():
        # numba's own cache looks at the file of the kernel alone, and would go on using parts that changed in others
        sources = f"{_digest(source)} {_sources_digest(source.parent)}"
        dispatcher._cache = KernelCache(function, cache_folder(), sources)
    return dispatcher


KERNELS: Final = Path(__file__).parents[1]  # dsl/kernels
ROOT: Final = KERNELS.parents[1]
IMPORTED: Final = re.compile(rb"^from ([\w.]+) import", re.MULTILINE)


@cache
def _sources_digest(folder: Path) -> str:
    # a kernel is inlined from those of this package and of its own folder, with numbers that they import from others
    own = {*KERNELS.glob("*.py"), *KERNELS.glob("compilation/*.py"), *folder.glob("*.py")}
    imported = {name for source in own for name in IMPORTED.findall(source.read_bytes())}
    modules = (ROOT.joinpath(*name.decode().split(".")).with_suffix(".py") for name in imported)
    return _digest(*sorted({*own, *(module for module in modules if module.is_file())}))


def _digest(*sources: Path) -> str:
    return blake2b(b"".join(source.read_bytes() for source in sources), digest_size=16).hexdigest()


def is_compiled(kernel: Any) -> bool:
    """Whether a kernel made by `entry` is in the disk cache or came compiled, so that its first call will be quick."""
    return isinstance(kernel._cache, KernelCache) and kernel._cache.has_any


def can_cache(kernel: Any) -> bool:
    """Whether there is a place for the code of a kernel made by `entry` in the disk cache."""
    return isinstance(kernel._cache, KernelCache) and kernel._cache.is_kept
