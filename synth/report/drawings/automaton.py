"""The minimal automaton of a regular language as a picture, its states in layers (Sugiyama 1981)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin
from statistics import fmean
from typing import Final

from dsl.automata.dfa import DFA
from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.notation import write_set
from dsl.regex import Regex
from synth.report.markup import Markup, join, shorten, svg, tag, text_width

MAX_STATES: Final = 24
MAX_EDGES: Final = 40
_RADIUS: Final = 14.0
_FONT: Final = 12.0
_LONGEST_LABEL: Final = 14
_MARGIN: Final = 8.0
_APART: Final = 66.0  # between states of a column
_LOOP: Final = 34.0  # height of a self loop with its label
_SWEEPS: Final = 12

Node = tuple[int, int]  # state, column; a bend is named by its edge: -1 - number of the edge
Point = tuple[float, float]


@dataclass(frozen=True)
class Automaton:
    """A minimal automaton without its sink: `edges[source, target]` are the characters that lead there."""

    accepting: list[bool]
    edges: dict[tuple[int, int], CharSet]

    @classmethod
    def of(cls, language: Regex) -> Automaton:
        """The automaton of `language`. Raises LimitError."""
        dfa = DFA.from_expression(language.expression).minimise()
        live = dfa.live()
        names = {state: name for name, state in enumerate(state for state, is_live in enumerate(live) if is_live)}
        edges: dict[tuple[int, int], CharSet] = {}
        for state, name in names.items():
            for atom, following in enumerate(dfa.table[state]):
                if live[following]:
                    pair = name, names[following]
                    edges[pair] = edges.get(pair, CharSet()) | dfa.atoms.sets[atom]
        return cls([dfa.accepting[state] for state in names], edges)

    def __len__(self) -> int:
        return len(self.accepting)

    def columns(self) -> list[int]:
        """The length of the longest way from the start to each state, without the edges that close cycles."""
        onward = self._onward()
        found = [0] * len(self)
        for state in onward:
            for following in onward[state]:
                found[following] = max(found[following], found[state] + 1)
        return found

    def _onward(self) -> dict[int, list[int]]:
        """The states in topological order, each with where it leads, edges that close cycles left out."""
        finished: dict[int, list[int]] = {}
        path: set[int] = set()

        def visit(state: int) -> None:
            path.add(state)
            after = [target for source, target in self.edges if source == state and target not in path]
            for target in after:
                if target not in finished:
                    visit(target)
            path.remove(state)
            finished[state] = after

        visit(0)
        return dict(reversed(finished.items()))


def automaton(language: Regex) -> Markup | str:
    """The drawing, or in words why there is none."""
    try:
        machine = Automaton.of(language)
    except LimitError as error:
        return f"There is no drawing: {error.message}."
    if not machine.accepting:
        return "The language is empty: there is nothing to draw."
    if len(machine) > MAX_STATES:
        return f"The minimal automaton has {len(machine):,} states: too many for a readable drawing."
    if len(machine.edges) > MAX_EDGES:
        return f"The minimal automaton has {len(machine.edges):,} edges: too many for a readable drawing."
    return _Drawing(machine).draw()


class _Drawing:
    """Where everything lies, and how it is drawn."""

    def __init__(self, machine: Automaton) -> None:
        self.machine = machine
        self.columns = machine.columns()
        self.routes = {edge: self._route(number, *edge) for number, edge in enumerate(machine.edges)}
        self.layers = self._ordered()
        self.places = self._placed()
        order = [node[0] for layer in self.layers for node in layer if node[0] >= 0]
        self.names = {state: name for name, state in enumerate(order)}  # from left to right

    def _route(self, number: int, source: int, target: int) -> list[Node]:
        """The nodes that an edge passes, with a bend in each column between its ends."""
        start, end = self.columns[source], self.columns[target]
        step = 1 if start < end else -1
        bends = [(-1 - number, column) for column in range(start + step, end, step)]
        return [(source, start), *bends, (target, end)]

    def _neighbours(self) -> dict[Node, list[Node]]:
        near: dict[Node, list[Node]] = {}
        for route in self.routes.values():
            for first, second in pairwise(route):
                if first != second:
                    near.setdefault(first, []).append(second)
                    near.setdefault(second, []).append(first)
        return near

    def _ordered(self) -> list[list[Node]]:
        """The nodes of each column, so that few edges cross: in sweeps, each goes to the middle of its neighbours."""
        layers: list[list[Node]] = [[] for _ in range(max(self.columns) + 1)]
        nodes = dict.fromkeys([*enumerate(self.columns), *(node for route in self.routes.values() for node in route)])
        for node in nodes:
            layers[node[1]].append(node)
        near = self._neighbours()
        for sweep in range(_SWEEPS):
            order = range(len(layers)) if sweep % 2 == 0 else range(len(layers) - 1, -1, -1)
            rank = {node: index / max(1, len(layer) - 1) for layer in layers for index, node in enumerate(layer)}
            for column in order:
                before = column - 1 if sweep % 2 == 0 else column + 1
                height = {node: rank[node] for node in layers[column]}
                for node in layers[column]:
                    known = [rank[other] for other in near.get(node, []) if other[1] == before]
                    height[node] = (fmean(known) if known else rank[node]) + self._lean(node)
                layers[column].sort(key=height.__getitem__)
                rank |= {node: index / max(1, len(layers[column]) - 1) for index, node in enumerate(layers[column])}
        return layers

    def _lean(self, node: Node) -> float:
        """What leads on past a state prefers to pass above it, what leads back below it."""
        if node[0] >= 0:
            return 0.0
        source, target = list(self.routes)[-1 - node[0]]
        return -0.3 if self.columns[source] < self.columns[target] else 0.3

    def _placed(self) -> dict[Node, Point]:
        """Heights between those of the neighbours, but apart from each other; columns as far apart as labels need."""
        near = self._neighbours()
        heights = {node: index * _APART for layer in self.layers for index, node in enumerate(layer)}
        for sweep in range(2 * _SWEEPS):
            for layer in self.layers if sweep % 2 == 0 else reversed(self.layers):
                for node in layer:
                    others = near.get(node, [])
                    states = [other for other in others if other[0] >= 0 <= node[0]]  # they keep straight lines
                    if others:
                        heights[node] = (heights[node] + fmean(heights[other] for other in states or others)) / 2
                self._separate(layer, heights)
        top = min(heights[node] - self._reach(node) for node in heights)
        across = self._across()
        return {node: (across[node[1]], heights[node] - top + _MARGIN) for node in heights}

    def _separate(self, layer: list[Node], heights: dict[Node, float]) -> None:
        """Move the nodes of a column away from its middle state, until all have room; that one stays where it is."""
        states = [index for index, node in enumerate(layer) if node[0] >= 0]
        anchor = states[len(states) // 2]
        for upper, lower in pairwise(layer[anchor:]):
            heights[lower] = max(heights[lower], heights[upper] + self._room(upper, lower))
        for lower, upper in pairwise(reversed(layer[: anchor + 1])):
            heights[upper] = min(heights[upper], heights[lower] - self._room(upper, lower))

    def _room(self, upper: Node, lower: Node) -> float:
        return self._below(upper) + self._reach(lower)

    def _reach(self, node: Node) -> float:
        """How far a node needs room above itself."""
        if node[0] < 0:
            return 14.0
        return _RADIUS + 8.0 + (_LOOP if (node[0], node[0]) in self.machine.edges else 0.0)

    def _below(self, node: Node) -> float:
        return 14.0 if node[0] < 0 else _RADIUS + 16.0

    def _across(self) -> list[float]:
        widest = [0.0] * len(self.layers)
        for (source, target), charset in self.machine.edges.items():
            column, other = sorted((self.columns[source], self.columns[target]))
            if column + 1 == other:
                widest[column] = max(widest[column], text_width(_label(charset), _FONT))
        across = [_MARGIN + max(_RADIUS + 30.0, self._loop_width(0) / 2)]
        for width in widest[:-1]:
            across.append(across[-1] + 2 * _RADIUS + max(36.0, width + 14.0))
        return across

    def _loop_width(self, state: int) -> float:
        return text_width(_label(self.machine.edges.get((state, state), CharSet())), _FONT)

    # ------------------------------------------------------------------------------------------- drawing

    def draw(self) -> Markup:
        edges = [join(*self._edge(edge)) for edge in self.machine.edges]
        states = [self._state(state) for state in range(len(self.machine))]
        x, y = self._at(0)
        arrow = tag("path", class_="edge", d=f"M{x - _RADIUS - 26:.1f} {y:.1f}H{x - _RADIUS - 2:.1f}")
        tip = _tip((x - _RADIUS - 1, y), 0.0)
        label = f"The minimal automaton: {len(self.machine)} states, {len(edges)} edges"
        ends = (x + max(_RADIUS, self._loop_width(state) / 2) for (state, _), (x, _) in self.places.items())
        width = max(ends) + _MARGIN
        height = max(y + self._below(node) for node, (_, y) in self.places.items()) + _MARGIN
        return tag("div", svg(width, height, arrow, tip, *edges, *states, label=label), class_="automaton")

    def _at(self, state: int) -> Point:
        return self.places[state, self.columns[state]]

    def _state(self, state: int) -> Markup:
        x, y = self._at(state)
        accepts = self.machine.accepting[state]
        rings = [tag("circle", cx=x, cy=y, r=_RADIUS)]
        if accepts:
            rings.append(tag("circle", cx=x, cy=y, r=_RADIUS - 4.0))
        told = f"state {self.names[state]}{': a string may end here' if accepts else ''}"
        name = tag("text", str(self.names[state]), x=x, y=y + 4, text_anchor="middle")
        return tag("g", tag("title", told), *rings, name, class_="state accepting" if accepts else "state")

    def _edge(self, edge: tuple[int, int]) -> Iterator[Markup]:
        source, target = edge
        draw = self._self_loop if source == target else self._onwards if self._leads_on(edge) else self._backwards
        path, (x, y), tip = draw(edge)
        charset = self.machine.edges[edge]
        told = tag("title", f"{self.names[source]} to {self.names[target]}: {shorten(write_set(charset), 200)}")
        line = tag("path", class_="edge", d=path)
        yield tag(
            "g", told, line, tip, tag("text", _label(charset), x=x, y=y, text_anchor="middle"), class_="transition"
        )

    def _leads_on(self, edge: tuple[int, int]) -> bool:
        return self.columns[edge[0]] < self.columns[edge[1]]

    def _onwards(self, edge: tuple[int, int]) -> tuple[str, Point, Markup]:
        (x, y), *bends, (u, v) = (self.places[node] for node in self.routes[edge])
        points = [(x + _RADIUS, y), *bends, (u - _RADIUS, v)]
        label = bends[len(bends) // 2] if bends else ((x + u) / 2, (y + v) / 2)
        return _through(points), (label[0], label[1] - 5), _tip(points[-1], 0.0)

    def _backwards(self, edge: tuple[int, int]) -> tuple[str, Point, Markup]:
        # out at the lower left of one state, in at the lower right of the other
        (x, y), *bends, (u, v) = (self.places[node] for node in self.routes[edge])
        across, down = _RADIUS * 0.6, _RADIUS * 0.8
        points = [(x - across, y + down), *bends, (u + across, v + down)]
        if not bends:  # one column: a bow below the edge that leads on
            points.insert(1, ((x + u) / 2, max(y, v) + _RADIUS + 12.0))
        label = points[len(points) // 2]
        return _through(points, sagging=10.0), (label[0], label[1] - 4), _tip(points[-1], -pi * 0.66)

    def _self_loop(self, edge: tuple[int, int]) -> tuple[str, Point, Markup]:
        x, y = self._at(edge[0])
        top = y - _RADIUS - 26
        path = f"M{x - 7:.1f} {y - 12:.1f}C{x - 20:.1f} {top:.1f} {x + 20:.1f} {top:.1f} {x + 7:.1f} {y - 12:.1f}"
        return path, (x, y - _RADIUS - 22), _tip((x + 7, y - 12), pi * 0.6)


def _through(points: list[Point], sagging: float = 0.0) -> str:
    """A smooth line through points, level at each but the ends, which may leave and arrive from below."""
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for index, ((x, y), (u, v)) in enumerate(pairwise(points)):
        reach = (u - x) * 0.45
        first, last = y + sagging * (index == 0), v + sagging * (index == len(points) - 2)
        path += f"C{x + reach:.1f} {first:.1f} {u - reach:.1f} {last:.1f} {u:.1f} {v:.1f}"
    return path


def _label(charset: CharSet) -> str:
    return shorten(write_set(charset).replace(" ", "␣"), _LONGEST_LABEL)


def _tip(place: Point, heading: float) -> Markup:
    """An arrow head whose point lies at `place`."""
    x, y = place
    wings = [(x - 8 * cos(heading + turn), y - 8 * sin(heading + turn)) for turn in (-0.42, 0.42)]
    corners = "L".join(f"{u:.1f} {v:.1f}" for u, v in ((x, y), *wings))
    return tag("path", class_="tip", d=f"M{corners}z")
