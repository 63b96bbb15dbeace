"""Railroad diagrams: an expression as tracks from left to right, drawn from its explanation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from dsl.expressions.expression import Chars, Concat, Empty, Epsilon, Expression, Ref, Repeat, Union
from dsl.expressions.notation import write_set
from dsl.visibility import visible
from synth.explain.explanation import Part
from synth.report.highlighting import Paint
from synth.report.markup import Markup, join, shorten, svg, tag, text_width

MAX_LEAVES: Final = 150
_FONT: Final = 13.0
_SMALL: Final = 10.5
_TALL: Final = 14.0  # half of a station
_R: Final = 9.0  # of every bend
_GAP: Final = 13.0
_MARGIN: Final = 6.0
_LONGEST_TEXT: Final = 28


@dataclass(frozen=True)
class Track:
    """A piece of track: so wide, so far above and below its line; `draw(x, y)` begins the line at (x, y)."""

    width: float
    above: float
    below: float
    draw: Callable[[float, float], Iterator[Markup]]


def railroad(root: Part, paints: Mapping[Part, Paint], width: float, *, label: str) -> Markup:
    """Draw an explained expression, in rows of about `width` pixels."""
    inner = width - 2 * (_MARGIN + 2 * _GAP)
    rows = _rows(_steps(root, paints, inner), inner)
    return _framed(rows, label)


def _steps(part: Part, paints: Mapping[Part, Paint], limit: float) -> list[Track]:
    if isinstance(part.expression, Concat) and part.children:
        return [_track(child, paints, limit) for child in part.children]
    return [_track(part, paints, limit)]


def _track(part: Part, paints: Mapping[Part, Paint], limit: float) -> Track:
    if not part.children:
        return _leaf(part, paints)
    match part.expression:
        case Union():
            return _fork([_track(child, paints, limit - 4 * _R) for child in part.children])
        case Repeat(_, low, high):
            return _repeated(_track(part.children[0], paints, limit - 4 * _R), low, high)
        case _:
            return _stacked(_rows(_steps(part, paints, limit), limit - 4 * _R))


# ---------------------------------------------------------------------------------------------- stations


def _leaf(part: Part, paints: Mapping[Part, Paint]) -> Track:
    match part.expression:
        case Epsilon():
            return Track(2 * _R, 1.0, 1.0, lambda x, y: iter([_line(x, y, x + 2 * _R)]))
        case Repeat(body, low, high):
            return _repeated(_station(body, part, paints), low, high)
        case expression:
            return _station(expression, part, paints)


def _station(expression: Expression, part: Part, paints: Mapping[Part, Paint]) -> Track:
    text, kind = _text(expression)
    shown = shorten(visible(text), _LONGEST_TEXT)
    paint = paints.get(part)
    number = "" if paint is None else str(paint.number)
    inset = 9.0 + (text_width(number, _SMALL) + 5.0 if number else 0.0)
    width = inset + text_width(shown, _FONT) + 10.0

    def draw(x: float, y: float) -> Iterator[Markup]:
        corner = _TALL if kind == "word" else 3.0
        frame = tag("rect", x=x, y=y - _TALL, width=width, height=2 * _TALL, rx=corner)
        numeral = [tag("text", number, class_="number", x=x + 8.0, y=y + 4)] if number else []
        told = tag("title", f"{part.words}\n{part.expression}")
        name = tag("text", shown, x=x + inset, y=y + 4.5)
        yield tag("g", told, frame, *numeral, name, class_=f"station {kind} {paint.style if paint else ''}".strip())

    return Track(width, _TALL, _TALL, draw)


def _text(expression: Expression) -> tuple[str, str]:
    match expression:
        case Empty():
            return "nothing", "class"
        case Ref(name):
            return name, "rule"
        case Chars(charset) if len(charset) > 1:
            return write_set(charset), "class"
        case Concat(parts):
            return "".join(part.set.first() for part in parts if isinstance(part, Chars)).replace(" ", "␣"), "word"
        case Chars(charset):
            return charset.first().replace(" ", "␣"), "word"
        case _:
            return str(expression), "class"


# ------------------------------------------------------------------------------------------------ tracks


def _sequence(tracks: list[Track]) -> Track:
    width = sum(track.width for track in tracks) + _GAP * (len(tracks) - 1)

    def draw(x: float, y: float) -> Iterator[Markup]:
        for index, track in enumerate(tracks):
            if index:
                yield _line(x, y, x + _GAP)
                x += _GAP
            yield from track.draw(x, y)
            x += track.width

    return Track(width, max(track.above for track in tracks), max(track.below for track in tracks), draw)


def _rows(tracks: list[Track], limit: float) -> list[Track]:
    """Sequences of at most `limit` pixels, unless one track alone is wider."""
    rows: list[list[Track]] = [[]]
    for track in tracks:
        if rows[-1] and _sequence([*rows[-1], track]).width > limit:
            rows.append([])
        rows[-1].append(track)
    return list(map(_sequence, rows))


def _fork(tracks: list[Track]) -> Track:
    """The tracks below each other; the first lies on the line."""
    inner = max(track.width for track in tracks)
    heights = _heights(tracks)

    def draw(x: float, y: float) -> Iterator[Markup]:
        far = x + 2 * _R + inner
        for track, height in zip(tracks, heights, strict=True):
            level = y + height
            if height:
                yield _path(x, y, f"{_bend(1, 1, 1)}V{level - _R:.1f}{_bend(0, 1, 1)}")
                yield _path(far, level, f"{_bend(0, 1, -1)}V{y + _R:.1f}{_bend(1, 1, -1)}")
            else:
                yield _line(x, y, x + 2 * _R)
                yield _line(far, y, far + 2 * _R)
            yield from track.draw(x + 2 * _R, level)
            yield _line(x + 2 * _R + track.width, level, far)

    return Track(inner + 4 * _R, tracks[0].above, heights[-1] + tracks[-1].below, draw)


def _repeated(inner: Track, low: int, high: int | None) -> Track:
    """A way back below the track when it may be taken again, a way around above it when it may be left out."""
    words = _words(low, high)
    label = text_width(words, _SMALL)
    room = max(inner.width, label + 8.0)
    back = 0.0 if high == 1 else max(inner.below + 8.0, 2 * _R)
    around = max(inner.above + 8.0, 2 * _R) if low == 0 else 0.0
    outer = 2 * _R if low == 0 else _R  # the way around starts before the way back
    width = room + 2 * outer

    def draw(x: float, y: float) -> Iterator[Markup]:
        left, right = x + outer, x + outer + room
        middle = left + (room - inner.width) / 2
        yield _line(x, y, middle)
        yield from inner.draw(middle, y)
        yield _line(middle + inner.width, y, x + width)
        if back:
            level = y + back
            turn = f"{_bend(1, 1, 1)}V{level - _R:.1f}{_bend(1, -1, 1)}H{left:.1f}"
            yield _path(right, y, f"{turn}{_bend(1, -1, -1)}V{y + _R:.1f}{_bend(1, 1, -1)}")
            center = (left + right) / 2
            yield tag("path", class_="head", d=f"M{center - 3:.1f} {level:.1f}l6 -4v8z")
            if words:
                yield tag("text", words, class_="rounds", x=center, y=level + 13.0, text_anchor="middle")
        if around:
            up = f"{_bend(0, 1, -1)}V{y - around + _R:.1f}{_bend(1, 1, -1)}H{x + width - 2 * _R:.1f}"
            yield _path(x, y, f"{up}{_bend(1, 1, 1)}V{y - _R:.1f}{_bend(0, 1, 1)}")

    below = max(inner.below, back + (16.0 if words else 4.0 if back else 0.0))
    return Track(width, max(inner.above, around + 2.0), below, draw)


def _words(low: int, high: int | None) -> str:
    if high is None:
        return f"{low} or more" if low > 1 else ""
    if high == 1:
        return ""
    return f"{low} times" if low == high else f"up to {high} times" if low <= 1 else f"{low} to {high} times"


def _stacked(rows: list[Track]) -> Track:
    """Rows below each other, as one track: the line comes back up on the right."""
    if len(rows) == 1:
        return rows[0]
    inner = max(row.width for row in rows)
    heights = _heights(rows, 3 * _R)

    def draw(x: float, y: float) -> Iterator[Markup]:
        yield _line(x, y, x + 2 * _R)
        yield from _wrapped(rows, heights, x + 2 * _R, y)
        end, level = x + 2 * _R + rows[-1].width, y + heights[-1]
        climb = f"H{x + inner + 4 * _R:.1f}{_bend(0, 1, -1)}V{y + _R:.1f}{_bend(1, 1, -1)}"
        yield _path(end, level, climb)

    return Track(inner + 6 * _R, rows[0].above, heights[-1] + rows[-1].below, draw)


def _wrapped(rows: list[Track], heights: list[float], x: float, y: float) -> Iterator[Markup]:
    inner = max(row.width for row in rows)
    for index, (row, height) in enumerate(zip(rows, heights, strict=True)):
        yield from row.draw(x, y + height)
        if index + 1 < len(rows):
            level, following = y + height + row.below + 1.2 * _R, y + heights[index + 1]
            right = f"H{x + inner:.1f}{_bend(1, 1, 1)}V{level - _R:.1f}{_bend(1, -1, 1)}H{x:.1f}"
            down = f"{_bend(0, -1, 1)}V{following - _R:.1f}{_bend(0, 1, 1)}"
            yield _path(x + row.width, y + height, right + down)


def _heights(tracks: list[Track], gap: float = 9.0) -> list[float]:
    """How far below the first each line lies."""
    heights = [0.0]
    for before, track in pairwise(tracks):
        heights.append(heights[-1] + max(before.below + gap + track.above, 2 * _R))
    return heights


def _framed(rows: list[Track], label: str) -> Markup:
    heights = _heights(rows, 3 * _R)
    x, y = _MARGIN + 2 * _GAP, _MARGIN + max(rows[0].above, 9.0)
    end, level = x + rows[-1].width, y + heights[-1]
    start = join(
        tag("circle", class_="end", cx=_MARGIN + 4.0, cy=y, r=4.0),
        _line(_MARGIN + 4.0, y, x),
        _line(end, level, end + 1.4 * _GAP),
        tag("circle", class_="end open", cx=end + 1.4 * _GAP + 5.0, cy=level, r=5.0),
    )
    width = x + max(row.width for row in rows) + 2 * _GAP + _MARGIN
    height = level + max(rows[-1].below, 9.0) + _MARGIN
    return tag("div", svg(width, height, start, *_wrapped(rows, heights, x, y), label=label), class_="railroad")


# ------------------------------------------------------------------------------------------------- lines


def _line(x: float, y: float, to: float) -> Markup:
    return tag("path", class_="track", d=f"M{x:.1f} {y:.1f}H{to:.1f}")


def _path(x: float, y: float, steps: str) -> Markup:
    return tag("path", class_="track", d=f"M{x:.1f} {y:.1f}{steps}")


def _bend(sweep: int, right: int, down: int) -> str:
    return f"a{_R:g} {_R:g} 0 0 {sweep} {right * _R:g} {down * _R:g}"
