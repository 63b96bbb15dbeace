"""The smallest automata that agree with labelled strings, by exhaustive search: exact, for a few states.

After Biermann and Feldman 1972 and Heule and Verwer 2010: every node of the prefix tree gets a state as its colour.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, TypeAlias

from dsl.automata.dfa import DFA
from searchers.budget import Budget
from searchers.structure.merging.labelled_tree import LabelledTree, minimal_automaton

MAX_STATES: Final = 8
MAX_ARCS: Final = 400  # of an automaton; the search goes so deep
MAX_WORK: Final = 3_000_000  # nodes coloured and arcs looked at, about a second
MAX_SOLUTIONS: Final = 30
SINK: Final = -1

_Arc: TypeAlias = tuple[int, str]


def smallest_automata(tree: LabelledTree, budget: Budget) -> list[DFA]:
    """The minimal DFAs with the fewest states that agree with the tree; none beyond MAX_STATES or MAX_ARCS."""
    work = 0
    most = min(MAX_STATES, MAX_ARCS // max(len(tree.alphabet), 1))
    for states in range(1, most + 1):
        search = _Colouring(tree, states, MAX_WORK - work, budget)
        found = []
        for automaton in search.solutions():
            found.append(automaton)
            if len(found) == MAX_SOLUTIONS:
                break
        work += search.work
        if found or search.given_up:
            return found
    return []


class _Colouring:
    """A partial automaton, and the nodes of the tree that wait at arcs whose target is not chosen yet."""

    def __init__(self, tree: LabelledTree, states: int, most: int, budget: Budget) -> None:
        self.work = 0
        self._tree, self._hopeful = tree, tree.hopeful()
        self._states, self._most, self._budget = states, most, budget
        self._targets: dict[_Arc, int] = {}
        self._waiting: defaultdict[_Arc, list[int]] = defaultdict(list)
        self._accepting: dict[int, bool] = {}  # only where a label says so
        self._trail: list[_Arc | int] = []  # what to take back: a node that waits there, or what a state accepts
        self._fits = self._colour([(0, 0)])

    @property
    def given_up(self) -> bool:
        """Whether the search has ended before its end."""
        return self.work > self._most or self._budget.spent

    def solutions(self, used: int = 1) -> Iterator[DFA]:
        """All automata with at most so many states, each once: a state is new only if it is the next one."""
        if not self._fits or self.given_up:
            return
        self.work += len(self._waiting)
        arc = max(self._waiting.keys() - self._targets.keys(), key=self._urgency, default=None)
        if arc is None:
            yield self._automaton()
            return
        waiting = self._waiting[arc]
        for target in range(SINK, min(used + 1, self._states)):
            mark = len(self._trail)
            self._targets[arc] = target
            if self._colour([(node, target) for node in waiting]):
                yield from self.solutions(max(used, target + 1))
            self._take_back(mark)
            del self._targets[arc]

    def _urgency(self, arc: _Arc) -> tuple[int, int, int, str]:
        """What most positives wait for is decided first: it cannot go to the sink, and fails soonest."""
        waiting = self._waiting[arc]
        return sum(self._hopeful[node] for node in waiting), len(waiting), -arc[0], arc[1]

    def _colour(self, pending: list[tuple[int, int]]) -> bool:
        """Give nodes their states, and all nodes below as far as the arcs lead; False on a contradiction."""
        while pending:
            node, state = pending.pop()
            self.work += 1
            if state == SINK:
                if self._hopeful[node]:
                    return False
                continue
            if node in self._tree.labels:
                if state not in self._accepting:
                    self._accepting[state] = self._tree.labels[node]
                    self._trail.append(state)
                elif self._accepting[state] != self._tree.labels[node]:
                    return False
            for character, child in self._tree.children[node].items():
                arc = state, character
                if arc in self._targets:
                    pending.append((child, self._targets[arc]))
                else:
                    self._waiting[arc].append(child)
                    self._trail.append(arc)
        return True

    def _take_back(self, mark: int) -> None:
        while len(self._trail) > mark:
            last = self._trail.pop()
            if isinstance(last, int):
                del self._accepting[last]
                continue
            self._waiting[last].pop()
            if not self._waiting[last]:
                del self._waiting[last]

    def _automaton(self) -> DFA:
        arcs: list[dict[str, int]] = [{} for _ in range(self._states)]
        for (state, character), target in self._targets.items():
            if target != SINK:
                arcs[state][character] = target
        return minimal_automaton(
            arcs, [state for state, accepts in self._accepting.items() if accepts], self._tree.alphabet
        )
