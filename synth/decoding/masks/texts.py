"""Texts that go on from a state of a parser, in bytes: the shortest, and what is sure to come."""

from __future__ import annotations

from collections.abc import Collection

from dsl.automata.atoms import Atoms
from synth.decoding.masks.parser import Parser
from synth.decoding.masks.utf8 import Utf8


class Texts:
    """Bytes for the states of a parser; `state` inside a character is that of `utf8`.

    `readable` are the bytes that the parser may read, `alone` those that are tokens.
    """

    def __init__(
        self, parser: Parser, utf8: Utf8, atoms: Atoms, alone: frozenset[int], readable: Collection[int] = range(256)
    ) -> None:
        self._parser, self._utf8, self._readable = parser, utf8, readable
        self._letters = [_letter(atoms, atom, alone) for atom in range(len(atoms))]
        self._longest_letter = max(len(letter) if alone.issuperset(letter) else 4 for letter in self._letters)

    def shortest(self, state: int, inside: int) -> bytes:
        """A continuation to the end with as few characters as any."""
        parser = self._parser
        text = b""
        if inside:
            text, state = self._completed(state, inside)
        while not parser.accepting[state]:
            atom = parser.nearest(state)
            text += self._letters[atom]
            state = parser.step(state, atom)
        return text

    def most_bytes(self, state: int, inside: int) -> float:
        """A bound for the bytes of `shortest` that takes no walking there."""
        begun, state = self._completed(state, inside) if inside else (b"", state)
        return len(begun) + self._longest_letter * self._parser.rest(state)

    def _completed(self, state: int, inside: int) -> tuple[bytes, int]:
        """Bytes that complete a character, the one with the shortest way from there, and the state behind it."""
        parser = self._parser
        ways = self._utf8.endings(inside, self._readable)
        behind = {atom: after for atom in ways if (after := parser.step(state, atom)) >= 0}
        atom = min(behind, key=lambda atom: parser.rest(behind[atom]))
        return ways[atom], behind[atom]

    def forced(self, state: int, inside: int) -> bytes:
        """The bytes that every continuation begins with; nothing where the text may end."""
        text = bytearray()
        table, atoms, parser = self._utf8.table, self._utf8.atoms, self._parser
        seen = set[tuple[int, int]]()
        while (state, inside) not in seen and (inside or not parser.accepting[state]):
            seen.add((state, inside))
            alive = set(parser.symbols(state))
            row = table[inside].tolist()
            readable = [byte for byte, symbol in enumerate(row) if symbol in alive]
            if len(readable) != 1:
                break
            text.append(readable[0])
            symbol = row[readable[0]]
            if symbol < atoms:
                state, inside = parser.step(state, symbol), 0
            else:
                inside = symbol - atoms + 1
        return bytes(text)


def _letter(atoms: Atoms, atom: int, alone: frozenset[int]) -> bytes:
    """A character of an atom, of bytes that are tokens where there is one among the first few."""
    letter = atoms.specimen(atom).encode(errors="replace")
    if alone.issuperset(letter):
        return letter
    few = (chr(code) for low, high in atoms.sets[atom].ranges for code in range(low, min(high, low + 256) + 1))
    return next((found for c in few if alone.issuperset(found := c.encode(errors="replace"))), letter)
