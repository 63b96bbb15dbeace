"""What nodes of a graph lead to, and its strongly connected components (Tarjan 1972), without recursion."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeVar

NodeT = TypeVar("NodeT")


def reached(starts: Iterable[NodeT], onward: Callable[[NodeT], Iterable[NodeT]]) -> Iterator[NodeT]:
    """The nodes that steps `onward` lead to from `starts`, these first; each once, the nearest first."""
    pending = list(dict.fromkeys(starts))
    seen = set(pending)
    for node in pending:  # grows while it is walked
        yield node
        for other in onward(node):
            if other not in seen:
                seen.add(other)
                pending.append(other)


def cycles(arcs: Mapping[str, Collection[str]]) -> list[list[str]]:
    """The nodes that lead back to themselves, those that lead to each other together, in the order of `arcs`."""
    found = [group for group in _components(arcs) if len(group) > 1 or next(iter(group)) in arcs[next(iter(group))]]
    groups = {name: group for group in found for name in group}
    ordered: dict[int, list[str]] = {}
    for name in arcs:
        if name in groups:
            ordered.setdefault(id(groups[name]), []).append(name)
    return list(ordered.values())


def _components(arcs: Mapping[str, Collection[str]]) -> Iterator[set[str]]:
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []  # of nodes whose component is not complete
    for root in arcs:
        if root in numbers:
            continue
        pending = [(root, iter(arcs[root]))]
        numbers[root] = lowest[root] = len(numbers)
        path.append(root)
        while pending:
            name, following = pending[-1]
            for other in following:
                if other not in numbers:
                    numbers[other] = lowest[other] = len(numbers)
                    path.append(other)
                    pending.append((other, iter(arcs[other])))
                    break
                if other in lowest:
                    lowest[name] = min(lowest[name], numbers[other])
            else:
                pending.pop()
                if pending and name in lowest:
                    before = pending[-1][0]
                    lowest[before] = min(lowest[before], lowest[name])
                if lowest[name] == numbers[name]:
                    component = set[str]()
                    while name not in component:
                        component.add(path.pop())
                    for member in component:
                        del lowest[member]
                    yield component
