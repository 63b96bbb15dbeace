"""Regular expressions as rivals: compiled code scores all edits of one, automata tell two apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.automata.dfa import DFA
from dsl.errors import LimitError
from dsl.expressions.programs import ClassTable, decode, encode
from dsl.language import Language
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.questions.rivals import Rival, Rivals
from searchers.scoring.regexes import RegexObjective
from searchers.spaces.neighbourhood import Neighbourhood
from searchers.starts.fallbacks import is_admissible

SCORED: Final = 400_000  # characters of examples times edits: some tenths of a second
KEPT: Final = 150  # of the edits of one expression, the cheapest
MAX_STATES: Final = 200  # of an automaton that is compared with another


class RegexRivals(Rivals):
    """Regular expressions that describe the examples of one problem."""

    def __init__(self, problem: Problem, objective: RegexObjective) -> None:
        few = problem.sample(MOST_EXAMPLES)
        self._share = problem.total / few.total
        self.problem = few
        self.objective = objective.on(few)
        self._neighbourhood = Neighbourhood(few)

    def scored(self, language: Regex) -> Rival | None:
        with suppress(LimitError):
            return Rival(language, self.objective.score(language).objective * self._share)
        return None

    def near(self, rival: Rival, cutoff: float) -> list[Rival]:
        program = self._neighbourhood.encode(rival.language.expression)
        programs, classes = self._neighbourhood.of(program), self._neighbourhood.classes
        width = max(1, SCORED // (1 + sum(map(len, self.problem.positives))))
        programs = programs.block(0, min(programs.count, width))
        totals = self.objective.totals(programs, classes, cutoff / self._share) * self._share
        best = np.argsort(totals, kind="stable")[:KEPT]
        found = []
        for place in best[totals[best] <= cutoff].tolist():
            expression = decode(programs.program(place), classes)
            if is_admissible(expression, self.problem):
                found.append(Rival(Regex(expression), float(totals[place])))
        return found

    def accepted(self, rivals: Sequence[Rival], texts: Sequence[str]) -> NDArray[np.bool_]:
        from dsl.automata.distance import distance_table
        from dsl.kernels.batch import Batch
        from dsl.kernels.packing import pack

        classes = ClassTable()
        programs = pack([encode(rival.language.expression, classes) for rival in rivals])
        batch = Batch(texts, classes)
        table: NDArray[np.bool_] = distance_table(programs, batch, 0)[:, batch.inverse] == 0
        return table

    def differences(self, one: Language, other: Language) -> Iterator[str]:
        with suppress(LimitError):
            left, right = (DFA.from_expression(each.rules["start"], max_states=MAX_STATES) for each in (one, other))
            for difference in (left - right, right - left):
                text = difference.shortest()
                if text is not None:
                    yield text


MOST_EXAMPLES: Final = 60  # that an edit is scored on
