"""The automaton of all formats over bytes, for lines: its arcs read several bytes where only one text can follow.

A log is mostly constants and runs of characters of one class. Each is one step, however long: arcs are labelled with
texts (as edges of a radix tree, Morrison 1968), and states know which bytes lead back to them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from searchers.mixture.kernels.lines import BYTES, LANES, NEWLINE, UNKNOWN, Table, walk
from searchers.mixture.kernels.vectors import RANGES, WIDTH
from searchers.mixture.union_automaton import NOWHERE, UnionAutomaton

MOST_STATES: Final = 16_384
MOST_ARCS: Final = 32_767
ROOM: Final = 100  # states and arcs that one byte more may need
UNREAD: Final = -2  # bytes that are no UTF-8: their line is for others to read

State = tuple[int, bytes]  # a state of the formats, and what was read since: a part of a character, or "\r"


class Lines:
    """What was found of lines, and which are left; its arrays are used again, as new memory takes longer than reading.

    begins, stops   uint64 (LANES,), where the lines that are left begin and end, in each part of the bytes
    firsts, counts  uint64 (LANES,), where what was found of each part begins in the arrays, and where the next goes
    """

    def __init__(self) -> None:
        self.found, self.ends = np.empty(0, np.int32), np.empty(0, np.uint64)

    def begin(self, data: bytes | bytearray, stop: int) -> NDArray[np.uint8]:
        """The bytes of the whole lines of `data` before `stop`, with some behind them; nothing is found of them."""
        size = data.rfind(b"\n", 0, stop) + 1
        cuts = [data.rfind(b"\n", 0, size * lane // LANES) + 1 for lane in range(LANES)] + [size]
        self.begins, self.stops = np.array(cuts[:-1], np.uint64), np.array(cuts[1:], np.uint64)
        self.firsts, self.counts = self.begins.copy(), self.begins.copy()  # a line has a byte at least
        if len(self.found) < size:
            self.found, self.ends = np.empty(size, np.int32), np.empty(size, np.uint64)
        return np.frombuffer(data if len(data) >= size + WIDTH else data + bytes(WIDTH), np.uint8)

    def leave(self, data: bytes | bytearray) -> None:
        """Leave the next line of each part, as one that needs more states than there is room for."""
        for lane in np.flatnonzero(self.begins < self.stops):
            end = data.find(b"\n", int(self.begins[lane]))
            self.found[self.counts[lane]], self.ends[self.counts[lane]] = UNREAD, end
            self.counts[lane] += np.uint64(1)
            self.begins[lane] = end + 1

    def read(self) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
        """The format of each line, and where its newline is."""
        parts = [slice(int(first), int(count)) for first, count in zip(self.firsts, self.counts, strict=True)]
        return np.concatenate([self.found[part] for part in parts]), np.concatenate([self.ends[part] for part in parts])


class LineTable:
    """Which format lines are of, by an automaton over bytes whose states and arcs are found as lines need them."""

    def __init__(self, formats: UnionAutomaton) -> None:
        self._formats = formats
        self._states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._arcs = 0
        table = self._table = Table(
            arcs=np.zeros((MOST_STATES, BYTES), np.int16),
            accepted=np.zeros(MOST_STATES, np.int32),
            goals=np.zeros(MOST_STATES, np.int32),
            ranges=np.zeros((MOST_STATES, 2 * RANGES), np.uint8),
            texts=np.zeros((MOST_ARCS, WIDTH), np.uint8),
            lengths=np.zeros(MOST_ARCS, np.uint64),
            targets=np.zeros(MOST_ARCS, np.int32),
        )
        self._flat = table._replace(arcs=table.arcs.ravel(), ranges=table.ranges.ravel(), texts=table.texts.ravel())
        self._number((0, b""))
        self._number((NOWHERE, b""))

    @property
    def is_full(self) -> bool:
        """Whether what one byte more needs may have no room."""
        return self._formats.is_full or len(self._states) + ROOM > MOST_STATES or self._arcs + ROOM > MOST_ARCS

    def walk(self, data: NDArray[np.uint8], lines: Lines) -> bool:
        """Read lines as far as there are arcs for them, and find one that is lacking; whether all are read."""
        state, byte = walk(data, lines.begins, lines.stops, self._flat, lines.found, lines.ends, lines.counts)
        if state >= 0:
            self._learn(int(state), int(byte))
        return bool(state < 0)

    def _learn(self, state: int, byte: int) -> None:
        """Find the arc of a state that begins with a byte."""
        which, before = self._after(*self._states[state], byte)
        text = bytes([byte])
        while which >= 0 and not before and (more := self._formats.forced(which)) is not None:
            if len(text) + len(more.encode()) > WIDTH:
                break
            text += more.encode()
            which = self._formats.following(which, more)
        table, arc = self._table, self._arcs
        table.texts[arc, : len(text)] = list(text)
        table.lengths[arc], table.targets[arc] = len(text), self._number((which, before))
        table.arcs[state, byte] = arc
        self._arcs += 1

    def _after(self, which: int, before: bytes, byte: int) -> State:
        """The state behind one byte more."""
        if before == b"\r":  # within a line it is a character
            which, before = self._formats.following(which, "\r"), b""
        if which < 0:
            return which, b""
        if byte == ord("\r") and not before:
            return which, b"\r"
        read = before + bytes([byte])
        try:
            return self._formats.following(which, read.decode()), b""
        except UnicodeDecodeError as error:
            return (which, read) if error.reason == "unexpected end of data" else (UNREAD, b"")

    def _number(self, state: State) -> int:
        known = self._numbers.get(state)
        if known is not None:
            return known
        number = self._numbers[state] = len(self._states)
        self._states.append(state)
        which, before = state
        table = self._table
        table.arcs[number] = UNKNOWN
        table.arcs[number, ord("\n")] = NEWLINE
        table.goals[number] = -1
        table.accepted[number] = which if which < 0 else self._formats.accepted(which)
        if before not in (b"", b"\r"):
            table.accepted[number] = UNREAD
        elif which < 0:
            self._repeat(number, number, {*range(BYTES)} - {ord("\n")})
        elif not before and (repeated := self._formats.repeated(which)) is not None:
            goal, codes = repeated
            self._repeat(number, self._number((goal, b"")), codes)
        return number

    def _repeat(self, number: int, goal: int, codes: Iterable[int]) -> None:
        """Bytes of these codes lead to the goal, and from there as well; those in the widest ranges do so at once."""
        widest = sorted(_ranges(codes), key=len, reverse=True)[:RANGES]
        widest += widest[:1] * (RANGES - len(widest))
        self._table.goals[number] = goal
        self._table.ranges[number] = [some.start for some in widest] + [len(some) - 1 for some in widest]


def _ranges(codes: Iterable[int]) -> list[range]:
    # 48, 49, 50, 65 -> 48..50, 65..65
    found: list[range] = []
    for code in sorted(codes):
        if found and found[-1].stop == code:
            found[-1] = range(found[-1].start, code + 1)
        else:
            found.append(range(code, code + 1))
    return found
