"""A beam of regular expressions: all neighbours of several are generated and scored by compiled code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any

import numpy as np

from dsl.expressions.expression import Expression
from dsl.regex import Regex
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import BEAM_EXPANSIONS, BEAM_WIDTH
from searchers.problem import Problem
from searchers.protocol import State
from searchers.scoring.regexes import RegexObjective
from searchers.spaces.beams.expansion import Expander, Find, Known, Place, expand
from searchers.spaces.beams.ranks import Ranks
from searchers.spaces.beams.tried import Tried
from searchers.spaces.space import Work


class RegexFrontier:
    """The beam of one search, and everything it has met."""

    def __init__(self, problem: Problem, objective: RegexObjective, budget: Budget) -> None:
        self.objective = objective
        self.budget = budget
        self.ranks = Ranks(BEAM_WIDTH[budget.effort])
        self.expander = Expander(problem, objective, self.ranks.width, budget.workers)
        self.neighbourhood = self.expander.neighbourhood
        self.best: Candidate[Regex] | None = None
        self.kept: dict[str, Expression] = {}  # those of the beam, by notation
        self.expanded: set[str] = set()
        self.met: set[int] = set()
        self.tried = Tried()
        self.scored = 0

    @property
    def trees(self) -> list[Expression]:
        """The expressions of the beam, the best first."""
        return [self.kept[notation] for _, _, notation in self.ranks.best]

    def admit(self, tree: Expression) -> Iterator[Candidate[Regex]]:
        """Judge an expression from elsewhere, and let it stay if it belongs into the beam."""
        return self._merge(self.expander.judge([tree], self._known(), self.budget))

    def begin(self) -> Work | None:
        """Expand the best of the beam that were not yet, with much effort several at once."""
        places = self._places()
        if not places:
            return None
        begun = self.budget.pool.run(expand, (self.expander, self._known()), places, self.budget)
        return Work(len(places), self._expanded(begun), is_elsewhere=True)

    def _places(self) -> list[Place]:
        steps = inf if self.budget.steps is None else self.budget.steps - self.budget.taken
        following = [rank for rank in self.ranks.best if rank[-1] not in self.expanded]
        following = following[: int(min(BEAM_EXPANSIONS[self.budget.effort], steps))]
        self.expanded.update(notation for _, _, notation in following)
        self.kept = {notation: self.kept[notation] for _, _, notation in self.ranks.best}
        return [
            Place(self.neighbourhood.encode(self.kept[notation]), objective) for objective, _, notation in following
        ]

    def _expanded(self, begun: Iterable[Any]) -> Iterator[Candidate[Regex]]:
        for expanded in begun:
            self.scored += expanded.scored
            self.tried = self.tried.joined(expanded.tried.digests, expanded.tried.bits)
            yield from self._merge(expanded.finds)

    def _known(self) -> Known:
        return Known(self.neighbourhood.classes.sets, self.met, self.ranks.copy(), self.tried)

    def _merge(self, finds: Iterable[Find]) -> Iterator[Candidate[Regex]]:
        """Take what was found; the same may have been found elsewhere meanwhile, or better."""
        for find in finds:
            if find.mark in self.met:
                continue
            self.met.add(find.mark)
            self.scored += find.is_scored
            if find.candidate is not None and self.ranks.takes(find.candidate):
                self._keep(find.candidate)
                yield find.candidate

    def _keep(self, candidate: Candidate[Regex]) -> None:
        self.ranks.admit(candidate)
        self.kept[candidate.pattern] = candidate.language.expression
        if self.best is None or candidate.objective < self.best.objective:
            self.best = candidate

    def state(self) -> State:
        """The beam, what was met, and the vocabulary of edits, which grows with every candidate."""
        return State(
            {
                "best": None if self.best is None else self.best.pattern,
                "beam": [(notation, notation in self.expanded) for _, _, notation in self.ranks.best],
                "met": sorted(self.met),
                "least": sorted(self.ranks.least.items()),
                "scored": self.scored,
                "classes": self.neighbourhood.classes_to_json(),
            },
            {"edits": self.tried.digests, "bits": self.tried.bits},
        )

    def restore(self, state: State) -> None:
        """Be where `state` was taken."""
        values = state.values
        for notation, expanded in values["beam"]:
            self._keep(self.objective.score(Regex.parse(notation)))
            if expanded:
                self.expanded.add(notation)
        if values.get("best") is not None:
            self.best = self.objective.score(Regex.parse(values["best"]))
        self.ranks.least = dict(values["least"])
        self.met.update(values["met"])
        self.scored = values["scored"]
        self.neighbourhood.restore_classes(values["classes"])
        if "edits" in state.arrays:  # of late
            self.tried = Tried(state.arrays["edits"].astype(np.uint64), state.arrays["bits"].astype(np.float64))
