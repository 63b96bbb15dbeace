"""Grammars as rules of at most two symbols, in flat arrays for kernels.

Symbols are numbered: the rules that `start` can reach first, `start` being 0, then what lies inside them. A repeat
becomes a chain, so that a string has as many derivations here as it has in the grammar:

    s: "a" b* "c"?   ->   s: A x    x: y z    y: ε | b y    z: ε | C    A: [a]    C: [c]

Empty symbols and rules of one symbol stay as they are: removing them can square the size of a grammar, and the
kernels go around their loops anyway (Lange and Leiß 2009, "To CNF or not to CNF?").
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Ref, Repeat, Union
from dsl.grammars.rules import reachable

MAX_SYMBOLS = 5_000


class Productions(NamedTuple):
    """The rules as the kernels read them."""

    size: int  # how many symbols there are
    binary: NDArray[np.int32]  # (any, 3): parent, left, right
    units: NDArray[np.int32]  # (any, 2): parent, child
    empty: NDArray[np.int32]  # (any,): symbols that may be ε
    terminals: NDArray[np.int32]  # (any,): symbols that read one character


@dataclass(frozen=True, eq=False)
class Binarised:
    """`names[symbol]` is the rule of a symbol, of as many as there are; terminal i reads a character of `sets[i]`."""

    productions: Productions
    names: tuple[str, ...]
    sets: tuple[CharSet, ...]


def binarise(rules: Mapping[str, Expression]) -> Binarised:
    """The rules that `start`, the first, can reach. Raises LimitError beyond 5,000 symbols, ValueError on ∅."""
    builder = _Builder(rules)
    builder.define_all()
    productions = Productions(
        builder.size,
        np.array(builder.binary, dtype=np.int32).reshape(-1, 3),
        np.array(builder.units, dtype=np.int32).reshape(-1, 2),
        np.array(builder.empty, dtype=np.int32),
        np.array(list(builder.terminals.values()), dtype=np.int32),
    )
    return Binarised(productions, tuple(builder.named), tuple(builder.terminals))


class _Builder:
    """Numbers symbols and collects rules; equal parts become one symbol."""

    def __init__(self, rules: Mapping[str, Expression]) -> None:
        self.rules = rules
        self.named = {name: symbol for symbol, name in enumerate(reachable(rules))}
        self.size = len(self.named)
        if self.size > MAX_SYMBOLS:
            raise _too_many_symbols()
        self.binary: list[tuple[int, int, int]] = []
        self.units: list[tuple[int, int]] = []
        self.empty: list[int] = []
        self.terminals: dict[CharSet, int] = {}
        self._known: dict[Hashable, int] = {}

    def define_all(self) -> None:
        for name, symbol in self.named.items():
            expression = self.rules[name]
            if isinstance(expression, Union):
                for part in expression.parts:
                    self._alternative(symbol, part)
            else:
                self._alternative(symbol, expression)

    def _alternative(self, parent: int, node: Expression) -> None:
        """Let `parent` be `node`, among other things."""
        match node:
            case Concat(parts):
                first, *rest = map(self._symbol, parts)
                self.binary.append((parent, first, self._chain(rest)))
            case Epsilon():
                self.empty.append(parent)
            case Repeat(Union(parts), 0, 1):
                self.empty.append(parent)
                for part in parts:
                    self._alternative(parent, part)
            case Repeat(body, 0, 1):
                self.empty.append(parent)
                self._alternative(parent, body)
            case _:
                self.units.append((parent, self._symbol(node)))

    def _symbol(self, node: Expression) -> int:
        match node:
            case Chars(charset):
                symbol = self.terminals.get(charset)
                if symbol is None:
                    symbol = self.terminals[charset] = self._new()
                return symbol
            case Ref(name):
                return self.named[name]
            case Concat(parts):
                return self._chain([self._symbol(part) for part in parts])
            case Union(parts):
                children = tuple(map(self._symbol, parts))
                symbol, is_new = self._find(("|", children))
                if is_new:
                    self.units.extend((symbol, child) for child in children)
                return symbol
            case Repeat(body, low, high):
                return self._repeat(self._symbol(body), low, high)
            case Epsilon():
                return self._empty()
            case _:
                raise ValueError("∅ has no symbol")

    def _chain(self, symbols: list[int]) -> int:
        # a b c -> a (b c)
        rest = symbols[-1]
        for symbol in reversed(symbols[:-1]):
            rest = self._pair(symbol, rest)
        return rest

    def _pair(self, left: int, right: int) -> int:
        symbol, is_new = self._find((left, right))
        if is_new:
            self.binary.append((symbol, left, right))
        return symbol

    def _repeat(self, body: int, low: int, high: int | None) -> int:
        # x{2,} -> x (x y) with y: ε | x y;  x{2,4} -> x (x y) with y: ε | x z, z: ε | x
        if low > MAX_SYMBOLS:
            raise _too_many_symbols()
        if high is None:
            tail, required = self._loop(body, min(low, 1)), max(low - 1, 0)
        elif high == low:
            tail, required = body, low - 1
        else:
            tail, required = self._up_to(body, high - low), low
        return self._chain([body] * required + [tail])

    def _loop(self, body: int, low: int) -> int:
        symbol, is_new = self._find(("*", body, low))
        if is_new:
            self.binary.append((symbol, body, symbol))
            if low == 0:
                self.empty.append(symbol)
            else:
                self.units.append((symbol, body))
        return symbol

    def _up_to(self, body: int, high: int) -> int:
        symbol, is_new = self._find(("?", body, 1))
        if is_new:
            self.empty.append(symbol)
            self.units.append((symbol, body))
        for count in range(2, high + 1):
            shorter = symbol
            symbol, is_new = self._find(("?", body, count))
            if is_new:
                self.empty.append(symbol)
                self.binary.append((symbol, body, shorter))
        return symbol

    def _empty(self) -> int:
        symbol, is_new = self._find("")
        if is_new:
            self.empty.append(symbol)
        return symbol

    def _find(self, key: Hashable) -> tuple[int, bool]:
        symbol = self._known.get(key)
        if symbol is not None:
            return symbol, False
        symbol = self._known[key] = self._new()
        return symbol, True

    def _new(self) -> int:
        if self.size == MAX_SYMBOLS:
            raise _too_many_symbols()
        self.size += 1
        return self.size - 1


def _too_many_symbols() -> LimitError:
    return LimitError(f"the grammar has more than {MAX_SYMBOLS:,} symbols", hint="use * or + for large counts")
