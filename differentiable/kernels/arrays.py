"""Tensors as the kernels take them."""

from __future__ import annotations

import numpy as np
from torch import Tensor


def flat(tensor: Tensor) -> np.ndarray[tuple[int], np.dtype[np.generic]]:
    """All numbers of a tensor in a row, in its own memory where that is contiguous."""
    numbers: np.ndarray[tuple[int], np.dtype[np.generic]] = tensor.detach().contiguous().reshape(-1).numpy()  # (numel,)
    return numbers
