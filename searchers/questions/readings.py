"""How a person reads examples: runs of a kind and signs between them, some optional, some again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import groupby, product
from typing import Final, NamedTuple, TypeAlias

from dsl.charset import ALPHANUMERIC, DIGITS, LETTERS, LOWER, UPPER, CharSet
from dsl.expressions.expression import Expression, chars, concat, literal, repeat

GRAINS: Final = ((DIGITS, LOWER, UPPER), (DIGITS, LETTERS), (ALPHANUMERIC,))  # the kinds that runs are of
MOST_RUNS: Final = 20
MOST_READ: Final = 25  # examples
LONGEST_ITEM: Final = 5  # runs of what comes again
LONGEST_MARK: Final = 2  # signs between
LONGEST_FRAME: Final = 2  # signs around a list

Symbol: TypeAlias = CharSet | str  # a kind, or a sign that stands for itself


class Run(NamedTuple):
    """Characters of one kind in a row, or one sign."""

    symbol: Symbol
    text: str


class Slot(NamedTuple):
    """A place of the common form of examples: what stands there, by the number of the example."""

    symbol: Symbol
    texts: dict[int, str]


Spelling: TypeAlias = Callable[[Slot], Expression]


def readings(texts: Sequence[str]) -> list[Expression]:
    """What examples are in the eyes of a person, each with as many characters as they have, and with any number.

    "12-AB", "7-CDE" -> [0-9]{1,2}-[A-Z]{2,3}, [0-9]+-[A-Z]+, …; "1,2", "3" -> [0-9](,[0-9])?, [0-9]+(,[0-9]+)*, …
    """
    found: dict[Expression, None] = {}
    seen = CharSet.of(set().union(*texts))
    either = reduce(CharSet.__or__, (kind for kind in GRAINS[0] if not kind.isdisjoint(seen)), CharSet.of(""))
    for grain in (*GRAINS, (either,)):
        rows = [list(_runs(text, grain)) for text in texts[:MOST_READ]]
        if not all(0 < len(row) <= MOST_RUNS for row in rows):
            continue
        slots = _aligned(rows)
        items = _list(rows)
        for spelling in (_close, _wide, _constant, _any):
            found[_written(slots, spelling, len(rows))] = None
            if items is not None:
                found[_again(items, spelling)] = None
    return list(found)


def _runs(text: str, grain: Sequence[CharSet]) -> Iterator[Run]:
    def symbol(character: str) -> Symbol:
        return next((kind for kind in grain if character in kind), character)

    for key, run in groupby(text, symbol):
        members = "".join(run)
        yield from [Run(key, members)] if isinstance(key, CharSet) else [Run(key, key)] * len(members)


# ------------------------------------------------------------------------------------------------- one form


def _aligned(rows: Sequence[Sequence[Run]]) -> list[Slot]:
    """Slots in an order that all rows have; what a row lacks is optional."""
    placed = [[Slot(run.symbol, {number: run.text}) for run in row] for number, row in enumerate(rows)]
    return reduce(_merged, placed)


def _merged(slots: list[Slot], others: list[Slot]) -> list[Slot]:
    """Two orders as one, with as many slots in common as can be: the longest common subsequence, the first of them."""
    common = [[0] * (len(others) + 1) for _ in range(len(slots) + 1)]
    for i, j in product(reversed(range(len(slots))), reversed(range(len(others)))):
        alike = slots[i].symbol == others[j].symbol
        common[i][j] = 1 + common[i + 1][j + 1] if alike else max(common[i + 1][j], common[i][j + 1])
    merged: list[Slot] = []
    i = j = 0
    while i < len(slots) and j < len(others):
        if slots[i].symbol == others[j].symbol:
            merged.append(Slot(slots[i].symbol, slots[i].texts | others[j].texts))
            i, j = i + 1, j + 1
        elif common[i + 1][j] >= common[i][j + 1]:
            merged.append(slots[i])
            i += 1
        else:
            merged.append(others[j])
            j += 1
    return [*merged, *slots[i:], *others[j:]]


def _written(slots: Sequence[Slot], spelling: Spelling, count: int) -> Expression:
    """Slots that the same examples have are one group, optional where others lack it."""
    parts: list[Expression] = []
    for present, group in groupby(slots, lambda slot: frozenset(slot.texts)):
        written = concat(*map(spelling, group))
        parts.append(written if len(present) == count else repeat(written, 0, 1))
    return concat(*parts)


# ---------------------------------------------------------------------------------------------------- lists


class _List(NamedTuple):
    """What comes again, the signs between, and those around; `most` is how often it comes."""

    item: list[Slot]
    mark: str
    opening: str
    closing: str
    least: int
    most: int


def _list(rows: Sequence[Sequence[Run]]) -> _List | None:
    """Rows as lists of something, one of them with two items or more; None where they are none."""
    for front, back in product(range(LONGEST_FRAME + 1), repeat=2):
        for length, between in product(range(1, LONGEST_ITEM + 1), range(LONGEST_MARK + 1)):
            found = _divided(rows, front, back, length, between)
            if found is not None:
                return found
    return None


def _divided(rows: Sequence[Sequence[Run]], front: int, back: int, length: int, between: int) -> _List | None:
    inner = [row[front : len(row) - back] for row in rows]
    if any((len(row) + between) % (length + between) for row in inner) or not all(inner):
        return None
    frames = {(_text(row[:front]), _text(row[len(row) - back :])) for row in rows}
    step = length + between
    items = [row[start : start + length] for row in inner for start in range(0, len(row), step)]
    marks = {_text(row[start + length : start + step]) for row in inner for start in range(0, len(row) - step, step)}
    counts = [(len(row) + between) // step for row in inner]
    forms = {tuple(run.symbol for run in item) for item in items}
    if len(frames) > 1 or len(marks) != 1 or len(forms) > 1 or not any(isinstance(s, CharSet) for s in forms.pop()):
        return None
    (opening, closing), mark = frames.pop(), marks.pop()
    if any(character.isalnum() for character in opening + closing + mark):
        return None
    return _List(_aligned(items), mark, opening, closing, min(counts), max(counts))


def _text(runs: Sequence[Run]) -> str:
    return "".join(run.text for run in runs)


def _again(items: _List, spelling: Spelling) -> Expression:
    """a, b -> a(, b)*, or as often as examples have it"""
    item = concat(*map(spelling, items.item))
    least, most = (items.least - 1, items.most - 1) if spelling is _close else (0, None)
    more = repeat(concat(literal(items.mark), item), least, most)
    return concat(literal(items.opening), item, more, literal(items.closing))


# ----------------------------------------------------------------------------------------------- what stands there


def _close(slot: Slot) -> Expression:
    """With as many characters as were seen: 12, 7 -> [0-9]{1,2}"""
    lengths = list(map(len, slot.texts.values()))
    return _counted(slot, min(lengths), max(lengths))


def _wide(slot: Slot) -> Expression:
    """A length that all have is meant, unless it is one: 12, 34 -> [0-9]{2}; 12, 7 -> [0-9]+"""
    lengths = set(map(len, slot.texts.values()))
    return _close(slot) if len(lengths) == 1 and (lengths != {1} or slot.symbol == UPPER) else _any(slot)


def _constant(slot: Slot) -> Expression:
    """A word that all have is meant, too."""
    texts = set(slot.texts.values())
    is_word = len(texts) == 1 < len(slot.texts) and next(iter(texts)).isalpha()
    return literal(texts.pop()) if is_word else _wide(slot)


def _any(slot: Slot) -> Expression:
    return _counted(slot, 1, None)


def _counted(slot: Slot, least: int, most: int | None) -> Expression:
    if isinstance(slot.symbol, str):
        return literal(slot.symbol)
    return repeat(chars(slot.symbol), least, most)
