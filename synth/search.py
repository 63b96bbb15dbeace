"""Driving a search: take its events, keep the best of each size, stop it in time, make a result of it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from math import isclose
from typing import Any, Final

import dsl
from dsl.errors import ConstraintError, LimitError, PatternError, RunError, SynthError
from dsl.language import Language
from searchers.archive import Archive
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.oracle import Oracle
from searchers.problem import Problem
from searchers.protocol import (
    Begun,
    Event,
    Improved,
    Noted,
    Progress,
    Resumable,
    Searcher,
    State,
    Step,
)
from searchers.scoring import make
from searchers.scoring.objective import Objective
from searchers.starts.fallbacks import MAX_LISTED, anything
from searchers.streams import restore_stream, stream_to_json
from synth.limits.alarm import Alarm, TimeUp
from synth.limits.interrupts import Interrupts
from synth.options import Request
from synth.results.choice import choose
from synth.results.result import Result, Stats, read_stats
from synth.runs.checkpoints import Checkpoint
from synth.runs.run import Run

SAVE_SECONDS: Final = 2.0  # between two checkpoints
SAVE_SHARE: Final = 0.05  # of the time, at most, goes into them
SCORED: Final = 2_000  # characters of examples that there is always time for
GRACE: Final = 0.1  # seconds in which a search may come to its own end, before it is cut short
ALIKE: Final = 1e-6  # share by which what a candidate costs may differ between machines


class Search:
    """What the searches for one answer have in common: problem, request, and who hears of what they find."""

    def __init__(
        self,
        problem: Problem,
        request: Request,
        *,
        oracle: Oracle | None = None,
        record: Run | None = None,
        on_event: Callable[[Event], object] | None = None,
    ) -> None:
        self._problem = problem
        self._request = request
        self._oracle = oracle
        self._record = record
        self._on_event = on_event
        self._candidates = 0
        self._notes: list[str] = []

    def regex(self, searcher: Searcher[Any], budget: Budget) -> Result:
        """Search for a regular expression. Raises ConstraintError when there is no answer."""
        return self._drive(searcher, budget, "regex")

    def grammar(self, searcher: Searcher[Any], budget: Budget) -> Result:
        """Search for a grammar. Raises ConstraintError when there is no answer."""
        return self._drive(searcher, budget, "cfg")

    def either(self, regexes: Searcher[Any], grammars: Searcher[Any], budget: Budget) -> Result:
        """Search for both, each with half of the budget, and choose."""
        steps = None if budget.steps is None else (budget.steps + 1) // 2
        seconds = None if budget.seconds is None else budget.elapsed + budget.left / 2
        regex = self.regex(regexes, replace(budget, seconds=seconds, steps=steps))
        if regex.interrupted:
            return replace(regex, reason="a regular expression: interrupted before grammars were looked at")
        try:
            grammar = self.grammar(grammars, replace(budget, steps=steps))
        except (ConstraintError, LimitError) as error:
            return replace(regex, reason=f"a regular expression: no grammar, because {error.message}")
        except KeyboardInterrupt:
            stats = Stats(**{**regex.stats, "interrupted": True})
            return replace(regex, stats=stats, reason="a regular expression: interrupted before a grammar was found")
        try:
            with Alarm(budget.left + GRACE) as alarm:
                chosen = alarm.cut(lambda: choose(regex, grammar, self._problem, self._request.objective))
        except (TimeUp, MemoryError):
            return replace(regex, reason="a regular expression: there was no time to compare it with a grammar")
        both = " and ".join(dict.fromkeys([regex.stats["searcher"], grammar.stats["searcher"]]))
        return replace(chosen, stats=Stats(**{**grammar.stats, "searcher": both, "proved": False}))

    def _drive(self, searcher: Searcher[Any], budget: Budget, kind: str) -> Result:
        phase = _Phase(kind, searcher, budget, random.Random(self._request.seed), self._candidates)
        try:
            with Interrupts() as interrupts, Alarm(budget.left + GRACE) as alarm:
                # kernels load in half a second: not when the time is up and an answer must be weighed
                alarm.cut(lambda: self._objective(Problem(("a",), (1,)), kind).score(_anything(("a",), kind)))
                objective = alarm.cut(lambda: self._objective(self._problem, kind))
                checkpoints = iter(()) if self._record is None else self._usable(self._record, phase, objective)
                saved = next(checkpoints, None)
                if self._record is not None:
                    self._recall(self._record, phase, objective, saved)
                if saved is not None:
                    self._candidates = phase.before + saved.candidates
                if saved is not None and saved.finished:
                    return self._finished(phase, objective, saved)
                for event in alarm.over(self._events(phase, objective, saved, checkpoints)):
                    self._take(event, phase)
                    interrupts.check()
                    if budget.left <= 0 and phase.archive.best:
                        break
            phase.finished = not budget.spent
        except TimeUp:
            pass
        except MemoryError:
            self._tell(Noted("the memory is used up: this is the best so far"))
        except (LimitError, PatternError) as error:
            if phase.archive.best is None:
                raise
            self._tell(Noted(f"the search ended early: {error.message}"))
        except KeyboardInterrupt:
            if phase.archive.best is None:
                raise
            phase.interrupted = True
        if phase.archive.best is None and not phase.finished:
            self._take_anything(phase)
        # some searchers look for more than the least objective, so they name their own pick
        result = self._result(phase, phase.searcher.answer or phase.archive.best, self._stats(phase))
        if self._record is not None and phase.finished:
            self._save(self._record, phase, result, None)
        return result

    def _objective(self, problem: Problem, kind: str) -> Objective[Any]:
        return make(self._request.objective, problem, kind)

    def _finished(self, phase: _Phase, objective: Objective[Any], saved: Checkpoint) -> Result:
        """The result of a search that was at its end before."""
        if self._request.kind == phase.kind:
            self._tell(Noted("this search had finished: for more, begin another one with more effort"))
        answer = None if saved.answer is None else self._known(saved.answer, phase, objective)
        stats = Stats(**{**saved.stats, "candidates": self._candidates})
        return self._result(phase, answer or phase.archive.best, stats)

    def _take_anything(self, phase: _Phase) -> None:
        """Where there was no time for any answer: what takes none to find, scored on as much as there is time for."""
        problem, flat = self._problem, anything(self._problem.positives)
        if not problem.constraints.admits(flat):
            return
        texts = (*problem.positives, *problem.negatives)
        if sum(map(len, texts)) > SCORED:
            few = replace(problem.sample(max(2, SCORED // (1 + max(map(len, texts))))), negatives=())
            self._tell(Noted("there was no time for a search, and to weigh the answer only for some of the examples"))
        else:
            few = problem
        candidate = self._objective(few, phase.kind).score(_anything(problem.positives, phase.kind))
        characters = set().union(*problem.positives)
        is_open = len(characters) > MAX_LISTED
        rejected = 0 if is_open else sum(not characters.issuperset(text) for text in problem.negatives)
        score = replace(candidate.score, accepted=problem.total, rejected=rejected)
        self._take(Improved(replace(candidate, score=score)), phase)

    def _usable(
        self,
        record: Run,
        phase: _Phase,
        objective: Objective[Any],
    ) -> Iterator[Checkpoint]:
        """The checkpoints that make sense, the latest first; what is wrong with others is told."""
        checkpoints = record.checkpoints(phase.kind)
        for saved in checkpoints.whole():
            try:
                restore_stream(random.Random(), saved.random)
                for notation in [*saved.front, *([] if saved.answer is None else [saved.answer])]:
                    self._known(notation, phase, objective)
                usable = replace(saved, stats=read_stats(saved.stats))
            except (SynthError, ValueError, TypeError, OverflowError) as error:
                self._tell_once(f"the checkpoint after step {saved.step} is not used: {_reason(error)}")
                continue
            for fault in checkpoints.faults:
                self._tell_once(fault)
            yield usable
        for fault in checkpoints.faults:
            self._tell_once(fault)

    def _recall(
        self,
        record: Run,
        phase: _Phase,
        objective: Objective[Any],
        saved: Checkpoint | None,
    ) -> None:
        """Take up the hall of fame that was recorded."""
        events = {event["notation"]: event for event in record.events(phase.kind)}
        for fault in record.faults:
            self._tell_once(fault)
        for notation in dict.fromkeys([*(saved.front if saved is not None else []), *events]):
            try:
                candidate = self._known(notation, phase, objective)
            except SynthError as error:
                self._tell_once(f"a candidate of the record is left out: {_reason(error)}")
                continue
            if notation in events and not isclose(events[notation]["objective"], candidate.objective, rel_tol=ALIKE):
                self._tell_once(f"a candidate of the record costs otherwise than it says: {candidate.pattern}")
            phase.archive.add(candidate)
            self._tell(Improved(candidate))

    def _known(self, notation: str, phase: _Phase, objective: Objective[Any]) -> Candidate[Any]:
        """A candidate of the record. Raises SynthError when it is none, or not what may be answered."""
        if notation not in phase.known:
            language = dsl.kinds()[phase.kind].parse(notation)
            if not all(map(self._problem.constraints.admits, language.rules.values())):
                raise ConstraintError(f"{notation} does not meet the constraints", hint="begin a new run")
            phase.known[notation] = objective.score(language)
        return phase.known[notation]

    def _events(
        self,
        phase: _Phase,
        objective: Objective[Any],
        saved: Checkpoint | None,
        before: Iterator[Checkpoint],
    ) -> Iterator[Event]:
        """The search, from a checkpoint or one `before` it where it can go on, else from the beginning."""
        if self._oracle is not None:
            self._oracle.believe(self._problem.positives, self._problem.negatives)
        untouched = phase.searcher
        while saved is not None and saved.state is not None and isinstance(untouched, Resumable):
            if (saved.seed, saved.searcher) != (self._request.seed, untouched.name):
                raise RunError(
                    f"the checkpoint was made by {saved.searcher} with seed {saved.seed}, the run is one of"
                    f" {untouched.name} with seed {self._request.seed}",
                    hint="a run cannot be changed: begin a new one",
                )
            searcher: Resumable[Any] = deepcopy(untouched, {id(self._oracle): self._oracle})
            phase.searcher = searcher
            restore_stream(phase.rng, saved.random)
            phase.budget.taken, self._candidates = saved.step, phase.before + saved.candidates
            try:
                yield from searcher.resume(self._problem, objective, phase.budget, phase.rng, saved.state)
                return
            except (LimitError, MemoryError):
                raise
            except Exception as error:  # whatever a state that is none raises in its searcher
                yield Noted(f"the search cannot go on from the checkpoint after step {saved.step}: {_reason(error)}")
            saved = next(before, None)
        if phase.searcher is not untouched:
            phase.searcher, phase.rng = untouched, random.Random(self._request.seed)
            phase.budget.taken, self._candidates = 0, phase.before
        yield from untouched.search(self._problem, objective, phase.budget, phase.rng)

    def _take(self, event: Event, phase: _Phase) -> None:
        match event:
            case Improved(candidate):
                if phase.archive.add(candidate) and self._record is not None:
                    self._record.improved(candidate, phase.kind, phase.budget.taken, phase.budget.elapsed)
                    self._tell_failures(self._record)
            case Progress(candidates, stage):
                self._candidates = phase.before + candidates
                event = Progress(self._candidates, stage)
            case Step(state):
                if self._record is not None and phase.is_due:
                    result = self._result(phase, phase.searcher.answer or phase.archive.best, self._stats(phase))
                    self._save(self._record, phase, result, state())
                return
            case Begun():
                return
        self._tell(event)

    def _save(self, record: Run, phase: _Phase, result: Result, state: State | None) -> None:
        checkpoint = Checkpoint(
            seed=self._request.seed,
            searcher=phase.searcher.name,
            step=phase.budget.taken,
            candidates=self._candidates - phase.before,
            stats=result.stats,
            random=stream_to_json(phase.rng),
            front=[str(candidate.language) for candidate in result.front],
            answer=None if phase.searcher.answer is None else str(phase.searcher.answer.language),
            finished=phase.finished,
            state=state,
        )
        began = time.perf_counter()
        record.save(phase.kind, checkpoint, result)
        phase.saved(time.perf_counter() - began)
        self._tell_failures(record)

    def _tell_failures(self, record: Run) -> None:
        for message in record.failures:
            self._tell_once(message)

    def _tell_once(self, message: str) -> None:
        if message not in self._notes:
            self._tell(Noted(message))

    def _tell(self, event: Event) -> None:
        if isinstance(event, Noted):
            self._notes.append(event.message)
        if self._on_event is not None:
            self._on_event(event)

    def _stats(self, phase: _Phase) -> Stats:
        seconds = phase.budget.elapsed
        return Stats(
            seconds=seconds,
            candidates=self._candidates,
            candidates_per_second=self._candidates / seconds,
            searcher=phase.searcher.name,
            seed=self._request.seed,
            interrupted=phase.interrupted,
            proved=phase.searcher.proved and not phase.interrupted,
            questions=self._oracle.questions if self._oracle else 0,
        )

    def _result(self, phase: _Phase, best: Candidate[Any] | None, stats: Stats) -> Result:
        if best is None:
            raise ConstraintError(
                "the search found nothing that satisfies the constraints", hint="relax them, or give it more time"
            )
        warnings = (*self._notes, *_warnings(self._oracle))
        return Result(best, phase.archive.front, stats, phase.kind, warnings=warnings)


@dataclass
class _Phase:
    """One searcher at work, for a regex or for a grammar."""

    kind: str
    searcher: Searcher[Any]
    budget: Budget
    rng: random.Random
    before: int  # candidates scored by other phases
    archive: Archive = field(default_factory=Archive)
    known: dict[str, Candidate[Any]] = field(default_factory=dict)  # of the record, by notation
    interrupted: bool = False
    finished: bool = False
    _next_save: float = 0.0

    @property
    def is_due(self) -> bool:
        """Whether the state should be saved now."""
        return self.budget.spent or time.perf_counter() >= self._next_save

    def saved(self, seconds: float) -> None:
        """Saving took so long; it may take a small share of the time."""
        self._next_save = time.perf_counter() + max(SAVE_SECONDS, seconds / SAVE_SHARE)


def _anything(texts: Collection[str], kind: str) -> Language:
    return dsl.kinds()[kind].of(anything(texts))


def _reason(error: Exception) -> str:
    return error.message if isinstance(error, SynthError) else f"{type(error).__name__}: {error}"


def _warnings(oracle: Oracle | None) -> tuple[str, ...]:
    """What the user of an oracle should know of its answers."""
    found = []
    if oracle is not None and oracle.contradictions:
        count, first = len(oracle.contradictions), oracle.contradictions[0]
        found.append(f"the oracle contradicts {count} of the examples, which win; the first is {first!r}")
    if oracle is not None and oracle.damaged:
        found.append(f"{oracle.damaged} damaged lines of the oracle's answers are left out")
    if oracle is not None and oracle.unkept:
        found.append(f"answers of the oracle could not be kept: {oracle.unkept}")
    if oracle is not None and oracle.unanswered:
        last = f", the last: {oracle.last_error}" if oracle.failures else ""
        found.append(
            f"the oracle left {oracle.unanswered} of {oracle.questions} questions unanswered"
            f" ({oracle.failures} failures{last})"
        )
    return tuple(found)
