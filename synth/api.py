"""The search behind `synth.induce`: pick a searcher and an objective, drive the search, keep what it finds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from dsl.constraints import Constraints, parse_constraints
from dsl.errors import ConfigurationError, SynthError
from searchers.budget import Budget
from searchers.oracle import Oracle
from searchers.problem import Problem
from searchers.protocol import Event
from synth.inputs.command_oracle import CommandOracle
from synth.inputs.guesses import read_guesses
from synth.inputs.suggestion import suggest
from synth.request import Request
from synth.results.result import Result
from synth.runs.files import alone
from synth.runs.run import Run
from synth.runs.storage import bring
from synth.search import Search

KINDS = ("regex", "cfg", "auto")
OBJECTIVES = ("mdl", "median")
SEARCHERS = {
    "regex": {
        "auto": ("searchers.portfolio.regexes", "Auto"),
        "beam": ("searchers.beam.search", "Beam"),
        "evolve": ("searchers.evolution.search", "Evolve"),
        "exact": ("searchers.exact.search", "Exact"),
        "reinforce": ("searchers.policy.search", "Reinforce"),
    },
    "cfg": {
        "auto": ("searchers.portfolio.grammars", "GrammarAuto"),
        "beam": ("searchers.beam.flat_beam", "FlatBeam"),
        "evolve": ("searchers.evolution.search", "EvolveGrammars"),
        "reinforce": ("searchers.policy.search", "GrammarReinforce"),
    },
}

QUESTIONING = ("searchers.active.questioning", "Questioning")  # who looks for regexes with an oracle
WARM = {"regex": ("auto", "beam", "evolve", "reinforce"), "cfg": ("evolve", "reinforce")}  # who can do without


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
    warm_start: bool = True,
    workers: int | None = None,
    ray: str | None = None,
    on_event: Callable[[Event], object] | None = None,
    constraints: Constraints | Iterable[str] | None = None,
    guesses: Iterable[str] = (),
    policy: str | os.PathLike[str] | None = None,
    device: str = "cpu",
    out: str | os.PathLike[str] | None = None,
    storage: str | None = None,
) -> Result:
    """Induce a regular expression or a context-free grammar from examples.

    positives    strings the language should contain; repeats count as weight, a few outliers are forgiven
    reject       strings it must not contain
    oracle       says whether the language contains a string; None, and an exception: unknown
    questions    how many strings the oracle may be asked about
    kind         "regex", "cfg" (a grammar), or "auto": a grammar where it clearly tells more, with the reason
    searcher     "auto", "beam", "evolve", "reinforce", or for regular expressions "exact"
    objective    "mdl", the description length, or "median", eq. 1 of the document as written
    effort       1 (a glance) to 5 (exhaustive)
    timeout      seconds; the search returns the best so far within half a second of it
    steps        search steps, a limit that does not depend on the machine
    warm_start   begin with readings of the examples, not from nothing
    workers      threads that score candidates, 1 if not given; with `ray` processes of one core each, as many as the
                 cluster has cores. At the same number of steps the result does not depend on their number
    ray          "local", a Ray cluster on this machine for this search; "auto", the one that runs; or its address.
                 `timeout` begins when its workers are there
    constraints  what a regular expression must satisfy, such as ["linear-time", "max-states=20"]
    guesses      patterns and grammars to start from
    policy       a file of weights from `synth train policy`, for the searcher "reinforce"
    device       where the policy of "reinforce" runs, as torch calls it: "cpu", "cuda"
    on_event     called with each Improved and Progress event
    out          a new directory that records the run, for `resume`
    storage      a path or URI, of any file system that fsspec knows, where a copy of that directory is kept

    The same seed gives the same result. Ctrl-C returns the best so far. Raises ExampleError, LimitError,
    ConstraintError, PatternError, ConfigurationError and RunError, all of them SynthError; KeyboardInterrupt when
    nothing had been found yet.
    """
    started = time.perf_counter()
    _check_workers(workers)
    request = Request(
        kind=kind,
        searcher=searcher,
        objective=objective,
        effort=effort,
        timeout=timeout,
        steps=steps,
        seed=seed,
        warm_start=warm_start,
        questions=questions,
        oracle=oracle is not None,
        constraints=() if isinstance(constraints, Constraints) else tuple(constraints or ()),
        guesses=tuple(guesses),
        policy=None if policy is None else os.fspath(policy),
        device=device,
    )
    problem = pose(request, positives, reject, constraints if isinstance(constraints, Constraints) else None)
    if out is not None and isinstance(constraints, Constraints):
        raise ConfigurationError("a run keeps its constraints as text", hint='write them, as in ["max-states=20"]')
    if out is None and storage is not None:
        raise ConfigurationError("the storage keeps a copy of a run", hint="name the run with out, too")
    limits = Budget(timeout, steps, effort, workers or 1, started=started)
    with _spread(problem, request, limits, ray, workers, on_event) as (budget, heard):
        # only now: a cluster that is not there leaves no directory behind
        command = oracle.command if isinstance(oracle, CommandOracle) else None
        run = None if out is None else Run.create(out, problem, request, storage, command)
        try:
            return _search(problem, request, budget, run, oracle, heard)
        except SynthError:
            if run is not None:
                run.discard_if_empty()
            raise


def pose(
    request: Request, positives: Iterable[str], reject: Iterable[str] = (), constraints: Constraints | None = None
) -> Problem:
    """The problem of `request`, both checked; `constraints` in place of those that it names.

    Raises ConfigurationError on what no search can do, and what `Problem.of`, constraints and guesses raise.
    """
    _check_name("kind", request.kind, KINDS)
    _check_searcher(request.kind, request.searcher)
    _check_name("objective", request.objective, OBJECTIVES)
    _check_limits(request.effort, request.timeout, request.steps)
    _check_oracle(request)
    _check_warm_start(request.kind, request.searcher, warm_start=request.warm_start)
    _check_policy(request.searcher, policy=request.policy, device=request.device if request.device != "cpu" else None)
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


def resume(
    run: str | os.PathLike[str],
    *,
    oracle: Callable[[str], bool | None] | None = None,
    timeout: float | None = None,
    steps: int | None = None,
    workers: int | None = None,
    ray: str | None = None,
    on_event: Callable[[Event], object] | None = None,
    storage: str | None = None,
    trust: bool = False,
) -> Result:
    """Go on with the search that `induce(out=run)` recorded, from its last checkpoint, as if it had never stopped.

    oracle       the one that the run began with; its answers were kept
    timeout      seconds from now on; without it, what is left of the run's own
    steps        of the whole run; without it, the run's own
    workers, ray where it goes on, which need not be where it began
    storage      where its copy is, for a run that is not on this machine; copying goes on
    trust        use the storage, and the command of the oracle, that the run names: it may be a stranger's

    A searcher without checkpoints begins again, with what it had found kept. At the same number of steps the result is
    that of a run that was never stopped. Raises RunError when `run` is no run directory, is of another version, or has
    other examples than it began with, and ConfigurationError when what it names is neither given again nor trusted.
    """
    bring(run, storage)
    recorded = Run.open(run)
    request = recorded.request
    _check_limits(request.effort, timeout, steps)
    _check_workers(workers)
    if request.oracle and oracle is None:
        oracle = recorded.oracle(trust=trust)
    if request.oracle and oracle is None:
        raise ConfigurationError(f"{run} was begun with an oracle", hint="give it again: its answers were kept")
    if oracle is not None and not request.oracle:
        raise ConfigurationError(f"{run} was begun without an oracle", hint="leave it out, or begin a new run")
    recorded.rejoin(storage, trust=trust)
    before = recorded.seconds
    seconds = request.timeout if timeout is None else before + timeout
    started = time.perf_counter() - before
    limits = Budget(seconds, steps or request.steps, request.effort, workers or 1, started=started)
    with _spread(recorded.problem, request, limits, ray, workers, on_event) as (budget, heard):
        return _search(recorded.problem, request, budget, recorded, oracle, heard)


@contextmanager
def _spread(
    problem: Problem,
    request: Request,
    budget: Budget,
    ray: str | None,
    workers: int | None,
    on_event: Callable[[Event], object] | None,
) -> Iterator[tuple[Budget, Callable[[Event], object] | None]]:
    """The budget with the workers that `ray` names, and who hears of events: Ray's metrics, too."""
    if ray is None:
        yield budget, on_event
        return
    from synth.cluster.connection import connected

    begun = time.perf_counter()
    with connected(ray, workers):
        from synth.cluster.metrics import Metrics
        from synth.cluster.pool import ray_pool

        size = sum(map(len, (*problem.positives, *problem.negatives)))
        with ray_pool(workers, libraries=_libraries(request), size=size) as pool:
            started = budget.started + time.perf_counter() - begun
            yield replace(budget, workers=1, pool=pool, started=started), Metrics(on_event)


def _libraries(request: Request) -> tuple[str, ...]:
    """What workers need beside what every search needs."""
    from searchers.portfolio.regexes import POLICY_STEPS

    may_write = request.searcher == "auto" and request.effort in POLICY_STEPS
    return ("torch",) if request.searcher == "reinforce" or (may_write and find_spec("torch")) else ()


def _search(
    problem: Problem,
    request: Request,
    budget: Budget,
    run: Run | None,
    oracle: Callable[[str], bool | None] | None,
    on_event: Callable[[Event], object] | None,
) -> Result:
    with nullcontext() if run is None else alone(run.path):
        judge = None
        if oracle is not None:
            judge = Oracle(oracle, limit=request.questions, path=None if run is None else run.path / "oracle.jsonl")
        search = Search(problem, request, oracle=judge, record=run, on_event=on_event)
        match request.kind:
            case "regex":
                result = search.regex(_make("regex", request, judge), budget)
            case "cfg":
                result = search.grammar(_make("cfg", request, judge), budget)
            case _:
                result = search.either(_make("regex", request, judge), _make("cfg", request, judge), budget)
        if judge is not None:
            judge.keep()
        if run is not None:
            run.finish(result)
        return result


def _make(kind: str, request: Request, oracle: Oracle | None = None) -> Any:  # noqa: ANN401 (either kind of Searcher)
    module, name = SEARCHERS[kind][request.searcher] if oracle is None or kind == "cfg" else QUESTIONING
    maker = getattr(import_module(module), name)
    options: dict[str, Any] = {} if request.warm_start else {"warm_start": False}
    if request.searcher == "reinforce":
        options |= {"policy": request.policy, "device": request.device}
    if oracle is not None and (request.kind, kind) == ("auto", "regex") and request.questions is not None:
        options["most"] = request.questions // 2  # the others are for the grammar
    return maker(**options) if oracle is None else maker(oracle, **options)


def _check_name(option: str, name: str, known: Iterable[str]) -> None:
    if name not in known:
        raise ConfigurationError(f"no {option} {name!r}", hint=suggest(name, known))


def _check_searcher(kind: str, searcher: str) -> None:
    known = ["auto"] if kind == "auto" else list(SEARCHERS[kind])
    if searcher in known:
        return
    if any(searcher in names for names in SEARCHERS.values()):
        raise ConfigurationError(f"searcher {searcher!r} is not for kind={kind!r}", hint=f"use {' or '.join(known)}")
    raise ConfigurationError(f"no searcher {searcher!r}", hint=suggest(searcher, known))


def _check_oracle(request: Request) -> None:
    if not request.oracle and request.questions is not None:
        raise ConfigurationError("questions without an oracle", hint="give an oracle, or leave the limit out")
    if request.questions is not None and request.questions < 1:
        raise ConfigurationError(f"a limit of {request.questions} questions", hint="give at least 1")
    if request.oracle and request.searcher != "auto":
        raise ConfigurationError("the oracle is used by searcher='auto'", hint="use it, or no oracle")


def _check_warm_start(kind: str, searcher: str, *, warm_start: bool) -> None:
    known = WARM.get(kind, ())
    if not warm_start and searcher not in known:
        hint = f"use {' or '.join(known)}" if known else "use kind='regex' or 'cfg'"
        raise ConfigurationError(f"searcher {searcher!r} for kind={kind!r} cannot do without warm starts", hint=hint)


def _check_policy(searcher: str, **options: object) -> None:
    for option, value in options.items():
        if value is not None and searcher != "reinforce":
            raise ConfigurationError(f"{option} is for searcher='reinforce'", hint="use it, or leave the option out")


def _check_limits(effort: int, timeout: float | None, steps: int | None) -> None:
    if effort not in range(1, 6):
        raise ConfigurationError(f"effort {effort} is out of range", hint="give 1 (a glance) to 5 (exhaustive)")
    if timeout is not None and not timeout > 0:
        raise ConfigurationError(f"a timeout of {timeout} seconds", hint="give a positive number of seconds")
    if steps is not None and steps < 1:
        raise ConfigurationError(f"a limit of {steps} steps", hint="give at least 1")


def _check_workers(workers: int | None) -> None:
    if workers is not None and workers < 1:
        raise ConfigurationError(f"{workers} workers", hint="give at least 1")
