"""The numbers that layers compute in: products of many probabilities need more digits than half precision has."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

import torch
from torch import Tensor

from dsl.errors import ConfigurationError

PRECISIONS: Final = (torch.float32, torch.float64)
Rest = ParamSpec("Rest")
Found = TypeVar("Found")


def check_precision(dtype: torch.dtype, layer: str) -> None:
    """Raises ConfigurationError when a layer is in other numbers than those of PRECISIONS."""
    if dtype not in PRECISIONS:
        hint = "use torch.float32, also under torch.autocast, or torch.float64"
        raise ConfigurationError(f"no {layer} computes in {dtype}", hint=hint)


def without_autocast(
    function: Callable[Concatenate[Tensor, Rest], Found],
) -> Callable[Concatenate[Tensor, Rest], Found]:
    """A decorator: products in a function, whose first argument is a tensor, keep all digits under torch.autocast."""

    @wraps(function)
    def run(first: Tensor, /, *rest: Rest.args, **named: Rest.kwargs) -> Found:
        with torch.autocast(first.device.type, enabled=False):
            return function(first, *rest, **named)

    return run
