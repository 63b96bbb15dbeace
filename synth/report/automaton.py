"""The minimal automaton of a regular language as a picture.

States stand in columns by their distance from the start, so an edge goes one column on, stays, or goes back. On its way
back over several columns an edge passes a bend in each, which has a place among the states there (Sugiyama 1981).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin
from statistics import fmean
from typing import Final

from dsl.charset import CharSet
from dsl.dfa import DFA
from dsl.errors import LimitError
from dsl.notation import write_set
from dsl.regex import Regex
from synth.report.markup import Markup, join, shorten, svg, tag, text_width

MAX_STATES: Final = 24
_RADIUS: Final = 17.0
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
        """The distance of each state from the start."""
        found = {0: 0}
        for state in (order := [0]):
            for source, target in self.edges:
                if source == state and target not in found:
                    found[target] = found[state] + 1
                    order.append(target)
        return [found[state] for state in range(len(self))]


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
    return _Drawing(machine).draw()


class _Drawing:
    """Where everything lies, and how it is drawn."""

    def __init__(self, machine: Automaton) -> None:
        self.machine = machine
        self.columns = machine.columns()
        self.routes = {edge: self._route(number, *edge) for number, edge in enumerate(machine.edges)}
        self.layers = self._ordered()
        self.places = self._placed()

    def _route(self, number: int, source: int, target: int) -> list[Node]:
        """The nodes that an edge passes, with a bend in each column that it goes back over."""
        start, end = self.columns[source], self.columns[target]
        bends = [(-1 - number, column) for column in range(start - 1, end, -1)]
        return [(source, start), *bends, (target, end)]

    def _neighbours(self) -> dict[Node, list[Node]]:
        near: dict[Node, list[Node]] = {}
        for route in self.routes.values():
            for first, second in pairwise(route):
                if first[1] != second[1]:
                    near.setdefault(first, []).append(second)
                    near.setdefault(second, []).append(first)
        return near

    def _ordered(self) -> list[list[Node]]:
        """The nodes of each column, so that few edges cross: swept to and fro, each goes to the middle of its neighbours."""
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
                    height[node] = (fmean(known) if known else rank[node]) + (0.25 if node[0] < 0 else 0.0)
                layers[column].sort(key=height.__getitem__)
                rank |= {node: index / max(1, len(layers[column]) - 1) for index, node in enumerate(layers[column])}
        return layers

    def _placed(self) -> dict[Node, Point]:
        """Heights between those of the neighbours, but apart from each other; columns as far apart as labels need."""
        near = self._neighbours()
        heights = {node: index * _APART for layer in self.layers for index, node in enumerate(layer)}
        for sweep in range(2 * _SWEEPS):
            for layer in self.layers if sweep % 2 == 0 else reversed(self.layers):
                for node in layer:
                    wanted = [heights[other] for other in near.get(node, []) if (other[0] < 0) == (node[0] < 0)]
                    if wanted:
                        heights[node] = (heights[node] + fmean(wanted)) / 2
                self._separate(layer, heights)
        top = min(heights[node] - self._reach(node) for node in heights)
        across = self._across()
        return {node: (across[node[1]], heights[node] - top + _MARGIN) for node in heights}

    def _separate(self, layer: list[Node], heights: dict[Node, float]) -> None:
        before = fmean(heights[node] for node in layer)
        for upper, lower in pairwise(layer):
            least = heights[upper] + self._below(upper) + self._reach(lower)
            heights[lower] = max(heights[lower], least)
        shift = before - fmean(heights[node] for node in layer)
        for node in layer:
            heights[node] += shift

    def _reach(self, node: Node) -> float:
        """How far a node needs room above itself."""
        if node[0] < 0:
            return 14.0
        return _RADIUS + 8.0 + (_LOOP if (node[0], node[0]) in self.machine.edges else 0.0)

    def _below(self, node: Node) -> float:
        return 14.0 if node[0] < 0 else _RADIUS + 16.0

    def _across(self) -> list[float]:
        widest = [0.0] * len(self.layers)
        for (source, target), set in self.machine.edges.items():
            column = min(self.columns[source], self.columns[target])
            if source != target:
                sideways = 24.0 if self.columns[source] == self.columns[target] else 0.0
                widest[column] = max(widest[column], text_width(_label(set), _FONT) + sideways)
        loops = [
            text_width(_label(set), _FONT) / 2
            for (source, target), set in self.machine.edges.items()
            if source == target == 0
        ]
        across = [_MARGIN + max([_RADIUS + 30.0, *loops])]
        for width in widest[:-1]:
            across.append(across[-1] + 2 * _RADIUS + max(40.0, width + 30.0))
        return across

    # ------------------------------------------------------------------------------------------- drawing

    def draw(self) -> Markup:
        edges = [join(*self._edge(edge)) for edge in self.machine.edges]
        states = [self._state(state) for state in range(len(self.machine))]
        x, y = self._at(0)
        arrow = tag("path", class_="edge", d=f"M{x - _RADIUS - 26:.1f} {y:.1f}H{x - _RADIUS - 2:.1f}")
        tip = _tip((x - _RADIUS - 1, y), 0.0)
        label = f"The minimal automaton: {len(self.machine)} states, {len(edges)} edges"
        width = max(x for x, _ in self.places.values()) + _RADIUS + _MARGIN + self._overhang()
        height = max(y + self._below(node) for node, (_, y) in self.places.items()) + _MARGIN
        return tag("div", svg(width, height, arrow, tip, *edges, *states, label=label), class_="automaton")

    def _overhang(self) -> float:
        """How far the labels of the last column reach beyond its states."""
        reach = [0.0]
        for (source, target), set in self.machine.edges.items():
            if self.columns[source] == self.columns[target] == len(self.layers) - 1:
                width = text_width(_label(set), _FONT)
                reach.append(width / 2 - _RADIUS if source == target else width + 30.0)
        return max(reach)

    def _at(self, state: int) -> Point:
        return self.places[state, self.columns[state]]

    def _state(self, state: int) -> Markup:
        x, y = self._at(state)
        accepts = self.machine.accepting[state]
        rings = [tag("circle", cx=x, cy=y, r=_RADIUS)]
        if accepts:
            rings.append(tag("circle", cx=x, cy=y, r=_RADIUS - 4.0))
        told = f"state {state}{': a string may end here' if accepts else ''}"
        name = tag("text", str(state), x=x, y=y + 4.5, text_anchor="middle")
        return tag("g", tag("title", told), *rings, name, class_="state accepting" if accepts else "state")

    def _edge(self, edge: tuple[int, int]) -> Iterator[Markup]:
        source, target = edge
        if source == target:
            path, label, tip = self._self_loop(source)
        elif self.columns[source] == self.columns[target]:
            path, label, tip = self._within(source, target)
        elif self.columns[source] < self.columns[target]:
            path, label, tip = self._onwards(source, target)
        else:
            path, label, tip = self._backwards(edge)
        set = self.machine.edges[edge]
        (x, y), anchor = label
        told = tag("title", f"{source} to {target}: {shorten(write_set(set), 200)}")
        line = tag("path", class_="edge", d=path)
        yield tag("g", told, line, tip, tag("text", _label(set), x=x, y=y, text_anchor=anchor), class_="transition")

    def _onwards(self, source: int, target: int) -> tuple[str, tuple[Point, str], Markup]:
        (x, y), (u, v) = self._at(source), self._at(target)
        start, end = x + _RADIUS, u - _RADIUS
        reach = (end - start) * 0.4
        path = f"M{start:.1f} {y:.1f}C{start + reach:.1f} {y:.1f} {end - reach:.1f} {v:.1f} {end - 2:.1f} {v:.1f}"
        return path, (((start + end) / 2, (y + v) / 2 - 5), "middle"), _tip((end, v), 0.0)

    def _within(self, source: int, target: int) -> tuple[str, tuple[Point, str], Markup]:
        # down on the right, up on the left, so that a pair does not overlap
        (x, y), (_, v) = self._at(source), self._at(target)
        side = 1.0 if v > y else -1.0
        angle = pi / 4
        start = (x + side * _RADIUS * cos(angle), y + side * _RADIUS * sin(angle))
        end = (x + side * _RADIUS * cos(angle), v - side * _RADIUS * sin(angle))
        bulge = 14.0 + abs(v - y) / 12
        control = start[0] + side * bulge
        path = f"M{start[0]:.1f} {start[1]:.1f}C{control:.1f} {start[1] + side * 10:.1f} {control:.1f} {end[1] - side * 10:.1f} {end[0]:.1f} {end[1]:.1f}"
        label = start[0] + side * (bulge * 0.75 + 4), (y + v) / 2 + 4
        heading = side * pi / 2 + side * pi / 5
        return path, (label, "start" if side > 0 else "end"), _tip(end, heading)

    def _backwards(self, edge: tuple[int, int]) -> tuple[str, tuple[Point, str], Markup]:
        # out at the lower left of one state, in at the lower right of the other
        angle = pi / 3.2
        (x, y), (u, v) = self._at(edge[0]), self._at(edge[1])
        start = (x - _RADIUS * cos(angle), y + _RADIUS * sin(angle))
        end = (u + _RADIUS * cos(angle), v + _RADIUS * sin(angle))
        bends = [self.places[node] for node in self.routes[edge][1:-1]]
        if not bends:
            low = max(y, v) + _RADIUS + 20
            third = (start[0] - end[0]) * 0.25
            path = f"M{start[0]:.1f} {start[1]:.1f}C{start[0] - third:.1f} {low:.1f} {end[0] + third:.1f} {low:.1f} {end[0]:.1f} {end[1]:.1f}"
            label = (start[0] + end[0]) / 2, (start[1] + end[1]) / 8 + low * 0.75 - 4
            return path, (label, "middle"), _tip(end, -pi * 0.62)
        path = f"M{start[0]:.1f} {start[1]:.1f}"
        previous = start
        for place in [*bends, end]:
            half = (previous[0] - place[0]) * 0.45
            path += f"C{previous[0] - half:.1f} {previous[1] + (12 if previous is start else 0):.1f} {place[0] + half:.1f} {place[1] + (12 if place is end else 0):.1f} {place[0]:.1f} {place[1]:.1f}"
            previous = place
        middle = bends[len(bends) // 2]
        return path, ((middle[0], middle[1] - 5), "middle"), _tip(end, -pi * 0.72)

    def _self_loop(self, state: int) -> tuple[str, tuple[Point, str], Markup]:
        x, y = self._at(state)
        top = y - _RADIUS - 26
        path = f"M{x - 8:.1f} {y - 15:.1f}C{x - 20:.1f} {top:.1f} {x + 20:.1f} {top:.1f} {x + 8:.1f} {y - 15:.1f}"
        return path, ((x, y - _RADIUS - 24), "middle"), _tip((x + 8, y - 15), pi * 0.6)


def _label(set: CharSet) -> str:
    return shorten(write_set(set).replace(" ", "␣"), _LONGEST_LABEL)


def _tip(place: Point, heading: float) -> Markup:
    """An arrow head whose point lies at `place`."""
    x, y = place
    wings = [(x - 8 * cos(heading + turn), y - 8 * sin(heading + turn)) for turn in (-0.42, 0.42)]
    corners = "L".join(f"{u:.1f} {v:.1f}" for u, v in ((x, y), *wings))
    return tag("path", class_="tip", d=f"M{corners}z")
