"""Cells: what is measured once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Self

from synth.evaluation.task import Settings
from synth.version import __version__


@dataclass(frozen=True)
class Cell:
    """A task, an encoder or a baseline, how its symbolic part works, a share of the data, a seed and a profile."""

    task: str
    encoder: str
    mode: str = "soft"
    share: float = 1.0
    seed: int = 0
    profile: str = "minutes"

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The cell of a line. Raises TypeError on other fields."""
        return cls(**value)

    def digest(self, settings: Settings, data: str) -> str:
        """What tells this measurement from all others: the cell, its settings, its data and the version."""
        whole = {"cell": asdict(self), "settings": asdict(settings), "data": data, "version": __version__}
        return sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()

    def __str__(self) -> str:
        more = [self.mode] if self.mode != "soft" else []
        more += [f"{self.share:.0%}"] if self.share != 1 else []
        return " ".join([self.task, self.encoder, *more, f"seed {self.seed}"])
