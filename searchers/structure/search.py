"""Grammars of nested examples: learned from an oracle, even linear, of merged states, or of candidate structures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from operator import itemgetter
from typing import Final

from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.language import START
from searchers.active.grammar_learning import GrammarLearning
from searchers.archive import Archive
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import STRUCTURE_EFFORT
from searchers.oracle import Oracle
from searchers.problem import Problem
from searchers.protocol import Event, Improved, Searcher, State, Step
from searchers.scoring.flat_grammars import is_for_charts
from searchers.scoring.objective import Objective
from searchers.scoring.parameters import by_hand
from searchers.scoring.prices import MARGINS
from searchers.scoring.regexes import DescriptionLength, RegexObjective
from searchers.starts.fallbacks import anything
from searchers.structure.candidates import is_structured
from searchers.structure.chunking.reading import readings
from searchers.structure.chunking.search import shortest
from searchers.structure.even_linear import bits_saved, even_linear_grammars
from searchers.structure.merging.state_merging import merged_states
from searchers.structure.narrowing.places import narrowed
from searchers.structure.parts import Fitter
from searchers.structure.ranking import Ranking
from searchers.structure.refinement import Refinement

MAX_REGULAR: Final = 60.0  # seconds for a regular language of the examples, far more than it takes
REGULAR_SHARE: Final = 0.2
POSITIVES_FIRST: Final = 20.0  # seconds below which the time is too short for two searches (RESULTS.md, Grammars)
POSITIVES_SHARE: Final = 0.4  # of the time that is left
CHUNKED_SHARE: Final = 0.3  # of the time that is left
MAX_CHUNKED: Final = 200  # symbols of productions: more say little but what the examples are
SEARCHED_SHARE: Final = 0.9  # of the time that is left; the best are narrowed then
NARROWED: Final = 3


class Nested:
    """Tries several structures and refines the best, all in one step; `regexes` searches for a regular language."""

    name = "nested"
    proved = False

    def __init__(self, regexes: Searcher[RegexObjective], oracle: Oracle | None = None) -> None:
        self.oracle = oracle
        self._regexes = regexes
        self._ranking: Ranking | None = None

    @property
    def answer(self) -> Candidate[Grammar] | None:
        """The grammar of the least rank."""
        return self._ranking.best[1] if self._ranking is not None and self._ranking.found else None

    def search(
        self, problem: Problem, objective: Objective[Grammar], budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        """Grammars, better and better."""
        ranking = self._ranking = Ranking(problem, objective)
        yield from self._search(ranking, budget, rng)
        if budget.left > 0:
            budget.step()
            rank, candidate = ranking.best
            yield Step(lambda: State({"rank": rank, "answer": candidate.pattern}))

    def resume(
        self, problem: Problem, objective: Objective[Grammar], budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        """Know the answer again; there is nothing more to find."""
        self._ranking = Ranking(problem, objective)
        self._ranking.found = [(state.values["rank"], objective.score(Grammar.parse(state.values["answer"])))]
        return iter(())

    def _search(self, ranking: Ranking, budget: Budget, rng: random.Random) -> Iterator[Event]:
        problem = ranking.problem
        for grammar in [Grammar({START: anything(problem.positives)}), *problem.grammars]:
            yield from ranking.offer(grammar)
        if not is_for_charts(problem):
            yield from self._regular(ranking, budget, rng)
            return
        structured = is_structured(problem)
        learning = (
            GrammarLearning(self.oracle, ranking, budget, rng) if self.oracle is not None and structured else None
        )
        if learning is not None and (yield from learning.learn()):
            return
        if structured and learning is None and problem.negatives and budget.left >= POSITIVES_FIRST:
            yield from self._without_negatives(ranking, _share(budget, POSITIVES_SHARE), rng)
        yield from self._regular(ranking, budget, rng)
        yield from self._linear(ranking, budget)
        if structured:
            yield from self._chunked(ranking, _share(budget, CHUNKED_SHARE))
            yield from Refinement(ranking, _share(budget, SEARCHED_SHARE)).run()
        if learning is not None:
            yield from learning.reconsider()
        else:
            yield from self._narrowed(ranking)

    def _without_negatives(self, ranking: Ranking, budget: Budget, rng: random.Random) -> Iterator[Event]:
        """What the positives alone say: a search that avoids all negatives often writes down the examples instead."""
        problem = replace(ranking.problem, negatives=())
        alone = Ranking(problem, ranking.objective.on(problem))
        for event in self._search(alone, budget, rng):
            if isinstance(event, Improved):
                yield from ranking.offer(event.candidate.language)
            else:
                yield event

    def _narrowed(self, ranking: Ranking) -> Iterator[Event]:
        """The best as narrow as the examples make sure, which is what is meant though it takes more bits."""
        problem = ranking.problem
        for rank, candidate in sorted(ranking.found, key=itemgetter(0))[:NARROWED]:
            grammar = narrowed(candidate.language, problem.positives, problem.weights)
            if grammar is not None:  # what was shared and now stands alone may be narrower
                grammar = narrowed(grammar, problem.positives, problem.weights) or grammar
            yield from ranking.offer(grammar, most=rank - MARGINS.template)

    def _regular(self, ranking: Ranking, budget: Budget, rng: random.Random) -> Iterator[Event]:
        """A regular language must come back as one: the regex search's answer, as a grammar of one rule."""
        problem, found = ranking.problem, Archive()
        share = replace(budget, seconds=budget.elapsed + _regular_seconds(budget))
        for event in self._regexes.search(problem, DescriptionLength(problem, by_hand()), share, rng):
            if isinstance(event, Improved):
                found.add(event.candidate)
        best = self._regexes.answer or found.best
        if best is not None:
            yield from ranking.offer(Grammar(best.language.rules))

    def _chunked(self, ranking: Ranking, budget: Budget) -> Iterator[Event]:
        """Chunks of tokens that come again as rules, and rules that stand alike as one."""
        fitter = Fitter(budget, STRUCTURE_EFFORT[budget.effort])
        for reading in readings(ranking.problem):
            found = shortest(reading.productions, reading.is_whole, budget)
            if found.size <= MAX_CHUNKED:
                grammar, opened = (reading.grammar(each, fitter.strict) for each in (found, found.opened()))
                rank = yield from ranking.offer(grammar)
                total = ranking.objective.total
                if opened != grammar and total(opened) <= total(grammar) + MARGINS.chain:
                    yield from ranking.offer(opened, most=rank - MARGINS.template)
            if budget.spent:
                return

    def _linear(self, ranking: Ranking, budget: Budget) -> Iterator[Event]:
        """Even linear languages, and automata of merged states."""
        positives, negatives = ranking.problem.positives, ranking.problem.negatives
        with suppress(LimitError):  # automata too large to be written
            for grammar in even_linear_grammars(positives):
                # not by the objective, which discounts which character it is that stands opposite
                yield from ranking.offer(grammar, most=ranking.found[0][0] - bits_saved(positives))
            for grammar in merged_states(positives, negatives, Budget(_regular_seconds(budget))):
                yield from ranking.offer(grammar)


def _share(budget: Budget, share: float) -> Budget:
    """A share of the time that is left."""
    return budget if budget.seconds is None else replace(budget, seconds=budget.elapsed + share * budget.left)


def _regular_seconds(budget: Budget) -> float:
    return min(MAX_REGULAR, REGULAR_SHARE * budget.left)
