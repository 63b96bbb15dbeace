"""What a generated text has to satisfy, as decoders see it: a state that moves with each token (lecture, section 6)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

NEVER: Final = 1 << 30  # so many tokens are no way at all
State = Any  # hashable and immutable; only the constraint that made it knows what it is
Bits = NDArray[np.uint32]  # (ceil(V / 32),): token v is bit v % 32 of word v // 32


class Constraint(Protocol):
    """The prefixes of a set of token sequences; `synth.decoding.TokenMask` is one.

    `end` is no token of a text: a text may end where the constraint accepts.
    """

    def start(self) -> State:
        """The state before the first token."""
        ...

    def allowed(self, state: State) -> Bits:
        """The tokens after which acceptance can still be reached."""
        ...

    def advance(self, state: State, token: int) -> State:
        """The state after an allowed token; `state` stays as it is."""
        ...

    def accepts(self, state: State) -> bool:
        """Whether the text may end here."""
        ...

    def shortest(self, state: State) -> int:
        """How many tokens the shortest way from here to acceptance has, NEVER where there is none."""
        ...


class Anything:
    """Every text."""

    def __init__(self, vocabulary_size: int) -> None:
        self._all = pack(np.ones(vocabulary_size, dtype=bool))

    def start(self) -> Hashable:
        return None

    def allowed(self, state: State) -> Bits:
        return self._all

    def advance(self, state: State, token: int) -> Hashable:
        return None

    def accepts(self, state: State) -> bool:
        return True

    def shortest(self, state: State) -> int:
        return 0


def pack(allowed: NDArray[np.bool_]) -> Bits:
    """Which tokens are allowed (V,), as bits."""
    padded = np.zeros(-(-len(allowed) // 32) * 32, dtype=bool)
    padded[: len(allowed)] = allowed
    return np.packbits(padded, bitorder="little").view(np.uint32)


def unpack(bits: Bits, vocabulary_size: int) -> NDArray[np.bool_]:
    """Which tokens are allowed, (V,); those beyond the bits are not."""
    allowed = np.unpackbits(bits.view(np.uint8), bitorder="little").view(bool)
    if len(allowed) >= vocabulary_size:
        return allowed[:vocabulary_size]
    return np.concatenate([allowed, np.zeros(vocabulary_size - len(allowed), dtype=bool)])
