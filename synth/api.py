"""The search behind `synth.induce`: pick a searcher and an objective, drive the search, keep what it finds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from dsl.constraints import Constraints, parse_constraints
from dsl.errors import ConfigurationError
from dsl.notation import parse
from searchers.budget import Budget
from searchers.oracle import Oracle
from searchers.problem import Problem
from searchers.protocol import Event
from synth.result import Result
from synth.runs import Run
from synth.search import Search
from synth.suggestion import suggest

KINDS = ("regex", "cfg", "auto")
OBJECTIVES = ("mdl", "median")
SEARCHERS = {
    "regex": {
        "auto": ("searchers.auto", "Auto"),
        "beam": ("searchers.beam", "Beam"),
        "exact": ("searchers.exact", "Exact"),
        "reinforce": ("searchers.reinforce.search", "Reinforce"),
    },
    "cfg": {
        "auto": ("searchers.nested", "Nested"),
        "beam": ("searchers.flat_beam", "FlatBeam"),
        "reinforce": ("searchers.reinforce.search", "GrammarReinforce"),
    },
}
_LATER = {"evolve": "evolution"}


def induce(
    positives: Iterable[str],
    *,
    reject: Iterable[str] = (),
    oracle: Callable[[str], bool | None] | None = None,
    questions: int | None = None,
    kind: str = "regex",
    searcher: str = "auto",
    objective: str = "mdl",
    effort: int = 2,
    timeout: float | None = None,
    steps: int | None = None,
    seed: int = 0,
    workers: int = 1,
    ray: str | None = None,
    on_event: Callable[[Event], object] | None = None,
    constraints: Constraints | Iterable[str] | None = None,
    guesses: Iterable[str] = (),
    policy: str | os.PathLike[str] | None = None,
    device: str = "cpu",
    out: str | os.PathLike[str] | None = None,
) -> Result:
    """Induce a regular expression or a context-free grammar from examples.

    positives    strings the language should contain; repeats count as weight, a few outliers are forgiven
    reject       strings it must not contain
    oracle       says whether the language contains a string; None, and an exception: unknown. Grammars use it
    questions    how many strings the oracle may be asked about
    kind         "regex", "cfg" (a grammar), or "auto": a grammar where it clearly tells more, with the reason
    searcher     "auto", "beam", "reinforce", or for regular expressions "exact"
    objective    "mdl", the description length, or "median", eq. 1 of the document as written
    effort       1 (a glance) to 5 (exhaustive)
    timeout      seconds; the search returns the best so far within half a second of it
    steps        search steps, a limit that does not depend on the machine
    workers      threads that score candidates; the result does not depend on their number
    constraints  what a regular expression must satisfy, such as ["linear-time", "max-states=20"]
    guesses      patterns to start from
    policy       a file of weights from `synth train policy`, for the searcher "reinforce"
    device       where the policy of "reinforce" runs, as torch calls it: "cpu", "cuda"
    on_event     called with each Improved and Progress event
    out          a new directory that records the run

    The same seed gives the same result. Ctrl-C returns the best so far. Raises ExampleError, LimitError,
    ConstraintError, PatternError, ConfigurationError and RunError, all of them SynthError; KeyboardInterrupt when
    nothing had been found yet.
    """
    _check_name("kind", kind, KINDS)
    _check_searcher(kind, searcher)
    _check_name("objective", objective, OBJECTIVES)
    _check_numbers(effort, timeout, steps, workers)
    _check_oracle(kind, searcher, oracle, questions)
    _check_later(ray=ray)
    trained = _policy_options(searcher, policy, device)
    written = () if isinstance(constraints, Constraints) else tuple(constraints or ())
    problem = Problem.of(
        positives,
        reject,
        constraints=constraints if isinstance(constraints, Constraints) else parse_constraints(written),
        guesses=map(parse, guesses),
    )
    if kind != "regex" and problem.constraints.checks:
        raise ConfigurationError(f"constraints are not for kind={kind!r}", hint="leave them out, or use kind='regex'")
    run = None
    if out is not None:
        names = {"kind": kind, "searcher": searcher, "objective": objective}
        limits = {"effort": effort, "timeout": timeout, "steps": steps, "seed": seed, "questions": questions}
        given = {"constraints": written, "guesses": list(map(str, problem.guesses))}
        run = Run(out, problem, {**names, **limits, **given})
    budget = Budget(timeout, steps, effort, workers)
    judge = None
    if oracle is not None:
        judge = Oracle(oracle, limit=questions, path=None if run is None else run.path / "oracle.jsonl")
        judge.believe(problem.positives, problem.negatives)
    search = Search(problem, objective, seed, oracle=judge, record=run, on_event=on_event)
    match kind:
        case "regex":
            result = search.regex(_make("regex", searcher, **trained), budget)
        case "cfg":
            result = search.grammar(_make("cfg", searcher, judge, **trained), budget)
        case _:
            result = search.either(
                _make("regex", searcher, **trained), _make("cfg", searcher, judge, **trained), budget
            )
    if run is not None:
        run.finish(result)
    return result


def _make(kind: str, searcher: str, oracle: Oracle | None = None, **options: Any) -> Any:  # noqa: ANN401 (either kind)
    module, name = SEARCHERS[kind][searcher]
    maker = getattr(import_module(module), name)
    return maker(**options) if oracle is None else maker(oracle, **options)


def _policy_options(searcher: str, policy: str | os.PathLike[str] | None, device: str) -> dict[str, Any]:
    """What the searcher with a policy is made with; an error when it is not the one that was asked for."""
    given = {} if device == "cpu" else {"device": device}
    given |= {} if policy is None else {"policy": os.fspath(policy)}
    if given and searcher != "reinforce":
        name = next(iter(given))
        raise ConfigurationError(f"{name} is for searcher='reinforce'", hint="use it, or leave the option out")
    return given


def _check_name(option: str, name: str, known: Iterable[str]) -> None:
    if name not in known:
        raise ConfigurationError(f"no {option} {name!r}", hint=suggest(name, known))


def _check_searcher(kind: str, searcher: str) -> None:
    known = ["auto"] if kind == "auto" else list(SEARCHERS[kind])
    if searcher in known:
        return
    if searcher in _LATER:
        message = f"searcher {searcher!r} is not there yet: {_LATER[searcher]} comes in a later release"
        raise ConfigurationError(message, hint=f"this release has {', '.join(known)}")
    if any(searcher in names for names in SEARCHERS.values()):
        raise ConfigurationError(f"searcher {searcher!r} is not for kind={kind!r}", hint=f"use {' or '.join(known)}")
    raise ConfigurationError(f"no searcher {searcher!r}", hint=suggest(searcher, known))


def _check_oracle(kind: str, searcher: str, oracle: object, questions: int | None) -> None:
    if oracle is None and questions is not None:
        raise ConfigurationError("questions without an oracle", hint="give an oracle, or leave the limit out")
    if questions is not None and questions < 1:
        raise ConfigurationError(f"a limit of {questions} questions", hint="give at least 1")
    if oracle is not None and kind == "regex":
        raise ConfigurationError("the oracle is used by kind='cfg' and 'auto'", hint="use one of them, or no oracle")
    if oracle is not None and searcher != "auto":
        raise ConfigurationError("the oracle is used by searcher='auto'", hint="use it, or no oracle")


def _check_numbers(effort: int, timeout: float | None, steps: int | None, workers: int) -> None:
    if effort not in range(1, 6):
        raise ConfigurationError(f"effort {effort} is out of range", hint="give 1 (a glance) to 5 (exhaustive)")
    if timeout is not None and not timeout > 0:
        raise ConfigurationError(f"a timeout of {timeout} seconds", hint="give a positive number of seconds")
    if steps is not None and steps < 1:
        raise ConfigurationError(f"a limit of {steps} steps", hint="give at least 1")
    if workers < 1:
        raise ConfigurationError(f"{workers} workers", hint="give at least 1")


def _check_later(**options: object) -> None:
    for option, value in options.items():
        if value is not None:
            raise ConfigurationError(f"{option} is not there yet", hint="it comes in a later release; leave it out")
