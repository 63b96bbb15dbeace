"""What data may ask for: a run, a copy or a task names no command and no place to write by itself."""

from __future__ import annotations

from dsl.errors import ConfigurationError
from synth.runs.masking import HIDDEN, masked


def granted(option: str, given: str | None, recorded: object, place: object, *, trust: bool) -> str | None:
    """The value of `option`: as given, or with `trust` as recorded, or None. Raises ConfigurationError."""
    if given is not None or recorded is None:
        return given
    shown = masked(str(recorded))
    told = f"{place} names --{option} {shown!r}"
    if not trust:
        hint = f"if it is what you want, give --{option} again, or --trust to use what is named"
        raise ConfigurationError(told, hint=hint)
    if HIDDEN in str(recorded):
        raise ConfigurationError(f"{told}, and credentials are not kept", hint=f"give --{option} again, with them")
    return str(recorded)
