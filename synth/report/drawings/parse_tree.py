"""A parse tree as a picture: rules above what they cover, the text at the bottom of each branch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from dsl.grammars.recognition import Tree
from dsl.visibility import visible
from synth.report.highlighting import Paint
from synth.report.markup import Markup, shorten, svg, tag, text_width

MAX_RULES: Final = 60
_FONT: Final = 13.0
_ROW: Final = 52.0
_GAP: Final = 14.0
_TALL: Final = 13.0
_MARGIN: Final = 6.0
_LONGEST: Final = 24  # characters of a piece of text


@dataclass(frozen=True)
class _Branch:
    """A rule or a piece of text, placed: the middle of its box, and what hangs below."""

    text: str
    rule: str | None
    x: float
    depth: int
    children: tuple[_Branch, ...] = ()

    @property
    def width(self) -> float:
        return text_width(self.text, _FONT) + 16.0

    def walk(self) -> Iterator[_Branch]:
        yield self
        for child in self.children:
            yield from child.walk()


def parse_tree_drawing(tree: Tree, text: str, paints: Mapping[str, Paint]) -> Markup:
    """Draw a parse tree of `text`; small trees only, since each level calls itself."""
    root, width = _placed(tree, text, _MARGIN, 0)
    branches = list(root.walk())
    height = max(branch.depth for branch in branches) * _ROW + 2 * (_TALL + _MARGIN)
    edges = [_edge(branch, child) for branch in branches for child in branch.children]
    boxes = [_box(branch, paints) for branch in branches]
    drawing = svg(width + _MARGIN, height, *edges, *boxes, label=f"The parse tree of {visible(text)}")
    return tag("div", drawing, class_="tree")


def _placed(node: Tree | str, text: str, left: float, depth: int) -> tuple[_Branch, float]:
    """The branch of a rule or of a piece of text with its left end at `left`, and where its right end is."""
    if isinstance(node, str):
        leaf = _Branch(shorten(visible(node), _LONGEST).replace(" ", "␣"), None, 0.0, depth)
        return replace(leaf, x=left + leaf.width / 2), left + leaf.width
    children: list[_Branch] = []
    right = left
    for piece in _contents(node, text):
        child, right = _placed(piece, text, right + (_GAP if children else 0.0), depth + 1)
        children.append(child)
    own = _Branch(node.rule, node.rule, (children[0].x + children[-1].x) / 2, depth, tuple(children))
    missing = left + own.width / 2 - own.x
    if missing > 0:  # the name is wider than what it covers: all of it moves to the right
        own, right = _moved(own, missing), right + missing
    return own, max(right, own.x + own.width / 2)


def _contents(tree: Tree, text: str) -> Iterator[Tree | str]:
    """The rules inside a rule, and the pieces of text between them."""
    place = tree.start
    for child in tree.children:
        if place < child.start:
            yield text[place : child.start]
        yield child
        place = child.end
    if place < tree.end or not tree.children:
        yield text[place : tree.end] or "ε"


def _moved(branch: _Branch, by: float) -> _Branch:
    return replace(branch, x=branch.x + by, children=tuple(_moved(child, by) for child in branch.children))


def _y(branch: _Branch) -> float:
    return _MARGIN + _TALL + branch.depth * _ROW


def _edge(parent: _Branch, child: _Branch) -> Markup:
    top, bottom = _y(parent) + _TALL, _y(child) - _TALL
    across, bend = child.x - parent.x, (bottom - top) / 2
    way = f"M{parent.x:.1f} {top:.1f}c0 {bend:.1f} {across:.1f} {bend:.1f} {across:.1f} {2 * bend:.1f}"
    return tag("path", class_="edge", d=way)


def _box(branch: _Branch, paints: Mapping[str, Paint]) -> Markup:
    y = _y(branch)
    paint = "" if branch.rule is None else paints[branch.rule].style
    corner = _TALL if branch.rule is None else 3.0
    frame = tag("rect", x=branch.x - branch.width / 2, y=y - _TALL, width=branch.width, height=2 * _TALL, rx=corner)
    name = tag("text", branch.text, x=branch.x, y=y + 4.5, text_anchor="middle")
    return tag("g", frame, name, class_=f"station rule {paint}" if branch.rule else "station word")
