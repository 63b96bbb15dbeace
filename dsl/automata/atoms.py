"""Atoms: the coarsest partition of Unicode that tells a collection of character sets apart."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from dsl.automata.bit_sets import bits
from dsl.charset import ALPHANUMERIC, LOWER, MAX_CODE_POINT, PRINTABLE, CharSet


class Atoms:
    """The partition of all characters into atoms: two share one when the same sets contain them.

    `sets[i]` are the characters of atom `i`, numbered by the smallest. Memory grows with ranges, never with Unicode.
    """

    __slots__ = ("_atoms", "_members", "_starts", "sets")

    def __init__(self, sets: Iterable[CharSet] = ()) -> None:
        # [a-c] [b-z] -> rest | a | bc | d-z: a sweep over the ends of all ranges, with one bit for each set we are in
        distinct = list(dict.fromkeys(sets))
        toggles: defaultdict[int, int] = defaultdict(int, {0: 0})
        for bit, charset in enumerate(distinct):
            for low, high in charset.ranges:
                toggles[low] ^= 1 << bit
                toggles[high + 1] ^= 1 << bit
        toggles[MAX_CODE_POINT + 1] = 0
        self._starts: list[int] = []
        self._atoms: list[int] = []
        numbers: dict[int, int] = {}
        ranges: list[list[tuple[int, int]]] = []
        signature = 0
        for start, end in pairwise(sorted(toggles)):
            signature ^= toggles[start]
            atom = numbers.setdefault(signature, len(numbers))
            if atom == len(ranges):
                ranges.append([])
            ranges[atom].append((start, end - 1))
            self._starts.append(start)
            self._atoms.append(atom)
        self.sets: list[CharSet] = [CharSet(found) for found in ranges]
        members: list[list[int]] = [[] for _ in distinct]
        for signature, atom in numbers.items():
            for bit in bits(signature):
                members[bit].append(atom)
        self._members = dict(zip(distinct, map(tuple, members), strict=True))

    def __len__(self) -> int:
        return len(self.sets)

    def atom_of(self, character: str) -> int:
        """The number of the atom that holds `character`."""
        return self._atoms[bisect_right(self._starts, ord(character)) - 1]

    def atoms_in(self, charset: CharSet) -> tuple[int, ...]:
        """The atoms that make up `charset`, one of those the partition was made for. Raises KeyError on another."""
        return self._members[charset]

    def specimen(self, atom: int) -> str:
        """A character of `atom` that is easy to read: a small letter, else a printable one, else the first."""
        found = self.sets[atom]
        return next((common for kind in (LOWER, ALPHANUMERIC, PRINTABLE) if (common := found & kind)), found).first()
