"""Driving a search: take its events, keep the best of each size, stop it in time, make a result of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from dsl.errors import ConstraintError, LimitError
from searchers import grammar_objective as grammar_objectives
from searchers import objective as objectives
from searchers.archive import Archive
from searchers.budget import Budget
from searchers.grammar_objective import GrammarObjective
from searchers.objective import Objective
from searchers.oracle import Oracle
from searchers.problem import Problem
from searchers.protocol import Event, Improved, ObjectiveT, Progress, Searcher
from synth.choice import choose
from synth.result import Result, Stats
from synth.runs import Run


class Search:
    """What the searches for one answer have in common: problem, objective, seed, and who hears of what they find."""

    def __init__(
        self,
        problem: Problem,
        objective: str,
        seed: int,
        *,
        oracle: Oracle | None = None,
        record: Run | None = None,
        on_event: Callable[[Event], object] | None = None,
    ) -> None:
        self._problem = problem
        self._objective = objective
        self._seed = seed
        self._oracle = oracle
        self._record = record
        self._on_event = on_event
        self._candidates = 0

    def regex(self, searcher: Searcher[Objective], budget: Budget) -> Result:
        """Search for a regular expression. Raises ConstraintError when there is no answer."""
        return self._drive(searcher, objectives.make, budget, "regex")

    def grammar(self, searcher: Searcher[GrammarObjective], budget: Budget) -> Result:
        """Search for a grammar. Raises ConstraintError when there is no answer."""
        return self._drive(searcher, grammar_objectives.make_grammar_objective, budget, "cfg")

    def either(self, regexes: Searcher[Objective], grammars: Searcher[GrammarObjective], budget: Budget) -> Result:
        """Search for both, each with half of the budget, and choose."""
        steps = None if budget.steps is None else (budget.steps + 1) // 2
        regex = self.regex(regexes, replace(budget, seconds=budget.elapsed + budget.left / 2, steps=steps))
        if regex.interrupted:
            return replace(regex, reason="a regular expression: interrupted before grammars were looked at")
        try:
            grammar = self.grammar(grammars, replace(budget, steps=steps))
        except (ConstraintError, LimitError) as error:
            return replace(regex, reason=f"a regular expression: no grammar, because {error.message}")
        except KeyboardInterrupt:
            stats = Stats(**{**regex.stats, "interrupted": True})
            return replace(regex, stats=stats, reason="a regular expression: interrupted before a grammar was found")
        chosen = choose(regex, grammar, self._problem, self._objective)
        both = f"{regex.stats['searcher']} and {grammar.stats['searcher']}"
        return replace(chosen, stats=Stats(**{**grammar.stats, "searcher": both, "proved": False}))

    def _drive(
        self, searcher: Searcher[ObjectiveT], make: Callable[[str, Problem], ObjectiveT], budget: Budget, kind: str
    ) -> Result:
        archive, before = Archive(), self._candidates
        interrupted = False
        try:
            scored = make(self._objective, self._problem)
            for event in searcher.search(self._problem, scored, budget, random.Random(self._seed)):
                self._take(event, archive, before, budget)
                if budget.left <= 0 and archive.best:
                    break
        except KeyboardInterrupt:
            if archive.best is None:
                raise
            interrupted = True
        seconds = budget.elapsed
        # some searchers look for more than the least objective, so they name their own pick
        best = searcher.answer or archive.best
        if best is None:
            raise ConstraintError(
                "the search found nothing that satisfies the constraints", hint="relax them, or give it more time"
            )
        stats = Stats(
            seconds=seconds,
            candidates=self._candidates,
            candidates_per_second=self._candidates / seconds,
            searcher=searcher.name,
            seed=self._seed,
            interrupted=interrupted,
            proved=searcher.proved and not interrupted,
            questions=self._oracle.questions if self._oracle else 0,
        )
        return Result(best, archive.front, stats, kind, warnings=_warnings(self._oracle))

    def _take(self, event: Event, archive: Archive, before: int, budget: Budget) -> None:
        match event:
            case Improved(candidate):
                if archive.add(candidate) and self._record is not None:
                    self._record.improved(candidate, budget.elapsed)
            case Progress(candidates, stage):
                self._candidates = before + candidates
                event = Progress(self._candidates, stage)
        if self._on_event is not None:
            self._on_event(event)


def _warnings(oracle: Oracle | None) -> tuple[str, ...]:
    """What the user of an oracle should know of its answers."""
    found = []
    if oracle is not None and oracle.contradictions:
        count, first = len(oracle.contradictions), oracle.contradictions[0]
        found.append(f"the oracle contradicts {count} of the examples, which win; the first is {first!r}")
    if oracle is not None and oracle.unanswered:
        last = f", the last: {oracle.last_error}" if oracle.failures else ""
        found.append(
            f"the oracle left {oracle.unanswered} of {oracle.questions} questions unanswered"
            f" ({oracle.failures} failures{last})"
        )
    return tuple(found)
