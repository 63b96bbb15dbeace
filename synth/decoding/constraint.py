"""What a generated text has to satisfy, as decoders see it: a state that moves with each token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

NEVER: Final = 1 << 30  # so many tokens are no way at all
State = Any  # hashable and immutable; only the constraint that made it knows what it is
Bits = NDArray[np.uint32]  # (ceil(V / 32),): token v is bit v % 32 of word v // 32


class Constraint(Protocol):
    """The prefixes of a set of token sequences, as `TokenMask` is. End tokens are no part of a text."""

    def start(self) -> State:
        """The state before the first token."""

    def allowed(self, state: State) -> Bits:
        """The tokens after which acceptance can still be reached."""

    def allowed_within(self, state: State, left: int) -> Bits:
        """Those of them behind which `left` - 1 tokens are enough."""

    def successors(self, state: State) -> tuple[NDArray[np.int64], Sequence[State]]:
        """The allowed tokens, and the state behind each of them."""

    def advance(self, state: State, token: int) -> State:
        """The state behind an allowed token; `state` stays as it is."""

    def accepts(self, state: State) -> bool:
        """Whether the text may end here."""

    def distance_to_end(self, state: State) -> int:
        """How few tokens lead from here to acceptance, NEVER where none do."""


class Anything:
    """Every text."""

    def __init__(self, vocabulary_size: int) -> None:
        self._size = vocabulary_size
        self._all = pack(np.ones(vocabulary_size, dtype=bool))

    def start(self) -> State:
        return None

    def allowed(self, state: State) -> Bits:
        return self._all

    def allowed_within(self, state: State, left: int) -> Bits:
        return self._all

    def successors(self, state: State) -> tuple[NDArray[np.int64], Sequence[State]]:
        return np.arange(self._size), [None] * self._size

    def advance(self, state: State, token: int) -> State:
        return None

    def accepts(self, state: State) -> bool:
        return True

    def distance_to_end(self, state: State) -> int:
        return 0


def pack(allowed: NDArray[np.bool_]) -> Bits:
    """Which tokens are allowed (V,), as bits."""
    padded = np.zeros(-(-len(allowed) // 32) * 32, dtype=bool)
    padded[: len(allowed)] = allowed
    return np.packbits(padded, bitorder="little").view(np.uint32)


def has(bits: Bits, token: int) -> bool:
    """Whether a token is among the allowed ones."""
    return bool(bits[token >> 5] >> (token & 31) & 1)


def unpack(bits: Bits, vocabulary_size: int) -> NDArray[np.bool_]:
    """Which tokens are allowed, (V,); those beyond the bits are not."""
    allowed = np.unpackbits(bits.view(np.uint8), bitorder="little").view(bool)
    if len(allowed) >= vocabulary_size:
        return allowed[:vocabulary_size]
    return np.concatenate([allowed, np.zeros(vocabulary_size - len(allowed), dtype=bool)])
