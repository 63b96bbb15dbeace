"""An expression of which one part is read anew, off what it matched of the examples: a class becomes the words that
stood there, two neighbours become one.

A beam of single edits does not get there: half of the words are worth less than none. It is a large neighbourhood
search (Shaw 1998): one part is free, the others stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, groupby, islice
from typing import Final, NamedTuple

from dsl.charset import LETTERS, LOWER, UPPER, CharSet
from dsl.expressions.expression import (
    Chars,
    Concat,
    Expression,
    Repeat,
    chars,
    children,
    concat,
    literal,
    optional,
    rebuild,
    union,
)
from dsl.expressions.matching import match_spans
from searchers.budget import Budget
from searchers.effort import REREAD_DIVISIONS, REREAD_PARTS, WHOLE_DIVISIONS
from searchers.scoring.coding import Coding
from searchers.scoring.vocabularies import completions
from searchers.starts.column import Texts, common_affixes, count_texts
from searchers.starts.division import Division
from searchers.starts.parts import Part, parts_of
from searchers.starts.shapes import letters_alike

MAX_TEXTS: Final = 200  # that are matched
MAX_STEPS: Final = 3  # of a concatenation that are read as one
MAX_WORDS: Final = 12
READINGS: Final = 3  # of pieces that are divided


class _Piece(NamedTuple):
    """A piece of a text that is there so many times."""

    text: str
    times: int
    start: int
    end: int

    @property
    def matched(self) -> str:
        return self.text[self.start : self.end]

    @property
    def is_whole(self) -> bool:
        """Whether no letter beside it goes on with its first or last word, nor a digit with its number."""
        text, start, end = self.text, self.start, self.end
        edges = [place for place in (start, end) if 0 < place < len(text)] if start < end else []
        return all(_is_edge(letters_alike(text[place - 1]), letters_alike(text[place])) for place in edges)


def _is_edge(before: str, behind: str) -> bool:
    return before != behind or not before.isalnum()


Found = dict[Part, list[_Piece]]
Whole = Callable[[Expression], Expression]


class _Place(NamedTuple):
    """Steps of an expression, the pieces that they matched, and the whole with others there."""

    steps: Expression
    pieces: Sequence[_Piece]
    whole: Whole


class Rereading:
    """Reads parts of expressions anew off what they match of the same texts; remembers how pieces were read.

    Effort says how many parts an expression may have, and into how many sets a part, or the whole, is divided.
    """

    def __init__(self, texts: Texts, effort: int, budget: Budget) -> None:
        self._texts = dict(islice(texts.items(), MAX_TEXTS))
        self._effort = effort
        self._budget = budget
        self._coding = Coding(set().union(*texts))
        self._divided: dict[frozenset[tuple[str, int]], list[Expression]] = {}

    def of(self, expression: Expression) -> Iterator[Expression]:
        """The expression with one part read anew, for each part and reading."""
        root = parts_of(expression)
        if _count(root) > REREAD_PARTS[self._effort]:
            return
        found: Found = {}
        for text, times in self._texts.items():
            for part, start, end in match_spans(root, text) or ():
                found.setdefault(part, []).append(_Piece(text, times, start, end))
        yield from _narrowed_classes(expression, found)
        for place in _places(root, found, lambda other: other):
            for reading in self._readings(place):
                if reading != place.steps:
                    yield place.whole(reading)

    def _readings(self, place: _Place) -> Iterator[Expression]:
        pieces = count_texts((piece.matched, piece.times) for piece in place.pieces)
        if not any(pieces):
            return
        if all(piece.is_whole for piece in place.pieces):
            yield from _listed(place.steps, pieces)
        charset = _class_of(place.steps)
        for narrowed in _narrowed(charset, set().union(*pieces)):  # [A-Za-z]+ -> [a-z]+
            yield _with_class(place.steps, charset, narrowed)
        if len(charset) > 1:
            yield from self._between_affixes(pieces)
        yield from self._divide(pieces)

    def _between_affixes(self, pieces: Texts) -> Iterator[Expression]:
        """What all pieces begin and end with as it is: [a-z#]{4,9} -> #[a-z]+"""
        texts = [text for text in pieces if text]
        head, tail = common_affixes(texts)
        if len(texts) > 1 and (head or tail):
            inner = count_texts((text[len(head) : len(text) - len(tail)], pieces[text]) for text in texts)
            found = concat(literal(head), self._divide(inner)[0], literal(tail))
            yield optional(found) if "" in pieces else found

    def _divide(self, pieces: Texts) -> list[Expression]:
        """The cheapest readings of pieces; most parts are there again when the expression is another one."""
        key = frozenset(pieces.items())
        if key not in self._divided:
            sets = WHOLE_DIVISIONS if pieces == self._texts else REREAD_DIVISIONS
            fits = Division(self._coding, sets[self._effort], self._budget, by_token=True).fit(pieces)
            self._divided[key] = [fit.expression for fit in fits[:READINGS]]
        return self._divided[key]


def _narrowed_classes(expression: Expression, found: Found) -> Iterator[Expression]:
    """The expression with a class holding no letters but those that it matched, at all its places: [a-z] -> [cdhs]."""
    seen: dict[CharSet, set[str]] = {}
    for part, pieces in found.items():
        if charset := _class_of(part.expression):
            seen.setdefault(charset, set()).update(*(piece.matched for piece in pieces))
    for charset, characters in seen.items():
        for narrowed in _narrowed(charset, characters):
            yield _with_class(expression, charset, narrowed)


def _class_of(steps: Expression) -> CharSet:
    """The class of a leaf or a run; none of what is longer."""
    leaf = steps.body if isinstance(steps, Repeat) else steps
    return leaf.set if isinstance(leaf, Chars) else CharSet()


def _narrowed(charset: CharSet, characters: Iterable[str]) -> list[CharSet]:
    """The class with those of `characters` in place of its letters, or of those of one case, or with all in between."""
    seen = CharSet.of(characters) & charset
    narrowed = [charset - kind | seen & kind for kind in (LETTERS, LOWER, UPPER)]
    for kind in (LOWER, UPPER):  # [A-Z] -> [A-K]
        if some := [*(seen & kind)]:
            narrowed.append(charset - kind | CharSet.between(some[0], some[-1]) & charset)
    return [one for one in dict.fromkeys(narrowed) if one and one != charset]


def _with_class(node: Expression, charset: CharSet, other: CharSet) -> Expression:
    if isinstance(node, Chars):
        return chars(other) if node.set == charset else node
    return rebuild(node, [_with_class(part, charset, other) for part in children(node)])


def _count(part: Part) -> int:
    return 1 + sum(map(_count, part.children))


def _places(part: Part, found: Found, whole: Whole) -> Iterator[_Place]:
    pieces = found.get(part, [])
    if not pieces:
        return
    yield _Place(part.expression, pieces, whole)
    steps = part.children
    if isinstance(part.expression, Concat) and all(len(found.get(step, [])) == len(pieces) for step in steps):
        near = ((first, last) for first, last in combinations(range(len(steps)), 2) if last - first < MAX_STEPS)
        for first, last in sorted({*near, *_words(steps, found)} - {(0, len(steps) - 1)}):
            yield _together(part, first, last, found, whole)
    for index, step in enumerate(steps):
        yield from _places(step, found, partial(_with_step, whole, part.expression, index, index))


def _words(steps: Sequence[Part], found: Found) -> Iterator[tuple[int, int]]:
    """The first and last of all steps beside each other that match letters and digits alone: ([a-z]+e[mr]s)/([0-9]+)"""
    matches_words = [all(piece.matched.isalnum() or not piece.matched for piece in found[step]) for step in steps]
    for is_match, places in groupby(range(len(steps)), matches_words.__getitem__):
        together = [*places]
        if is_match and len(together) > 1:
            yield together[0], together[-1]


def _together(part: Part, first: int, last: int, found: Found, whole: Whole) -> _Place:
    """Several steps of a concatenation, which match one piece after the other."""
    steps = part.children[first : last + 1]
    ends = zip(found[steps[0]], found[steps[-1]], strict=True)
    pieces = [_Piece(one.text, one.times, one.start, other.end) for one, other in ends]
    inside = concat(*(step.expression for step in steps))
    return _Place(inside, pieces, partial(_with_step, whole, part.expression, first, last))


def _with_step(whole: Whole, parent: Expression, first: int, last: int, other: Expression) -> Expression:
    parts = list(children(parent))
    parts[first : last + 1] = [other]
    return whole(concat(*parts) if isinstance(parent, Concat) else rebuild(parent, parts))


def _listed(steps: Expression, pieces: Texts) -> Iterator[Expression]:
    words = sorted(filter(None, pieces))
    for known in completions({word: pieces[word] for word in words}):  # Jan|Mar -> Jan|Feb|…|Dec
        listed = union(*map(literal, known))
        yield optional(listed) if "" in pieces else listed
    if len(words) <= MAX_WORDS:  # latest|stable
        listed = union(*map(literal, words))
        yield optional(listed) if "" in pieces else listed
    often = [word for word in words if pieces[word] > 1]
    if 0 < len(often) < len(words) and len(often) < MAX_WORDS:  # latest|[0-9]+
        yield union(*map(literal, often), steps)
