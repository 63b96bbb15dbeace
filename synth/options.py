"""The options of a search, each written once: its type, its default, its limits and its help, for all who ask."""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, Self, TypeVar, get_args, get_origin

from dsl.errors import ConfigurationError, RunError
from synth.inputs.suggestion import suggest

if TYPE_CHECKING:
    from pydantic import BaseModel

Function = TypeVar("Function", bound=Callable[..., Any])

WANTED: Final = {
    tuple: "a list of strings", bool: "true or false", int: "a whole number", float: "a number", str: "a string"
}  # fmt: skip


def option(
    default: object, metavar: str, about: str, refusal: str = "", hint: str = "give at least 1", **limits: int
) -> Any:  # noqa: ANN401 (a field of any type)
    """A field; `limits` are those of pydantic, as ge=1, and `refusal` and `hint` tell what is wrong beyond them."""
    said = {"metavar": metavar, "help": about, "refusal": refusal, "hint": hint, "limits": limits}
    return field(default=default, metadata=said)


@dataclass(frozen=True)
class Request:
    """The arguments of `synth.induce` that decide the result: what a run keeps, so that it can be resumed."""

    kind: Literal["regex", "cfg", "auto"] = option("regex", "KIND", "regex, cfg (a grammar) or auto.")
    searcher: str = option("auto", "NAME", "auto, beam, evolve, exact, reinforce.")
    objective: Literal["mdl", "median"] = option("mdl", "NAME", "mdl or median.")
    effort: int = option(
        2, "N", "1 (a glance) to 5 (exhaustive).", "effort {} is out of range", "give 1 (a glance) to 5 (exhaustive)",
        ge=1, le=5,
    )  # fmt: skip
    timeout: float | None = option(
        None, "SECONDS", "Answer with the best so far after so many seconds.", "a timeout of {} seconds",
        "give a positive number of seconds", gt=0,
    )  # fmt: skip
    steps: int | None = option(None, "N", "Stop after so many steps of the search.", "a limit of {} steps", ge=1)
    seed: int = option(0, "N", "Same seed, same result.")
    warm_start: bool = option(True, "", "Begin with readings of the examples, not from nothing.")
    questions: int | None = option(
        None, "N", "Ask the oracle about this many strings at most.", "a limit of {} questions", ge=1
    )
    oracle: bool = option(False, "", "Ask whether strings belong to the language.")
    constraints: tuple[str, ...] = option((), "NAME", "posix, linear-time, max-states=N, …")
    guesses: tuple[str, ...] = option((), "PATTERN", "A pattern, or the file of a grammar, to start from.")
    policy: str | None = option(None, "FILE", "Weights of `synth train policy`, for the searcher reinforce.")
    device: str = option("cpu", "NAME", "Where the policy runs: cpu, cuda, …")

    @classmethod
    def of(cls, /, **values: Any) -> Self:  # noqa: ANN401 (checked)
        """Options that were given in Python, where 2.0 is as good as 2. Raises as `read`."""
        return cls.read(values, strict=False)

    @classmethod
    def read(cls, values: Mapping[str, Any], *, strict: bool = True) -> Self:
        """Options from a file. Raises ConfigurationError on a name, a type or a value that is none of theirs."""
        from pydantic import ValidationError

        plain = {name: _plain(value) for name, value in values.items()}
        try:
            return cls(**dict(_model(fields(cls)).model_validate(plain, strict=strict)))
        except ValidationError as error:
            fault, name = error.errors()[0]["type"], str(error.errors()[0]["loc"][0])
            if fault == "extra_forbidden":
                known = [one.name for one in fields(cls)]
                raise ConfigurationError(f"no option {name!r}", hint=suggest(name, known)) from None
            raise _refusal(OPTIONS[name], fault, plain[name]) from None

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Self:
        """Read what `to_table` made. Raises RunError on a name or a value that it would not have made."""
        hint = "a run cannot be changed: begin a new one"
        for name in table:
            if name not in OPTIONS:
                raise RunError(f"config.toml has an argument {name!r}", hint=hint)
        try:
            return cls.read(table)
        except ConfigurationError as error:
            raise RunError(f"config.toml: {error.message}", hint=hint) from None

    def to_table(self) -> dict[str, Any]:
        """What is recorded as a TOML table, which knows no None."""
        values = {one.name: getattr(self, one.name) for one in fields(Request)}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True)
class Options(Request):
    """All options of a search: a request, and where it is worked on and recorded."""

    workers: int | None = option(
        None, "N", "Threads that score candidates; with ray processes, one a core.", "{} workers", ge=1
    )
    ray: str | None = option(None, "ADDRESS", "Search on a Ray cluster: local, auto or HOST:PORT.")
    out: str | None = option(None, "RUN", "Record the run in this new directory.")
    storage: str | None = option(None, "URI", "Keep a copy of RUN here: a path, s3://…, any file system fsspec knows.")


OPTIONS: Final = {one.name: one for one in fields(Options)}


def value_type(one: Field[Any]) -> type:
    """The type of an option's values, without None: int of int | None, tuple of tuple[str, ...], str of names."""
    types = (one.type, get_origin(one.type), *get_args(one.type))
    return next((known for known in WANTED if known in types), str)


def documented(function: Function) -> Function:
    """Put the help of all options in the place of {options} in a docstring."""
    lines = (f"{one.name:12} {one.metadata['help']}" for one in OPTIONS.values() if one.name != "oracle")
    function.__doc__ = (function.__doc__ or "").replace("{options}", "\n    ".join(lines))
    return function


def asked(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Keyword arguments for a request from parameters of the command line, where an oracle is a command."""
    options = {one.name: parameters[one.name] for one in fields(Request) if one.name in parameters}
    return {**options, "constraints": parameters["constraint"], "guesses": parameters["guess"]}


@cache
def _model(options: tuple[Field[Any], ...]) -> "type[BaseModel]":
    from pydantic import ConfigDict, Field, create_model

    types: dict[str, Any] = {one.name: (one.type, Field(one.default, **one.metadata["limits"])) for one in options}
    return create_model("Options", __config__=ConfigDict(extra="forbid"), **types)


def _plain(value: object) -> object:
    """A path as its text, and a number of strings as a tuple."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return tuple(value) if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping) else value


def _refusal(one: Field[Any], fault: str, value: object) -> ConfigurationError:
    if fault == "literal_error" and isinstance(value, str):
        return ConfigurationError(f"no {one.name} {value!r}", hint=suggest(value, get_args(one.type)))
    if fault.startswith(("greater", "less")):
        return ConfigurationError(one.metadata["refusal"].format(value), hint=one.metadata["hint"])
    wanted = WANTED[value_type(one)]
    return ConfigurationError(f"{one.name} is {json.dumps(value, default=repr)}", hint=f"give {wanted}")
