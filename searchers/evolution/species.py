"""What evolution has to know of the kind of thing that evolves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from deap import base

from searchers.candidate import Candidate
from searchers.evolution.individual import TreeT
from searchers.protocol import State


class Species(Protocol[TreeT]):
    """Trees of one kind for one problem: where they come from, what they cost, what lies around them."""

    scored: int
    toolbox: base.Toolbox

    def starts(self, warm_start: bool) -> Iterator[TreeT]:
        """Trees to begin with, the first of them at once."""
        ...

    def score(self, tree: TreeT) -> Candidate[Any] | None:
        """The candidate of a tree, written as simply as may be; None for what cannot be an answer."""
        ...

    def develop(self, trees: Sequence[TreeT], cutoffs: Sequence[float]) -> list[list[TreeT]]:
        """For each tree some of the best of those around it, and perhaps itself, all new and below its cutoff."""
        ...

    def written(self, tree: TreeT) -> str:
        """The notation, which `read` reads."""
        ...

    def read(self, notation: str) -> TreeT:
        """The tree that was written."""
        ...

    def state(self) -> State:
        """What `develop` remembers."""
        ...

    def restore(self, state: State) -> None:
        """Remember it again."""
        ...
