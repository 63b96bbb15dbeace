"""Compiled inner loops of the searchers. Importing this package compiles nothing and imports no numba."""


def compiled_before() -> bool:
    """Whether the kernels that every search needs are in numba's disk cache. Imports numba."""
    from dsl.kernels.compilation.decorators import is_compiled
    from dsl.kernels.expansion import expand
    from searchers.scoring.kernels.description import describe

    return is_compiled(expand) and is_compiled(describe)
