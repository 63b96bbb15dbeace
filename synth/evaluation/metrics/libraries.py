"""The libraries that metrics need, with one error where they are missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dsl.errors import MissingExtraError


@contextmanager
def evaluation_extra(feature: str) -> Iterator[None]:
    """Imports in here fail with MissingExtraError, which names the command that installs them."""
    try:
        yield
    except ImportError:
        raise MissingExtraError(feature, "evaluation") from None
