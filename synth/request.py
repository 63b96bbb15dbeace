"""What is asked of a search, apart from the examples: what a run keeps, so that it can be resumed."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from dsl.errors import RunError


@dataclass(frozen=True)
class Request:
    """The arguments of `synth.induce` that decide the result."""

    kind: str = "regex"
    searcher: str = "auto"
    objective: str = "mdl"
    effort: int = 2
    timeout: float | None = None
    steps: int | None = None
    seed: int = 0
    warm_start: bool = True
    questions: int | None = None
    oracle: bool = False
    constraints: tuple[str, ...] = ()
    guesses: tuple[str, ...] = ()
    policy: str | None = None
    device: str = "cpu"

    def to_table(self) -> dict[str, Any]:
        """As a TOML table, which knows no None."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    @classmethod
    def from_table(cls, table: dict[str, Any]) -> Self:
        """Read what `to_table` made. Raises RunError on a name or a value that it would not have made."""
        known = {field.name: field.type for field in fields(cls)}
        lists = {name: tuple(value) for name, value in table.items() if isinstance(value, list)}
        if not table.keys() <= known.keys():
            unknown = min(table.keys() - known.keys())
            raise RunError(f"config.toml has an argument {unknown!r}", hint="a run cannot be changed: begin a new one")
        return cls(**{**table, **lists})
