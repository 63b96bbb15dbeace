"""How the kernels are compiled: `entry` for what Python calls, kept in numba's disk cache; `device` for their parts."""

from __future__ import annotations

from numba import njit

entry = njit(cache=True, nogil=True)
# parts are never called from Python: their wrappers would be half of the compile time
device = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
