"""The profile of many files on a Ray cluster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from synth.cluster.connection import connected
from synth.profiles.file_profile import FileProfile
from synth.profiles.spread import spread_profile


def profile_on_cluster(
    files: Sequence[str], address: str, workers: int | None, what: str, reading: Mapping[str, Any]
) -> FileProfile:
    """One profile of all files, which every node can read by these names. Raises what connecting and reading raise."""
    with connected(address, workers):
        from synth.cluster.pool import ray_pool

        with ray_pool(workers) as pool:
            return spread_profile(files, pool, what, reading)
