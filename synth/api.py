"""The search behind `synth.induce`: pick a searcher and an objective, drive the search, keep what it finds."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable
from importlib import import_module

from dsl.constraints import Constraints, parse_constraints
from dsl.errors import ConfigurationError, ConstraintError
from dsl.notation import parse
from searchers import objective as objectives
from searchers.archive import Archive
from searchers.budget import Budget
from searchers.problem import Problem
from searchers.protocol import Event, Improved, Progress, Searcher
from synth.result import Result, Stats
from synth.runs import Run
from synth.suggestion import suggest

KINDS = ("regex",)
OBJECTIVES = ("mdl", "median")
SEARCHERS = {
    "auto": ("searchers.auto", "Auto"),
    "beam": ("searchers.beam", "Beam"),
    "exact": ("searchers.exact", "Exact"),
}
_LATER = {
    "kind": {"cfg": "grammars", "auto": "grammars"},
    "searcher": {"evolve": "evolution", "reinforce": "reinforcement learning"},
}


def induce(
    positives: Iterable[str],
    *,
    reject: Iterable[str] = (),
    oracle: Callable[[str], bool | None] | None = None,
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
    out: str | os.PathLike[str] | None = None,
) -> Result:
    """Induce a regular expression from examples.

    positives    strings the language should contain; repeats count as weight, a few outliers are forgiven
    reject       strings it must not contain
    searcher     "auto", "beam" or "exact"
    objective    "mdl", the description length, or "median", eq. 1 of the document as written
    effort       1 (a glance) to 5 (exhaustive)
    timeout      seconds; the search returns the best so far within half a second of it
    steps        search steps, a limit that does not depend on the machine
    workers      threads that score candidates; the result does not depend on their number
    constraints  what the answer must satisfy, such as ["linear-time", "max-states=20"]
    guesses      patterns to start from
    on_event     called with each Improved and Progress event
    out          a new directory that records the run

    The same seed gives the same result. Ctrl-C returns the best so far. Raises ExampleError, LimitError,
    ConstraintError, PatternError, ConfigurationError and RunError, all of them SynthError; KeyboardInterrupt when
    nothing had been found yet.
    """
    _check_name("kind", kind, KINDS)
    _check_name("searcher", searcher, SEARCHERS)
    _check_name("objective", objective, OBJECTIVES)
    _check_numbers(effort, timeout, steps, workers)
    _check_later(oracle=oracle, ray=ray)
    written = () if isinstance(constraints, Constraints) else tuple(constraints or ())
    problem = Problem.of(
        positives,
        reject,
        constraints=constraints if isinstance(constraints, Constraints) else parse_constraints(written),
        guesses=map(parse, guesses),
    )
    run = None
    if out is not None:
        names = {"kind": kind, "searcher": searcher, "objective": objective}
        limits = {"effort": effort, "timeout": timeout, "steps": steps, "seed": seed}
        given = {"constraints": written, "guesses": list(map(str, problem.guesses))}
        run = Run(out, problem, {**names, **limits, **given})
    search = _Search(problem, Budget(timeout, steps, effort, workers), run, on_event)
    result = search.run(_make(searcher), objective, seed)
    if run is not None:
        run.finish(result)
    return result


class _Search:
    """One search: its problem and budget, and what it has found so far."""

    def __init__(
        self, problem: Problem, budget: Budget, run: Run | None, on_event: Callable[[Event], object] | None
    ) -> None:
        self.problem = problem
        self.budget = budget
        self.record = run
        self.on_event = on_event
        self.archive = Archive()
        self.candidates = 0

    def run(self, searcher: Searcher, objective: str, seed: int) -> Result:
        interrupted = False
        try:
            scored = objectives.make(objective, self.problem)
            for event in searcher.search(self.problem, scored, self.budget, random.Random(seed)):
                self.take(event)
                if self.budget.left <= 0 and self.archive.best:
                    break
        except KeyboardInterrupt:
            if self.archive.best is None:
                raise
            interrupted = True
        seconds = self.budget.elapsed
        # the exact searcher minimises size first and the objective second, so it names its own pick
        best = searcher.answer or self.archive.best
        if best is None:
            raise ConstraintError(
                "the search found nothing that satisfies the constraints", hint="relax them, or give it more time"
            )
        stats = Stats(
            seconds=seconds,
            candidates=self.candidates,
            candidates_per_second=self.candidates / seconds,
            searcher=searcher.name,
            seed=seed,
            interrupted=interrupted,
            proved=searcher.proved and not interrupted,
        )
        return Result(best, self.archive.front, stats)

    def take(self, event: Event) -> None:
        match event:
            case Improved(candidate):
                if self.archive.add(candidate) and self.record is not None:
                    self.record.improved(candidate, self.budget.elapsed)
            case Progress(candidates, _):
                self.candidates = candidates
        if self.on_event is not None:
            self.on_event(event)


def _make(searcher: str) -> Searcher:
    module, name = SEARCHERS[searcher]
    made: Searcher = getattr(import_module(module), name)()
    return made


def _check_name(option: str, name: str, known: Iterable[str]) -> None:
    if name in known:
        return
    later = _LATER.get(option, {}).get(name)
    if later is not None:
        hint = f"this release has {', '.join(known)}"
        raise ConfigurationError(f"{option} {name!r} is not there yet: {later} come in a later release", hint=hint)
    raise ConfigurationError(f"no {option} {name!r}", hint=suggest(name, known))


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
