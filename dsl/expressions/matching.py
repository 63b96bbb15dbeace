"""Which pieces of a text each part of an expression matched.

Python's `re` keeps only the last round of a repeated group and can take exponential time; here every round is kept, and
each (part, place) is looked at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, Generic, Protocol, Self, TypeVar

from dsl.charset import CharSet
from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Repeat, Union

_MOST_EMPTY: Final = 1_000  # pieces that are empty and kept with all inside: of counts within counts there are no end


class Part(Protocol):
    """An expression with its parts as far as they are told apart: a leaf is a class, a run of one, or a literal."""

    @property
    def expression(self) -> Expression:
        """What the part matches."""

    @property
    def children(self) -> tuple[Self, ...]:
        """The steps, alternatives or body that it is made of; none of a leaf."""


PartT = TypeVar("PartT", bound=Part)
Span = tuple[PartT, int, int]  # a part, and where the piece that it matched starts and ends


def matched_texts(root: PartT, text: str) -> dict[PartT, list[str]] | None:
    """For each part the pieces of `text` it matched, earlier parts as much as they can; None without a match."""
    spans = match_spans(root, text)
    if spans is None:
        return None
    found: dict[PartT, list[str]] = {}
    for part, start, end in spans:
        found.setdefault(part, []).append(text[start:end])
    return found


def match_spans(root: PartT, text: str) -> list[Span[PartT]] | None:
    """The match of `matched_texts` as the places of its pieces: parents first, siblings in the order of the text."""
    matcher = _Matcher[PartT](text)
    return list(matcher.trace(root, 0, len(text))) if len(text) in matcher.ends(root, 0) else None


class _Matcher(Generic[PartT]):
    """All the ways in which parts match pieces of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._known: dict[tuple[PartT, int], frozenset[int]] = {}
        self._empty = 0

    def ends(self, part: PartT, start: int) -> frozenset[int]:
        """The places where a match of `part` from `start` on can end."""
        key = part, start
        if key not in self._known:
            self._known[key] = frozenset(self._ends(part, start))
        return self._known[key]

    def _ends(self, part: PartT, start: int) -> set[int]:
        if not part.children:
            return self._leaf(part.expression, start)
        match part.expression:
            case Union():
                return {end for child in part.children for end in self.ends(child, start)}
            case Repeat(_, low, high):
                return self._repeated(part.children[0], start, low, high)
            case _:
                return self._sequence(part.children, start)

    def _sequence(self, steps: tuple[PartT, ...], start: int) -> set[int]:
        places = {start}
        for step in steps:
            places = {end for place in places for end in self.ends(step, place)}
        return places

    def _repeated(self, body: PartT, start: int, low: int, high: int | None) -> set[int]:
        places, reached, count = {start}, set[int](), 0
        while places and (high is None or count <= high):
            if count >= low:
                if places <= reached:
                    break
                reached |= places
            following = {end for place in places for end in self.ends(body, place)}
            if following == places:  # as for every further count
                return reached | places
            places = following
            count += 1
        return reached

    def _leaf(self, expression: Expression, start: int) -> set[int]:
        match expression:
            case Chars(charset):
                return {start + 1} if self._run(charset, start, 1) else {*()}
            case Repeat(Chars(charset), low, high):
                longest = self._run(charset, start, len(self.text) if high is None else high)
                return {*range(start + low, start + longest + 1)}
            case Concat(parts):
                text = "".join(part.set.first() for part in parts if isinstance(part, Chars))
                return {start + len(text)} if self.text.startswith(text, start) else {*()}
            case _:
                return {start} if isinstance(expression, Epsilon) else {*()}

    def _run(self, charset: CharSet, start: int, limit: int) -> int:
        end = start
        while end < min(len(self.text), start + limit) and self.text[end] in charset:
            end += 1
        return end - start

    def trace(self, part: PartT, start: int, end: int) -> Iterator[Span[PartT]]:
        """The pieces of one match of `part` from `start` to `end`, which must exist."""
        yield part, start, end
        self._empty += start == end
        if not part.children or (start == end and self._empty > _MOST_EMPTY):
            return
        match part.expression:
            case Union():
                yield from self.trace(next(one for one in part.children if end in self.ends(one, start)), start, end)
            case Repeat(_, low, _):
                body = part.children[0]
                for left, right in pairwise(self._rounds(body, start, end, low)):
                    yield from self.trace(body, left, right)
            case _:
                for step, (left, right) in zip(
                    part.children, pairwise(self._cuts(part.children, start, end)), strict=True
                ):
                    yield from self.trace(step, left, right)

    def _cuts(self, steps: tuple[PartT, ...], start: int, end: int) -> list[int]:
        # forwards: where each step can start; backwards from the end would lose greed, so keep what can still arrive
        starting = [{start}]
        for step in steps[:-1]:
            starting.append({after for place in starting[-1] for after in self.ends(step, place)})
        arriving = [{end}]
        for step, starts in zip(steps[:0:-1], starting[:0:-1], strict=True):
            arriving.append({place for place in starts if self.ends(step, place) & arriving[-1]})
        cuts = [start]
        for step, allowed in zip(steps, reversed(arriving), strict=True):
            cuts.append(max(self.ends(step, cuts[-1]) & allowed))
        return cuts

    def _rounds(self, body: PartT, start: int, end: int, low: int) -> list[int]:
        # layer by layer, each place with the place before it, until the end is reached in enough rounds
        layers: list[dict[int, int]] = [{start: start}]
        low = min(low, max(len(self.text), _MOST_EMPTY))
        while not (len(layers) > low and end in layers[-1]):
            layers.append({after: place for place in sorted(layers[-1]) for after in self.ends(body, place)})
        places = [end]
        for layer in reversed(layers[1:]):
            places.append(layer[places[-1]])
        return places[::-1]
