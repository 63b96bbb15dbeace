"""Regular expressions as a space: compiled code scores hundreds of them, and all single edits of one, in one call."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from dsl.charset import CharSet
from dsl.expressions.edits import crossover, draw_expression, mutate
from dsl.expressions.expression import EPSILON, Expression
from dsl.expressions.programs import ClassTable, Program, decode, encode
from dsl.kernels.compilation.background import compile_meanwhile
from dsl.kernels.packing import Programs, pack
from dsl.language import START
from dsl.regex import Regex
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.effort import BEAM_PACE, LEVELS
from searchers.problem import Problem
from searchers.protocol import Searcher, State
from searchers.scoring.parallel import BLOCK, Scoring
from searchers.scoring.prices import MARGINS
from searchers.scoring.regexes import RegexObjective
from searchers.spaces.beams.regexes import RegexFrontier
from searchers.spaces.contenders import Contenders
from searchers.spaces.edits import cheapest_edits
from searchers.spaces.languages import language_key
from searchers.spaces.margin import Margin
from searchers.spaces.neighbourhood import Neighbourhood
from searchers.spaces.outliers import settled
from searchers.spaces.risk import least_risk
from searchers.spaces.seen import Seen
from searchers.spaces.space import Paces, Sampling, Space
from searchers.starts.fallbacks import fallbacks, is_admissible
from searchers.starts.known_numbers import with_known_numbers
from searchers.starts.rereading import Rereading
from searchers.starts.simplification import without_redundant_alternatives
from searchers.starts.warm_starts import warm_starts, with_loops

if TYPE_CHECKING:
    from searchers.policy.spelling import Spelling, Tokens

MAX_SIZE: Final = 60  # nodes that the random operators make
DRAWN: Final = 20  # random expressions to begin with
DRAWN_LEAVES: Final = 5
LOOKED_AT: Final = 10  # best neighbours of a child, which compete for becoming individuals
CHOSEN: Final = 2  # of them, the best and the winners of tournaments
TOURNAMENT: Final = 3
MAX_TOKENS: Final = 100_000  # of the neighbours of a child that are looked at
MAX_CLASSES: Final = 500  # beyond that the vocabulary begins anew
MAX_ALPHABET: Final = 3  # of the exact search; beyond, classes that people write tell more than the least size
EXPANSIONS: Final = 10_000  # of the beam in vain until it pauses: more than there are
REREAD: Final = 5  # expressions with a part read anew that go into the beam
FEW: Final = 14  # examples at most, of which the answer is chosen by the least risk
SHORT: Final = 1_000  # characters of them at most
FAR: Final = 20.0  # bits: what takes so much more than the answer is unlikely
EDITED: Final = 4  # likely patterns whose edits are likely, too
EDITS: Final = 80
MARGIN: Final = Margin(bits=MARGINS.regex, agreeing=MARGINS.agreeing_regex)


class Regexes(Space[Expression]):
    """Expressions for one problem."""

    language = Regex
    beam = "beam"
    sampling = Sampling(first=150, whole=390, joining=40)
    rolled = 150
    rollouts = 128
    recursive = False
    objective: RegexObjective

    def __init__(self, problem: Problem, objective: RegexObjective) -> None:
        super().__init__(problem, objective)
        self._seen = Seen()
        self._scoring: Scoring | None = None
        self._rereading: Rereading | None = None

    @cached_property
    def neighbourhood(self) -> Neighbourhood:
        """What lies around an expression; its vocabulary grows with the expressions that are met."""
        return Neighbourhood(self.problem)

    def grown(self, texts: Iterable[str], best: Regex) -> Self:
        """The same with more examples, the best expression without them as a guess."""
        larger = self.problem.with_positives(texts)
        return self.over(replace(larger, guesses=(*larger.guesses, best.expression)))

    @staticmethod
    def tree(language: Regex) -> Expression:
        return language.expression

    @staticmethod
    def whole(tree: Expression) -> Regex:
        return Regex(tree)

    @staticmethod
    def of(rules: Mapping[str, Expression]) -> Expression:
        return rules[START]

    @staticmethod
    def key(tree: Expression) -> Hashable:
        """Equal for equal languages, unless their automata are large."""
        return language_key(tree)

    def fallbacks(self) -> list[Expression]:
        return fallbacks(self.problem)

    def starts(self, budget: Budget, rng: random.Random, warm_start: bool) -> Iterator[Expression]:
        """What costs nothing to find, then the warm starts."""
        compile_meanwhile()
        yield from self.fallbacks()
        yield from self.guides(budget, rng) if warm_start else [EPSILON]

    def more_starts(self, budget: Budget, rng: random.Random, warm_start: bool) -> Iterator[Expression]:
        """Random expressions over the characters of the examples, in place of warm starts."""
        for _ in range(DRAWN if self._sets and not warm_start else 0):
            yield draw_expression(rng, self._sets, rng.randint(1, DRAWN_LEAVES))

    def score(self, tree: Expression) -> Candidate[Regex] | None:
        """The candidate, without alternatives that others contain; None for what constraints or safety forbid."""
        tree = without_redundant_alternatives(tree)
        if not is_admissible(tree, self.problem):
            return None
        self.scored += 1
        return self.objective.score(Regex(tree))

    @property
    def margin(self) -> Margin:
        """Of description lengths; a median distance is believed as it is."""
        return MARGIN if self.objective.name == "mdl" else Margin()

    @property
    def settle(self) -> Callable[[Candidate[Regex], Contenders], Candidate[Regex]] | None:
        """Of description lengths; a median distance is believed as it is."""
        return self._settled if self.objective.name == "mdl" else None

    def _settled(self, pick: Candidate[Regex], contenders: Contenders) -> Candidate[Regex]:
        """By which examples are left out, of few examples by the least risk, and with the numbers that all know."""
        pick = self._of_few(settled(pick, contenders.rivals, self.problem), contenders)
        known = with_known_numbers(pick.language, self.problem.positives, self.problem.negatives)
        is_new = known != pick.language and is_admissible(known.expression, self.problem)
        return self.objective.score(known) if is_new else pick

    def _of_few(self, pick: Candidate[Regex], contenders: Contenders) -> Candidate[Regex]:
        """The pattern of the least risk, of few examples."""
        if self.problem.total > FEW or sum(map(len, self.problem.positives)) > SHORT:
            return pick
        bits = {one.language: one.objective for one in (pick, *contenders.near) if one.objective < pick.objective + FAR}
        around = Neighbourhood(self.problem)  # a new one: what was asked for before must not tell
        for tree in [self.tree(one) for one in sorted(bits, key=bits.__getitem__)[:EDITED]]:
            edits = cheapest_edits(tree, around, self.objective, EDITS, pick.objective + FAR)
            bits = {Regex(one): total for one, total in edits.items() if is_admissible(one, self.problem)} | bits
        chosen = least_risk(pick.language, bits, self.problem.positives)
        return pick if chosen == pick.language else self.objective.score(chosen)

    @staticmethod
    def paces(effort: int) -> Paces:
        """The beam pauses when nothing is left to look at."""
        return Paces(EXPANSIONS, BEAM_PACE[effort], 1)

    def prover(self) -> Searcher[Any] | None:
        """Negatives over a few characters determine a least expression."""
        problem = self.problem
        if not problem.negatives or len(set().union(*problem.positives, *problem.negatives)) > MAX_ALPHABET:
            return None
        from searchers.exact.enumeration import load_kernels
        from searchers.exact.search import Exact

        load_kernels()
        return Exact()

    def frontier(self, budget: Budget) -> RegexFrontier:
        compile_meanwhile()
        return RegexFrontier(self.problem, self.objective, budget)

    def starts_again(
        self, kept: Sequence[Expression], budget: Budget, rng: random.Random, warm_start: bool
    ) -> Iterator[Expression]:
        """What is read off the examples anew, the best expression so far being a guess."""
        return self.starts(budget, rng, warm_start)

    def reread(self, candidates: Sequence[Candidate[Regex]], budget: Budget) -> list[Expression]:
        """The few that cost least."""
        if self._rereading is None:
            texts = dict(zip(self.problem.positives, self.problem.weights, strict=True))
            self._rereading = Rereading(texts, _deepened(budget), budget)
        readings = chain.from_iterable(self._rereading.of(self.tree(one.language)) for one in candidates)
        found = [*dict.fromkeys(map(with_loops, readings))]
        if not found:
            return []
        cutoff = candidates[0].objective
        classes = ClassTable()
        totals = self.objective.totals(pack([encode(tree, classes) for tree in found]), classes, cutoff)
        self.scored += len(found)
        better = (found[place] for place in np.argsort(totals, kind="stable") if totals[place] < cutoff)
        return [*islice(filter(self._is_new, better), REREAD)]

    def _is_new(self, tree: Expression) -> bool:
        """Whether it may be an answer, and does not become another one when it is simplified."""
        return without_redundant_alternatives(tree) == tree and is_admissible(tree, self.problem)

    def earlier(self, state: State) -> State:
        """Whoever looked at all examples wrote the beam alone, and the best stood beside it."""
        values = state.values
        if "search" not in values:
            return State({"few": None, "number": 1, "scored": 0, "search": values})
        return State({**values, "search": {"best": values.get("best"), **values["search"]}}, state.arrays)

    def mate(self, one: Expression, other: Expression, rng: random.Random) -> tuple[Expression, Expression]:
        """Subtrees are swapped."""
        return crossover(one, other, rng, max_size=MAX_SIZE)

    def mutate(self, tree: Expression, rng: random.Random) -> Expression:
        """A subtree or a token is edited."""
        return mutate(tree, rng, self._sets, max_size=MAX_SIZE) if self._sets else tree

    @property
    def _sets(self) -> list[CharSet]:
        return [self.neighbourhood.classes.sets[number] for number in self.neighbourhood.symbols]

    def develop(
        self, trees: Sequence[Expression], cutoff: float, budget: Budget, rng: random.Random
    ) -> list[list[Expression]]:
        """All single edits of a tree are scored in one call."""
        if len(self.neighbourhood.classes) > MAX_CLASSES:
            self.neighbourhood, self._seen = Neighbourhood(self.problem), Seen()
        broods = []
        for tree in trees:  # all before the first is scored: the tables are made for all classes at once
            program = self.neighbourhood.encode(tree)
            around = _stretch(self.neighbourhood.of(program), rng)
            broods.append((program, self._seen.new(around.behind(program))))
        return [list(self._developed(program, brood, cutoff, budget, rng)) for program, brood in broods]

    def _developed(
        self, program: Program, brood: Programs, cutoff: float, budget: Budget, rng: random.Random
    ) -> Iterator[Expression]:
        if self._scoring is None:
            self._scoring = Scoring(self.problem, self.objective, budget.workers)
        before = self._scoring.scored
        totals = self._scoring.totals(brood, self.neighbourhood.classes, cutoff, budget, near=program)
        self.scored += self._scoring.scored - before
        best = np.argsort(totals, kind="stable")[:LOOKED_AT]
        for place in _chosen(int(np.isfinite(totals[best]).sum()), rng):
            yield decode(brood.program(best[place]), self.neighbourhood.classes)

    def state(self) -> State:
        """The vocabulary, which numbers the classes, and the digests of all programs met."""
        classes = self.neighbourhood.classes_to_json()
        return State({"classes": classes, "scored": self.scored}, {"seen": self._seen.digests})

    def restore(self, state: State) -> None:
        """Number the classes as they were."""
        self.neighbourhood.restore_classes(state.values["classes"])
        self._seen = Seen(state.arrays["seen"].astype(np.uint64))
        self.scored = state.values["scored"]

    def guides(self, budget: Budget, rng: random.Random) -> Iterator[Expression]:
        """Guesses of the user, and what is read off the examples."""
        return warm_starts(self.problem, budget, rng)

    def totals(
        self, sequences: Sequence[Tokens], spelling: Spelling, cutoff: float, budget: Budget
    ) -> NDArray[np.float64] | None:
        """Totals of sequences, infinite above `cutoff`; None when the time was up before all were scored."""
        programs = spelling.programs(sequences)
        width = 1 + BLOCK // (1 + sum(map(len, (*self.problem.positives, *self.problem.negatives))))
        found = [np.empty(0)]
        for start in range(0, programs.count, width):
            if budget.left <= 0:
                return None
            block = programs.block(start, start + width)
            found.append(self.objective.totals(block, spelling.table, cutoff))
        return np.concatenate(found)


def _stretch(programs: Programs, rng: random.Random) -> Programs:
    """All programs, or where they are long as many as there is room for from a random place on."""
    room = MAX_TOKENS * programs.count // max(1, len(programs.tokens))
    start = rng.randrange(programs.count - room + 1) if room < programs.count else 0
    return programs.block(start, start + room)


def _chosen(count: int, rng: random.Random) -> list[int]:
    """Places among `count` neighbours, best first: the first, and the winners of tournaments."""
    drawn = [min(rng.randrange(count) for _ in range(TOURNAMENT)) for _ in range(1, min(CHOSEN, count))]
    return sorted({*range(min(count, 1)), *drawn})


def _deepened(budget: Budget) -> int:
    """The effort; more where time is given, which else would be left."""
    return budget.effort if budget.seconds is None else min(budget.effort + 1, LEVELS[-1])
