"""The symbols of a layer: atoms, classes of characters that none of its patterns tells apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

from dsl.automata.atoms import Atoms
from dsl.automata.positions import PositionAutomaton
from dsl.charset import CharSet
from dsl.errors import ExampleError, LimitError
from dsl.expressions.expression import Expression


class Alphabet:
    """All characters in symbols; those that no pattern names share one. Strings may contain `known`, or any."""

    def __init__(self, atoms: Atoms, known: CharSet | None = None) -> None:
        self.atoms = atoms
        self.known = known

    @classmethod
    def of(cls, expressions: Iterable[Expression], characters: Iterable[str] = "", *, closed: bool = False) -> Alphabet:
        """The atoms of the expressions, with a symbol for each of the `characters` besides.

        With `closed`, strings may contain no others. Raises LimitError when an expression is too large.
        """
        sets = [charset for expression in expressions for charset in PositionAutomaton(expression).sets]
        named = CharSet.of("".join(characters))
        singles = [CharSet.of(character) for character in sorted(set("".join(characters)))]
        return cls(Atoms([*sets, *singles]), named if closed else None)

    def __len__(self) -> int:
        return len(self.atoms)

    def batch(
        self, strings: Sequence[str] | Tensor, lengths: Tensor | None = None, *, max_length: int
    ) -> tuple[Tensor, Tensor]:
        """Symbols (B, L), 0 behind the end of a string, and lengths (B,), of strings or of what is encoded already.

        Raises ExampleError when there is no string, or a character or symbol is not in the alphabet, LimitError on a
        string longer than `max_length`.
        """
        if isinstance(strings, Tensor):
            return self._checked(strings, lengths, max_length)
        if isinstance(strings, str) or lengths is not None:
            raise ExampleError("a batch is a list of strings, or symbols with lengths", hint='for example ["ab", "c"]')
        _check_size(len(strings), max(map(len, strings), default=0), max_length)
        return self._encode(strings)

    def _encode(self, texts: Sequence[str]) -> tuple[Tensor, Tensor]:
        characters = sorted(set().union(*texts))
        for character in characters:
            if self.known is not None and character not in self.known:
                text = next(text for text in texts if character in text)
                message = f"{character!r} is not in the alphabet of the layer: {text[:60]!r}"
                raise ExampleError(message, hint="make the layer for an alphabet with this character")
        symbol = {character: self.atoms.atom_of(character) for character in characters}
        lengths = torch.tensor([len(text) for text in texts])
        symbols = torch.zeros(len(texts), int(lengths.max()), dtype=torch.int64)
        there = torch.arange(symbols.shape[1]) < lengths[:, None]
        symbols[there] = torch.tensor([symbol[character] for character in "".join(texts)], dtype=torch.int64)
        return symbols, lengths

    def _checked(self, symbols: Tensor, lengths: Tensor | None, max_length: int) -> tuple[Tensor, Tensor]:
        if symbols.dim() != 2 or symbols.is_floating_point():
            raise ExampleError(f"symbols of shape {tuple(symbols.shape)}", hint="give integers of shape (B, L)")
        rows, longest = symbols.shape
        _check_size(rows, longest, max_length)
        if lengths is None:
            lengths = symbols.new_full((rows,), longest)
        if torch.compiler.is_compiling():  # what follows would wait for the values
            return symbols, lengths
        if lengths.shape != (rows,) or not bool(((lengths >= 0) & (lengths <= longest)).all()):
            raise ExampleError("lengths do not fit the symbols", hint=f"give {rows} numbers from 0 to {longest}")
        if not bool(((symbols >= 0) & (symbols < len(self))).all()):
            message = f"a symbol is outside the alphabet of {len(self)} symbols"
            raise ExampleError(message, hint="encode strings with the layer's own alphabet")
        return symbols.long(), lengths.long()

    def readable(self) -> Tensor:
        """For each symbol whether strings may contain one of its characters, (V,)."""
        return torch.tensor([self.known is None or bool(charset & self.known) for charset in self.atoms.sets])

    def characters(self) -> list[CharSet]:
        """The characters of each symbol that strings may contain."""
        return [charset if self.known is None else charset & self.known for charset in self.atoms.sets]

    def sizes(self) -> Tensor:
        """How many characters each symbol stands for, (V,), float64."""
        return torch.tensor([len(charset) for charset in self.atoms.sets], dtype=torch.float64)

    # ------------------------------------------------------------------------------------------------ as numbers

    def to_tensor(self) -> Tensor:
        """The ranges of each symbol, and with symbol −1 those of `known`: (ranges, 3), low, high, symbol."""
        sets = [*enumerate(self.atoms.sets), *([] if self.known is None else [(-1, self.known)])]
        return torch.tensor([(low, high, symbol) for symbol, charset in sets for low, high in charset.ranges])

    @classmethod
    def from_tensor(cls, ranges: Tensor) -> Alphabet:
        """The alphabet that `to_tensor` wrote."""
        sets: dict[int, list[tuple[int, int]]] = {}
        for low, high, symbol in ranges.tolist():
            sets.setdefault(symbol, []).append((low, high))
        known = sets.pop(-1, None)
        return cls(Atoms(map(CharSet, sets.values())), None if known is None else CharSet(known))


def _check_size(rows: int, longest: int, max_length: int) -> None:
    if not rows:
        raise ExampleError("the batch is empty", hint="give at least one string")
    if longest > max_length:
        message = f"a string has {longest:,} characters, the limit of the layer is {max_length:,}"
        raise LimitError(message, hint="cut it, or make the layer with a larger max_length")
