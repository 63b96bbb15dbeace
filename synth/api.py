"""The search behind `synth.induce`: pick a searcher and an objective, drive the search, keep what it finds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

from dsl.constraints import Constraints
from dsl.errors import ConfigurationError, SynthError
from searchers import registry
from searchers.budget import Budget
from searchers.effort import POLICY_STEPS
from searchers.oracle import Oracle
from searchers.problem import Problem
from searchers.protocol import Event
from synth.inputs.command_oracle import CommandOracle
from synth.inputs.posing import pose
from synth.options import Options, Request, documented
from synth.results.result import Result
from synth.runs.files import alone
from synth.runs.run import Run
from synth.runs.storage import bring
from synth.search import Search

Asked = Callable[[str], bool | None]
Listener = Callable[[Event], object]


@documented
def induce(
    positives: Iterable[str],
    *,
    reject: Iterable[str] = (),
    oracle: Asked | None = None,
    ask: Asked | None = None,
    questions: int | None = Options.questions,
    kind: str = Options.kind,
    searcher: str = Options.searcher,
    objective: str = Options.objective,
    effort: int = Options.effort,
    timeout: float | None = Options.timeout,
    steps: int | None = Options.steps,
    seed: int = Options.seed,
    warm_start: bool = Options.warm_start,
    workers: int | None = Options.workers,
    ray: str | None = Options.ray,
    on_event: Listener | None = None,
    constraints: Constraints | Iterable[str] | None = Options.constraints,
    guesses: Iterable[str] = Options.guesses,
    policy: str | os.PathLike[str] | None = Options.policy,
    device: str = Options.device,
    out: str | os.PathLike[str] | None = Options.out,
    storage: str | None = Options.storage,
) -> Result:
    """Induce a regular expression or a context-free grammar from examples.

    positives    Strings the language should contain; repeats count as weight, a few outliers are forgiven.
    reject       Strings it must not contain.
    oracle       Says whether the language contains a string; None, and an exception: unknown.
    ask          Someone who judges the few strings that tell most, 10 unless `questions` says otherwise; as an oracle
                 otherwise, but an answer may be mistaken (docs/asking.md).
    on_event     Called with each Improved and Progress event.
    {options}

    The same seed and number of steps give the same result, with any number of workers. The answer comes within half a
    second of the timeout, which on Ray begins when the workers are there. Ctrl-C returns the best so far. Raises
    SynthError: ExampleError, LimitError, ConstraintError, PatternError, ConfigurationError and RunError;
    KeyboardInterrupt when nothing had been found yet.
    """
    started = time.perf_counter()
    made = constraints if isinstance(constraints, Constraints) else None
    written = constraints if made is None and constraints else ()
    options: dict[str, Any] = {
        "kind": kind, "searcher": searcher, "objective": objective, "effort": effort, "timeout": timeout,
        "steps": steps, "seed": seed, "warm_start": warm_start, "guesses": guesses, "policy": policy, "device": device,
        "workers": workers, "ray": ray, "out": out, "storage": storage,
    }  # fmt: skip
    if ask is not None:
        said = {"negatives": reject, "on_event": on_event, "constraints": made or written}
        return _asking(ask, oracle, questions, positives, said | options)
    request = Options.of(questions=questions, oracle=oracle is not None, constraints=written, **options)
    problem = pose(request, positives, reject, made)
    _check_place(out, storage, made)
    with (
        _spread(problem, request, started, on_event) as (budget, heard),
        _recorded(problem, request, oracle) as run,  # only now: a cluster that is not there leaves no directory behind
    ):
        return _search(problem, request, budget, run, oracle, heard)


def _check_place(out: object, storage: str | None, made: Constraints | None) -> None:
    """Whether a search can be recorded as it was asked. Raises ConfigurationError."""
    if out is not None and made is not None:
        raise ConfigurationError("a run keeps its constraints as text", hint='write them, as in ["max-states=20"]')
    if out is None and storage is not None:
        raise ConfigurationError("the storage keeps a copy of a run", hint="name the run with out, too")


def _asking(
    ask: Asked, oracle: Asked | None, questions: int | None, positives: Iterable[str], options: dict[str, Any]
) -> Result:
    from synth.sessions.calling import answered

    if oracle is not None:
        raise ConfigurationError("both an oracle and someone to ask", hint="give one of them")
    return answered(ask, questions, positives, **options)


def resume(
    run: str | os.PathLike[str],
    *,
    oracle: Asked | None = None,
    timeout: float | None = None,
    steps: int | None = None,
    workers: int | None = None,
    ray: str | None = None,
    on_event: Listener | None = None,
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
    Options.of(timeout=timeout, steps=steps, workers=workers)
    bring(run, storage)
    recorded = Run.open(run)
    request = recorded.request
    if request.oracle and oracle is None:
        oracle = recorded.oracle(trust=trust)
    if request.oracle and oracle is None:
        raise ConfigurationError(f"{run} was begun with an oracle", hint="give it again: its answers were kept")
    if oracle is not None and not request.oracle:
        raise ConfigurationError(f"{run} was begun without an oracle", hint="leave it out, or begin a new run")
    recorded.rejoin(storage, trust=trust)
    before = recorded.seconds
    options = replace(
        Options(**vars(request)),
        timeout=request.timeout if timeout is None else before + timeout,
        steps=steps or request.steps,
        workers=workers,
        ray=ray,
    )
    started = time.perf_counter() - before
    with _spread(recorded.problem, options, started, on_event) as (budget, heard):
        return _search(recorded.problem, options, budget, recorded, oracle, heard)


@contextmanager
def _spread(
    problem: Problem, options: Options, started: float, on_event: Listener | None
) -> Iterator[tuple[Budget, Listener | None]]:
    """The budget with the workers that `ray` names, and who hears of events: Ray's metrics, too."""
    budget = Budget(options.timeout, options.steps, options.effort, options.workers or 1, started=started)
    if options.ray is None:
        yield budget, on_event
        return
    from synth.cluster.connection import connected

    begun = time.perf_counter()
    with connected(options.ray, options.workers):
        from synth.cluster.metrics import Metrics
        from synth.cluster.pool import ray_pool

        size = sum(map(len, (*problem.positives, *problem.negatives)))
        with ray_pool(options.workers, libraries=_libraries(options), size=size) as pool:
            started += time.perf_counter() - begun
            yield replace(budget, workers=1, pool=pool, started=started), Metrics(on_event)


def _libraries(request: Request) -> tuple[str, ...]:
    """What workers need beside what every search needs."""
    may_write = request.searcher == "auto" and POLICY_STEPS[request.effort] > 0
    return ("torch",) if request.searcher == "reinforce" or (may_write and find_spec("torch")) else ()


@contextmanager
def _recorded(problem: Problem, options: Options, oracle: Asked | None) -> Iterator[Run | None]:
    """The directory of a new search, if it is to have one; that of a search that cannot begin is removed."""
    if options.out is None:
        yield None
        return
    command = oracle.command if isinstance(oracle, CommandOracle) else None
    run = Run.create(options.out, problem, options, options.storage, command)
    try:
        yield run
    except SynthError:
        run.discard_if_empty()
        raise


def _search(
    problem: Problem,
    request: Request,
    budget: Budget,
    run: Run | None,
    oracle: Asked | None,
    on_event: Listener | None,
) -> Result:
    with nullcontext() if run is None else alone(run.path):
        judge = None
        if oracle is not None:
            judge = Oracle(oracle, limit=request.questions, path=None if run is None else run.path / "oracle.jsonl")
        search = Search(problem, request, oracle=judge, record=run, on_event=on_event)
        if request.kind == "auto":
            result = search.either(_make("regex", request, judge), _make("cfg", request, judge), budget)
        else:
            result = search.one(request.kind, _make(request.kind, request, judge), budget)
        if judge is not None:
            judge.keep()
        if run is not None:
            run.finish(result)
        return result


def _make(kind: str, request: Request, oracle: Oracle | None = None) -> Any:  # noqa: ANN401 (either kind of Searcher)
    options: dict[str, Any] = {} if request.warm_start else {"warm_start": False}
    if request.searcher == "reinforce":
        options |= {"policy": request.policy, "device": request.device}
    if oracle is not None and (request.kind, kind) == ("auto", "regex") and request.questions is not None:
        options["most"] = request.questions // 2  # the others are for the grammar
    return registry.make(kind, request.searcher, oracle, **options)
