"""A space: the trees of one kind of language, for one problem, and all that a searcher must know of them.

The searchers work in any space, and nothing else asks which kind of language it has. A third kind is one more module
beside `regexes` and `grammars`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.expression import Expression
from dsl.grammar import Grammar
from dsl.language import Language
from searchers.budget import Budget
from searchers.candidate import Candidate
from searchers.problem import Problem
from searchers.protocol import Searcher, State
from searchers.scoring.objective import Objective
from searchers.spaces.contenders import Contenders
from searchers.spaces.margin import Margin

if TYPE_CHECKING:
    from searchers.oracle import Oracle
    from searchers.policy.spelling import Spelling, Tokens

TreeT = TypeVar("TreeT", bound=Expression | Grammar)


@dataclass(frozen=True)
class Sampling:
    """How many distinct examples a search looks at."""

    first: int  # of many
    whole: int  # that are searched without sampling
    joining: int  # examples outside the best language join the few when nothing improves: about so many,
    sparing: bool = False  # or at most so many, and otherwise fewer than twice as many

    def joiners(self, outside: Sequence[str]) -> Sequence[str]:
        """Some of the examples outside, evenly chosen."""
        return outside[:: max(1, len(outside) // self.joining + self.sparing)]


class Paces(NamedTuple):
    """How the searchers of a portfolio take turns; a round is as long as an epoch of evolution."""

    patience: int  # steps of the beam in vain until it pauses
    beam: int  # steps of the beam in a round
    policy: int  # steps of the policy in a round


class Work(NamedTuple):
    """A share of a beam's work: the steps that it counts as, and what it finds."""

    steps: int
    found: Iterator[Candidate[Any]]
    is_elsewhere: bool  # whether it goes on in a pool until it is waited for


class Frontier(Protocol[TreeT]):
    """The best trees met so far, and what is not yet known of those around them."""

    scored: int

    @property
    def best(self) -> Candidate[Any] | None:
        """The best of all, the first of equals."""

    @property
    def trees(self) -> list[TreeT]:
        """Those that are kept, the best first."""

    def admit(self, tree: TreeT) -> Iterator[Candidate[Any]]:
        """Score a tree from elsewhere; nothing where it may not be an answer, or was met."""

    def begin(self) -> Work | None:
        """Begin to look around some of the trees; None when nothing is left to look at."""

    def state(self) -> State:
        """All of this."""

    def restore(self, state: State) -> None:
        """Be where `state` was taken."""


class Space(ABC, Generic[TreeT]):
    """Trees of one kind for one problem: how they are written, where they begin, what they cost, what lies around them.

    A space travels to other processes as its problem and its objective; what it remembers stays behind.
    What is said here of a method holds for all spaces.
    """

    language: ClassVar[type[Language]]
    beam: ClassVar[str]  # the name of a beam search in records
    sampling: ClassVar[Sampling]  # of a beam
    rolled: ClassVar[int]  # distinct examples that the samples of a policy are scored on
    rollouts: ClassVar[int]  # samples of a policy in a part of a step
    recursive: ClassVar[bool]  # whether trees refer to rules

    def __init__(self, problem: Problem, objective: Any) -> None:  # noqa: ANN401 (an Objective of the kind)
        self.problem = problem
        self.objective: Objective[Any] = objective
        self.scored = 0  # candidates so far

    def __reduce__(self) -> tuple[type[Self], tuple[Problem, Objective[Any]]]:
        return type(self), (self.problem, self.objective)

    def over(self, problem: Problem) -> Self:
        """The same for other examples, judged alike."""
        return self if problem is self.problem else type(self)(problem, self.objective.on(problem))

    def anew(self) -> Self:
        """The same, which remembers nothing yet."""
        return type(self)(self.problem, self.objective)

    def grown(self, texts: Iterable[str], best: Any) -> Self:  # noqa: ANN401 (a language of the kind)
        """The same with more examples; `best` is the best language without them."""
        return self.over(self.problem.with_positives(texts))

    # ---------------------------------------------------------------------------------------------- trees

    @staticmethod
    @abstractmethod
    def tree(language: Any) -> TreeT:  # noqa: ANN401 (of the kind)
        """The tree of a language."""

    @staticmethod
    @abstractmethod
    def whole(tree: TreeT) -> Language:
        """The language of a tree."""

    @staticmethod
    @abstractmethod
    def of(rules: Mapping[str, Expression]) -> TreeT | None:
        """The tree that is written with some expressions; None when one of them cannot produce any string."""

    @staticmethod
    @abstractmethod
    def key(tree: TreeT) -> Hashable:
        """Equal only for trees of one language."""

    # ------------------------------------------------------------------------------------ beginning, and worth

    @abstractmethod
    def fallbacks(self) -> list[TreeT]:
        """Trees that cost nothing to find."""

    @abstractmethod
    def starts(self, budget: Budget, rng: random.Random, warm_start: bool) -> Iterator[TreeT]:
        """Trees to begin with, fallbacks among them, the first of them at once."""

    @abstractmethod
    def more_starts(self, budget: Budget, rng: random.Random, warm_start: bool) -> Iterator[TreeT]:
        """More trees, for a population that has room for them."""

    @abstractmethod
    def score(self, tree: TreeT) -> Candidate[Any] | None:
        """The candidate of a tree, written as simply as may be; None for what cannot be an answer."""

    # -------------------------------------------------------------------------------------------- portfolio

    @property
    @abstractmethod
    def margin(self) -> Margin:
        """By how much an answer from search must be better than what was read off the examples."""

    @property
    def settle(self) -> Callable[[Candidate[Any], Contenders], Candidate[Any]] | None:
        """What makes the answer of a portfolio's pick and of all that was met; None where the pick is it."""
        return None

    @staticmethod
    @abstractmethod
    def paces(effort: int) -> Paces:
        """How searchers take turns."""

    def prover(self) -> Searcher[Any] | None:
        """Who finds, and proves, the least answer, where the examples determine one."""
        return None

    @staticmethod
    def reader(oracle: Oracle | None, regular: Callable[[], Searcher[Any]]) -> Searcher[Any] | None:
        """Who reads the examples before anyone searches, if not the beam; `regular` makes a searcher for regexes."""
        return None

    # ------------------------------------------------------------------------------------------------ beam

    @abstractmethod
    def frontier(self, budget: Budget) -> Frontier[TreeT]:
        """An empty beam, whose width grows with the budget's effort."""

    @abstractmethod
    def starts_again(
        self, kept: Sequence[TreeT], budget: Budget, rng: random.Random, warm_start: bool
    ) -> Iterable[TreeT]:
        """Where a beam begins with more examples, when it kept some trees before."""

    def reread(self, candidates: Sequence[Candidate[Any]], budget: Budget) -> Sequence[TreeT]:
        """Better trees than the best, of which one part is read anew off the examples, when nothing else is left."""
        return ()

    @abstractmethod
    def earlier(self, state: State) -> State:
        """The state of a beam as it is written now, of one that may have been written by earlier versions."""

    # ------------------------------------------------------------------------------------------- evolution

    @abstractmethod
    def mate(self, one: TreeT, other: TreeT, rng: random.Random) -> tuple[TreeT, TreeT]:
        """The two trees with parts of them swapped."""

    @abstractmethod
    def mutate(self, tree: TreeT, rng: random.Random) -> TreeT:
        """The tree with a random edit."""

    @abstractmethod
    def develop(self, trees: Sequence[TreeT], cutoff: float, budget: Budget, rng: random.Random) -> list[list[TreeT]]:
        """For each tree some of the best of those around it, and perhaps itself, all new and below the cutoff."""

    @abstractmethod
    def state(self) -> State:
        """What `develop` remembers."""

    @abstractmethod
    def restore(self, state: State) -> None:
        """Remember it again."""

    # ---------------------------------------------------------------------------------------------- policy

    @abstractmethod
    def guides(self, budget: Budget, rng: random.Random) -> Iterator[TreeT]:
        """Warm starts that a policy is trained on."""

    @abstractmethod
    def totals(
        self, sequences: Sequence[Tokens], spelling: Spelling, cutoff: float, budget: Budget
    ) -> NDArray[np.float64] | None:
        """Totals of sequences, infinite above `cutoff` and for what is no tree; None when the time was up before."""
