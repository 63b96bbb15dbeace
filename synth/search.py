"""Driving a search: take its events, keep the best of each size, stop it in time, make a result of it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, Final

import dsl
from dsl.errors import ConstraintError, LimitError, PatternError, RunError
from dsl.grammar import Grammar
from dsl.regex import Regex
from searchers.archive import Archive
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.oracle import Oracle
from searchers.problem import Problem
from searchers.protocol import Begun, Event, Improved, Noted, Progress, Resumable, Searcher, State, Step
from searchers.scoring import make
from searchers.scoring.objective import Objective
from searchers.spaces.confidence import confidence
from searchers.starts.fallbacks import MAX_LISTED, anything, is_admissible
from searchers.starts.readability import readable
from searchers.streams import restore_stream, stream_to_json
from synth.limits.alarm import Alarm, TimeUp
from synth.limits.interrupts import Interrupts
from synth.options import Request
from synth.results.choice import choose
from synth.results.result import Result, Stats
from synth.runs.checkpoints import Checkpoint
from synth.runs.recall import Recall, reason
from synth.runs.run import Run

SAVE_SECONDS: Final = 2.0  # between two checkpoints
SAVE_SHARE: Final = 0.05  # of the time, at most, goes into them
SCORED: Final = 2_000  # characters of examples that there is always time for
GRACE: Final = 0.1  # seconds in which a search may come to its own end, before it is cut short


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

    def either(self, regexes: Searcher[Any], grammars: Searcher[Any], budget: Budget) -> Result:
        """Search for both, each with half of the budget, and choose."""
        steps = None if budget.steps is None else (budget.steps + 1) // 2
        seconds = None if budget.seconds is None else budget.elapsed + budget.left / 2
        regex = self.one("regex", regexes, replace(budget, seconds=seconds, steps=steps))
        if regex.interrupted:
            return replace(regex, reason="a regular expression: interrupted before grammars were looked at")
        try:
            grammar = self.one("cfg", grammars, replace(budget, steps=steps))
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

    def one(self, kind: str, searcher: Searcher[Any], budget: Budget) -> Result:
        """Search for a language of one kind. Raises ConstraintError when there is no answer."""
        phase = _Phase(kind, searcher, budget, random.Random(self._request.seed), self._candidates)
        with self._ended(phase), Interrupts() as interrupts, Alarm(budget.left + GRACE) as alarm:
            # kernels load in half a second: not when the time is up and an answer must be weighed
            alarm.cut(lambda: self._objective(kind, Problem(("a",), (1,))).score(dsl.kinds()[kind].of(anything("a"))))
            objective = phase.objective = alarm.cut(lambda: self._objective(kind, self._problem))
            if self._record is not None:
                self._take_up(Recall(self._record, kind, objective, self._tell_once), phase)
            if phase.latest is not None and phase.latest.finished:
                return self._finished(phase, phase.latest)
            for event in alarm.over(self._events(phase, objective)):
                self._take(event, phase)
                interrupts.check()
                if budget.left <= 0 and phase.archive.best:
                    break
            phase.finished = not budget.spent
        if phase.archive.best is None and not phase.finished:
            self._take_anything(phase)
        # some searchers look for more than the least objective, so they name their own pick
        result = self._result(phase, self._answer(phase), self._stats(phase))
        if self._record is not None and phase.finished:
            self._save(self._record, phase, result, None)
        return result

    @contextmanager
    def _ended(self, phase: _Phase) -> Iterator[None]:
        """However the search within ends, what it has found stays; what ends it goes on where it has found nothing."""
        try:
            yield
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

    def _confidence(self, best: Candidate[Any], phase: _Phase) -> float | None:
        # measured on answers of searches that had their pick
        if not _is_described(best) or not phase.has_pick:
            return None
        alike = (
            one
            for one in phase.archive.front
            if one.score.accepted == best.score.accepted
            and _is_described(one)
            and (self._oracle is None or self._oracle.agrees(one.language))
        )
        # known numbers and the least risk take more bits, but are no less sure
        return confidence(min((best, *alike), key=attrgetter("objective")), self._problem)

    def _objective(self, kind: str, problem: Problem) -> Objective[Any]:
        return make(self._request.objective, problem, kind)

    def _take_up(self, recall: Recall, phase: _Phase) -> None:
        """Be where the record was: its latest checkpoint, and its hall of fame."""
        phase.older = recall.checkpoints()
        phase.latest = next(phase.older, None)
        for candidate in recall.front(phase.latest):
            phase.archive.add(candidate)
            self._tell(Improved(candidate))
        if phase.latest is not None:
            self._candidates = phase.before + phase.latest.candidates
            phase.answer = None if phase.latest.answer is None else recall.candidate(phase.latest.answer)

    def _finished(self, phase: _Phase, saved: Checkpoint) -> Result:
        """The result of a search that was at its end before."""
        phase.finished = True
        if self._request.kind == phase.kind:
            self._tell(Noted("this search had finished: for more, begin another one with more effort"))
        stats = Stats(**{**saved.stats, "candidates": self._candidates})
        pick = phase.answer and (phase.answer if stats["proved"] else phase.written(phase.answer))
        return self._result(phase, pick or phase.archive.best, stats)

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
        candidate = self._objective(phase.kind, few).score(dsl.kinds()[phase.kind].of(flat))
        characters = set().union(*problem.positives)
        is_open = len(characters) > MAX_LISTED
        rejected = 0 if is_open else sum(not characters.issuperset(text) for text in problem.negatives)
        score = replace(candidate.score, accepted=problem.total, rejected=rejected)
        self._take(Improved(replace(candidate, score=score)), phase)

    def _events(self, phase: _Phase, objective: Objective[Any]) -> Iterator[Event]:
        """The search, from a checkpoint where it can go on, the latest first, else from the beginning."""
        if self._oracle is not None:
            self._oracle.believe(self._problem.positives, self._problem.negatives)
        untouched, saved = phase.searcher, phase.latest
        while saved is not None and saved.state is not None and isinstance(untouched, Resumable):
            searcher = self._gone_back(phase, saved, untouched)
            try:
                yield from searcher.resume(self._problem, objective, phase.budget, phase.rng, saved.state)
                return
            except (LimitError, MemoryError):
                raise
            except Exception as error:  # whatever a state that is none raises in its searcher
                yield Noted(f"the search cannot go on from the checkpoint after step {saved.step}: {reason(error)}")
            saved = next(phase.older, None)
        if phase.searcher is not untouched:
            phase.searcher, phase.rng = untouched, random.Random(self._request.seed)
            phase.budget.taken, self._candidates = 0, phase.before
        phase.ahead = self._ahead(phase, ())
        yield from untouched.search(self._problem, objective, phase.budget, phase.rng)

    def _gone_back(self, phase: _Phase, saved: Checkpoint, searcher: Resumable[Any]) -> Resumable[Any]:
        """A copy of the searcher, with the random stream and the counts as they were. Raises RunError."""
        if (saved.seed, saved.searcher) != (self._request.seed, searcher.name):
            raise RunError(
                f"the checkpoint was made by {saved.searcher} with seed {saved.seed}, the run is one of"
                f" {searcher.name} with seed {self._request.seed}",
                hint="a run cannot be changed: begin a new one",
            )
        copy = deepcopy(searcher, {id(self._oracle): self._oracle})
        phase.searcher = copy
        restore_stream(phase.rng, saved.random)
        phase.budget.taken, self._candidates = saved.step, phase.before + saved.candidates
        phase.ahead = self._ahead(phase, saved.front)
        return copy

    def _ahead(self, phase: _Phase, met: Sequence[str]) -> Candidate[Any] | None:
        """The best of the record, unless the searcher has met it; what an oracle spoke against may be that, too."""
        best = phase.archive.best
        return None if best is None or self._oracle is not None or str(best.language) in met else best

    def _take(self, event: Event, phase: _Phase) -> None:
        match event:
            case Improved(candidate):
                candidate = phase.written(candidate)
                event = Improved(candidate)
                if phase.ahead is not None and phase.ahead.pattern == candidate.pattern:
                    phase.ahead = None
                if phase.archive.add(candidate) and self._record is not None:
                    self._record.improved(candidate, phase.kind, phase.budget.taken, phase.budget.elapsed)
                    self._tell_failures(self._record)
            case Progress(candidates, stage):
                self._candidates = phase.before + candidates
                event = Progress(self._candidates, stage)
            case Step(state):
                if self._record is not None and phase.is_due:
                    result = self._result(phase, self._answer(phase), self._stats(phase))
                    self._save(self._record, phase, result, state())
                return
            case Begun():
                return
        self._tell(event)

    def _answer(self, phase: _Phase) -> Candidate[Any] | None:
        """The searcher's pick, as it is written, or the best that was found, if it has made none or not met that."""
        pick, best = phase.searcher.answer, phase.archive.best
        if pick is not None and phase.searcher.proved:
            return pick
        return best if pick is None or best is phase.ahead else phase.written(pick)

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
        if isinstance(best.language, Grammar):
            best = replace(best, language=best.language.like(self._problem.positives))
        warnings = (*self._notes, *(self._oracle.warnings if self._oracle else ()))
        front, sure = phase.archive.front, self._confidence(best, phase)
        return Result(best, front, stats, phase.kind, warnings=warnings, confidence=sure)


@dataclass
class _Phase:
    """One searcher at work, for a regex or for a grammar."""

    kind: str
    searcher: Searcher[Any]
    budget: Budget
    rng: random.Random
    before: int  # candidates scored by other phases
    archive: Archive = field(default_factory=Archive)
    latest: Checkpoint | None = None  # where it was before
    older: Iterator[Checkpoint] = field(default_factory=lambda: iter(()))  # and before that
    answer: Candidate[Any] | None = None  # the pick that it had made
    ahead: Candidate[Any] | None = None  # the best that was found before, while the searcher has not met it again
    interrupted: bool = False
    finished: bool = False
    objective: Objective[Any] | None = None  # once there is one
    _next_save: float = 0.0

    def written(self, candidate: Candidate[Any]) -> Candidate[Any]:
        """A regular expression found by description length as a person would write it."""
        language, objective = candidate.language, self.objective
        if not isinstance(language, Regex) or objective is None or objective.name != "mdl":
            return candidate
        expression = readable(language.expression)
        if expression == language.expression or not is_admissible(expression, objective.problem):
            return candidate
        return objective.score(Regex(expression))

    @property
    def has_pick(self) -> bool:
        """Whether the answer is what the search came to, not the best so far of one that was cut short."""
        return self.finished or (self.searcher.answer is not None and self.ahead is None)

    @property
    def is_due(self) -> bool:
        """Whether the state should be saved now."""
        return self.budget.spent or time.perf_counter() >= self._next_save

    def saved(self, seconds: float) -> None:
        """Saving took so long; it may take a small share of the time."""
        self._next_save = time.perf_counter() + max(SAVE_SECONDS, seconds / SAVE_SHARE)


def _is_described(candidate: Candidate[Any]) -> bool:
    """Whether it was weighed by description length; the exact searcher weighs sizes, not bits."""
    return isinstance(candidate.language, Regex) and {"pattern", "examples"} <= candidate.score.terms.keys()
