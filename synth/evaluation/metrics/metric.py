"""What every metric is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

# what is right and what was answered, one of each for each example -> numbers by name, all between 0 and 1 where they
# are shares; the first is the main one
Metric = Callable[[Sequence[Any], Sequence[Any]], dict[str, float]]
