"""The problem of a request: its options checked against each other, its constraints and guesses read."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.constraints import Constraints, parse_constraints
from dsl.errors import ConfigurationError
from searchers.problem import Problem
from searchers.registry import SEARCHERS, WARM
from synth.inputs.guesses import read_guesses
from synth.inputs.suggestion import suggest
from synth.options import Request


def pose(
    request: Request, positives: Iterable[str], reject: Iterable[str] = (), constraints: Constraints | None = None
) -> Problem:
    """The problem of `request`, whose options fit each other; `constraints` in place of those that it names.

    Raises ConfigurationError on what no search can do, and what `Problem.of`, constraints and guesses raise.
    """
    _check(request)
    problem = Problem.of(
        positives,
        reject,
        constraints=constraints or parse_constraints(request.constraints),
        **read_guesses(request.guesses, request.kind),
    )
    if request.kind != "regex" and problem.constraints.checks:
        hint = "leave them out, or use kind='regex'"
        raise ConfigurationError(f"constraints are not for kind={request.kind!r}", hint=hint)
    return problem


def _check(request: Request) -> None:
    """Whether the options fit each other. Raises ConfigurationError."""
    kind, searcher = request.kind, request.searcher
    known = ["auto"] if kind == "auto" else list(SEARCHERS[kind])
    if searcher not in known and any(searcher in names for names in SEARCHERS.values()):
        raise ConfigurationError(f"searcher {searcher!r} is not for kind={kind!r}", hint=f"use {' or '.join(known)}")
    if searcher not in known:
        raise ConfigurationError(f"no searcher {searcher!r}", hint=suggest(searcher, known))
    if not request.oracle and request.questions is not None:
        raise ConfigurationError("questions without an oracle", hint="give an oracle, or leave the limit out")
    if request.oracle and searcher != "auto":
        raise ConfigurationError("the oracle is used by searcher='auto'", hint="use it, or no oracle")
    if not request.warm_start and searcher not in WARM.get(kind, ()):
        hint = f"use {' or '.join(WARM[kind])}" if kind in WARM else "use kind='regex' or 'cfg'"
        raise ConfigurationError(f"searcher {searcher!r} for kind={kind!r} cannot do without warm starts", hint=hint)
    for option in ("policy", "device"):
        if getattr(request, option) != getattr(Request, option) and searcher != "reinforce":
            raise ConfigurationError(f"{option} is for searcher='reinforce'", hint="use it, or leave the option out")
