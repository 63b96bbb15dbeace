"""A searcher and an objective small enough to be predictable: what surrounds a search is tested without one."""

import random
import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from dsl.expressions.expression import literal, union
from dsl.grammar import Grammar
from dsl.regex import Regex
from searchers.budget import Budget
from searchers.candidate import Candidate, Score
from searchers.oracle import Oracle
from searchers.problem import Problem
from searchers.protocol import Event, Improved, Progress, State, Step
from searchers.scoring.objective import Objective

PATTERNS = (".", "[a-z]+[0-9]+", "[a-z]{1,3}[0-9]{1,2}")
GRAMMARS = ("start: /[()]/*", 'start: ("(" start ")")*')


class StubObjective(Objective[Regex]):
    """Ten for each edit, one for each character of the pattern."""

    name = "stub"

    def score(self, language: Regex) -> Candidate[Regex]:
        counted = zip(self.problem.positives, self.problem.weights, strict=True)
        distances = sorted(distance for text, weight in counted for distance in [language.distance(text)] * weight)
        terms = {"edits": 10.0 * sum(distances), "pattern": float(len(language.pattern))}
        rejected = sum(not language.accepts(text) for text in self.problem.negatives)
        median = distances[(len(distances) - 1) // 2]
        return Candidate(language, Score(sum(terms.values()), terms, median, distances.count(0), rejected))


STUB_OBJECTIVES = {"mdl": StubObjective, "median": StubObjective}


class StubSearcher:
    """Offers the union of the examples, then PATTERNS, each in a step, with a pause before."""

    name = "stub"
    proved = False
    answer = None
    pause = 0.0

    def search(
        self, problem: Problem, objective: Objective[Regex], budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        yield Improved(objective.score(Regex(union(*map(literal, problem.positives)))))
        yield from self._steps(0, problem, objective, budget)

    def resume(
        self, problem: Problem, objective: Objective[Regex], budget: Budget, rng: random.Random, state: State
    ) -> Iterator[Event]:
        yield from self._steps(state.values["done"], problem, objective, budget)

    def _steps(self, done: int, problem: Problem, objective: Objective[Regex], budget: Budget) -> Iterator[Event]:
        for index, pattern in enumerate(PATTERNS[done:], done + 1):
            time.sleep(self.pause)
            if budget.spent:
                return
            budget.step()
            yield Progress(100 * index, "stubbing")
            yield Improved(objective.score(Regex.parse(pattern)))
            yield Step(partial(State, {"done": index}, {"squares": np.arange(index) ** 2}))
        self.proved = problem.total == 1


class StubGrammarSearcher:
    """Offers the union of the examples, then GRAMMARS, each after a question, with a pause before."""

    name = "grammar stub"
    proved = False
    answer = None
    pause = 0.0

    def __init__(self, oracle: Oracle | None = None) -> None:
        self.oracle = oracle

    def search(
        self, problem: Problem, objective: Objective[Grammar], budget: Budget, rng: random.Random
    ) -> Iterator[Event]:
        yield Improved(objective.score(Grammar({"start": union(*map(literal, problem.positives))})))
        for index, text in enumerate(GRAMMARS, 1):
            time.sleep(self.pause)
            if budget.spent:
                return
            budget.step()
            if self.oracle is not None:
                self.oracle("(" * index)
            yield Progress(10 * index, "stubbing")
            yield Improved(objective.score(Grammar.parse(text)))


def main(pause: float) -> None:
    """The command line on top of the stub, for tests that need a process."""
    from searchers.registry import SEARCHERS
    from searchers.scoring import regexes
    from synth.cli import main

    StubSearcher.pause = StubGrammarSearcher.pause = pause
    regexes.OBJECTIVES = STUB_OBJECTIVES
    SEARCHERS["regex"]["auto"] = (__name__, "StubSearcher")
    SEARCHERS["cfg"]["auto"] = (__name__, "StubGrammarSearcher")
    main()
