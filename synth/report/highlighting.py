"""Parts in colour: which piece of an example, and of the notation, belongs to which leaf, or rule, of a language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dsl.expressions.expression import Chars, Concat, Expression, Repeat, Union
from dsl.expressions.matching import match_spans
from dsl.expressions.notation import write_count
from dsl.grammar import Grammar
from dsl.grammars.notation import write_rule
from dsl.grammars.recognition import Tree
from dsl.visibility import visible
from synth.explain.explanation import Part
from synth.report.markup import Markup, direction, join, shorten, tag

HUES: Final = 8
_DEEPEST: Final = 8  # boxes inside boxes
_LONGEST_BOXED: Final = 48  # characters


@dataclass(frozen=True)
class Paint:
    """How a part is marked: its number from 1 on, and its hue, 0 for fixed text, which stays grey."""

    number: int
    hue: int

    @property
    def style(self) -> str:
        """The names of its style."""
        return f"part k{(self.hue - 1) % HUES + 1}" if self.hue else "part fixed"


Segment = tuple[Paint, str]  # how it is marked, and its text


def paint_parts(root: Part) -> dict[Part, Paint]:
    """A paint for each leaf of an explanation, in order."""
    paints: dict[Part, Paint] = {}
    hue = 0
    for part in leaves(root):
        hue += not _is_fixed(part.expression)
        paints[part] = Paint(len(paints) + 1, 0 if _is_fixed(part.expression) else hue)
    return paints


def paint_rules(grammar: Grammar) -> dict[str, Paint]:
    """A paint for each rule; the first is grey."""
    return {name: Paint(number + 1, number) for number, name in enumerate(grammar.rules)}


def leaves(root: Part) -> Iterator[Part]:
    """The parts without children, from left to right."""
    if not root.children:
        yield root
    for child in root.children:
        yield from leaves(child)


# ---------------------------------------------------------------------------------------------- examples


def segments(root: Part, paints: Mapping[Part, Paint], text: str) -> list[Segment] | None:
    """`text` cut into the pieces of the leaves, empty ones left out; None when it does not match."""
    spans = match_spans(root, text)
    if spans is None:
        return None
    return [(paints[part], text[start:end]) for part, start, end in spans if part in paints and start < end]


def highlighted(pieces: Sequence[Segment], most: int) -> Markup:
    """The pieces in their colours, cut after `most` characters."""
    shown: list[Markup] = []
    for paint, text in pieces:
        if most <= 0:
            return tag("bdi", *shown, "…", dir=_direction(pieces))
        shown.append(tag("bdi", visible(shorten(text, most)), class_=paint.style))
        most -= len(text)
    return tag("bdi", *shown, dir=_direction(pieces))


def numbered(pieces: Sequence[Segment]) -> Markup:
    """The pieces in their colours, each above the number of its part."""
    boxes = (
        tag("span", tag("bdi", visible(text), class_=paint.style), tag("small", str(paint.number)), class_="segment")
        for paint, text in pieces
    )
    return tag("div", *boxes, class_="segments", dir=_direction(pieces))


def _direction(pieces: Sequence[Segment]) -> str:
    return direction("".join(text for _, text in pieces))


def nested(tree: Tree, paints: Mapping[str, Paint], text: str, depth: int = 0) -> Markup:
    """`text` with a box around what each rule covers, down to eight inside each other; flat when it must wrap."""
    content: list[str] = []
    place = tree.start
    for child in tree.children if depth < _DEEPEST else ():
        content += [visible(text[place : child.start]), nested(child, paints, text, depth + 1)]
        place = child.end
    return tag(
        "bdi",
        *content,
        visible(text[place : tree.end]),
        class_=paints[tree.rule].style + (" box" if len(text) <= _LONGEST_BOXED else ""),
    )


# ---------------------------------------------------------------------------------------------- notation


def painted(part: Part, paints: Mapping[Part, Paint]) -> Markup:
    """The notation of an explained expression, its leaves in their colours."""
    if not part.children:
        return tag("span", str(part.expression), class_=paints[part].style)
    match part.expression:
        case Union():
            return Markup("|".join(painted(child, paints) for child in part.children))
        case Repeat(_, low, high):
            return join(_grouped(part.children[0], paints, Union, Concat, Repeat), write_count(low, high))
        case _:
            return join(*(_grouped(child, paints, Union) for child in part.children))


def _grouped(part: Part, paints: Mapping[Part, Paint], *looser: type) -> Markup:
    inner = painted(part, paints)
    return join("(", inner, ")") if isinstance(part.expression, looser) else inner


def painted_rules(grammar: Grammar, paints: Mapping[str, Paint]) -> Markup:
    """The notation of a grammar, the names of its rules in their colours."""
    return Markup("\n".join(_painted_rule(name, body, paints) for name, body in grammar.rules.items()))


def _painted_rule(name: str, body: Expression, paints: Mapping[str, Paint]) -> Markup:
    # strings and regexes stay as they are, whatever they spell
    pieces = re.split(r'("(?:\\.|[^"\\])*"|/(?:\\.|[^/\\])*/|\b[a-z_][a-z0-9_]*)', write_rule(name, body))
    return join(*(tag("span", piece, class_=paints[piece].style) if piece in paints else piece for piece in pieces))


def _is_fixed(expression: Expression) -> bool:
    """Whether an expression is one text."""
    match expression:
        case Concat(parts):
            return all(map(_is_fixed, parts))
        case Repeat(body, low, high):
            return low == high and _is_fixed(body)
        case _:
            return isinstance(expression, Chars) and len(expression.set) == 1
