"""Compiled inner loops over programs and grammars. All but `batch` and `packing` import numba; nothing is compiled
before it is called."""
