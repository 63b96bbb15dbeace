"""A parse tree as a picture: rules above what they cover, the text at the bottom of each branch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dsl.recognition import Tree
from synth.report.highlighting import Paint
from synth.report.markup import Markup, svg, tag, text_width, visible

MAX_RULES: Final = 60
_FONT: Final = 13.0
_ROW: Final = 52.0
_GAP: Final = 14.0
_TALL: Final = 13.0
_MARGIN: Final = 6.0


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
    height = (max(branch.depth for branch in branches) + 1) * _ROW + 2 * _MARGIN - _ROW + 2 * _TALL
    edges = [_edge(branch, child) for branch in branches for child in branch.children]
    boxes = [_box(branch, paints) for branch in branches]
    drawing = svg(width + _MARGIN, height, *edges, *boxes, label=f"The parse tree of {visible(text)}")
    return tag("div", drawing, class_="tree")


def _placed(tree: Tree, text: str, left: float, depth: int) -> tuple[_Branch, float]:
    """The tree with its left end at `left`, and where its right end is."""
    children: list[_Branch] = []
    place, right = tree.start, left

    def leaf(piece: str) -> None:
        nonlocal right
        start = right + (_GAP if children else 0.0)
        branch = _Branch(visible(piece).replace(" ", "␣"), None, start, depth + 1)
        children.append(_Branch(branch.text, None, start + branch.width / 2, depth + 1))
        right = start + branch.width

    for child in tree.children:
        if place < child.start:
            leaf(text[place : child.start])
        branch, right = _placed(child, text, right + (_GAP if children else 0.0), depth + 1)
        children.append(branch)
        place = child.end
    if place < tree.end or not children:
        leaf(text[place : tree.end] or "ε")
    middle = (children[0].x + children[-1].x) / 2
    own = _Branch(tree.rule, tree.rule, middle, depth, tuple(children))
    missing = left - (middle - own.width / 2)
    if missing > 0:  # the name is wider than what it covers: all of it moves to the right
        own, right = _moved(own, missing), right + missing
    return own, max(right, own.x + own.width / 2)


def _moved(branch: _Branch, by: float) -> _Branch:
    children = tuple(_moved(child, by) for child in branch.children)
    return _Branch(branch.text, branch.rule, branch.x + by, branch.depth, children)


def _y(branch: _Branch) -> float:
    return _MARGIN + _TALL + branch.depth * _ROW


def _edge(parent: _Branch, child: _Branch) -> Markup:
    top, bottom = _y(parent) + _TALL, _y(child) - _TALL
    bend = (bottom - top) / 2
    return tag(
        "path",
        class_="edge",
        d=f"M{parent.x:.1f} {top:.1f}c0 {bend:.1f} {child.x - parent.x:.1f} {bend:.1f} {child.x - parent.x:.1f} {2 * bend:.1f}",
    )


def _box(branch: _Branch, paints: Mapping[str, Paint]) -> Markup:
    y = _y(branch)
    name = tag("text", branch.text, x=branch.x, y=y + 4.5, text_anchor="middle")
    if branch.rule is None:
        return tag(
            "g",
            tag("rect", x=branch.x - branch.width / 2, y=y - _TALL, width=branch.width, height=2 * _TALL, rx=_TALL),
            name,
            class_="station word",
        )
    frame = tag("rect", x=branch.x - branch.width / 2, y=y - _TALL, width=branch.width, height=2 * _TALL, rx=3.0)
    return tag("g", frame, name, class_=f"station rule {paints[branch.rule].style}")
