"""What is asked of a search, apart from the examples: what a run keeps, so that it can be resumed."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

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
        for name, value in table.items():
            if name not in TYPES:
                hint = "a run cannot be changed: begin a new one"
                raise RunError(f"config.toml has an argument {name!r}", hint=hint)
            if (wanted := wrong_type(value, TYPES[name])) is not None:
                raise RunError(
                    f"config.toml: {name} is {json.dumps(value, default=repr)}",
                    hint=f"give {wanted}, or begin a new run",
                )
        lists = {name: tuple(value) for name, value in table.items() if isinstance(value, list)}
        return cls(**{**table, **lists})


TYPES: Final[dict[str, tuple[type, ...]]] = {
    "kind": (str,),
    "searcher": (str,),
    "objective": (str,),
    "effort": (int,),
    "timeout": (int, float),
    "steps": (int,),
    "seed": (int,),
    "warm_start": (bool,),
    "questions": (int,),
    "oracle": (bool,),
    "constraints": (list, tuple),
    "guesses": (list, tuple),
    "policy": (str,),
    "device": (str,),
}
_WANTED: Final = {str: "a string", int: "a whole number", float: "a number", bool: "true or false"}


def wrong_type(value: object, types: tuple[type, ...]) -> str | None:
    """What should be in the place of `value`, when it is of none of the types; lists are of strings."""
    if type(value) in types and not (
        isinstance(value, list | tuple) and not all(isinstance(one, str) for one in value)
    ):
        return None
    return "a list of strings" if list in types else _WANTED[types[-1]]
