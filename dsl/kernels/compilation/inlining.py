"""Parts of kernels that share a struct of many arrays: passing it by value would cost more than their work."""

from __future__ import annotations

from typing import Final

from numba import njit

# compiled into whoever calls it, so that the arrays stay in registers; worth it for parts with one or two callers
inlined: Final = njit(nogil=True, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
