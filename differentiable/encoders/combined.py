"""Several encoders side by side: what they say is added, or put next to each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from differentiable.encoders.encoder import Encoded, Encoder
from differentiable.encoders.registry import make
from dsl.errors import ConfigurationError


class _Combined(Encoder):
    """Encoders by name over one embedding; `settings` are those of each, by its name.

    A mode is for the parts that have it: the others stay soft.
    """

    def __init__(
        self, embedding: nn.Embedding, width: int, *, causal: bool = False, parts: Sequence[str] = ("lstm", "bank"),
        settings: dict[str, dict[str, Any]] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(embedding, width, causal=causal)
        if not parts:
            raise ConfigurationError("no encoders to combine", hint='name some: parts=("lstm", "bank")')
        own = settings or {}
        if unknown := sorted({*own} - {*parts}):
            raise ConfigurationError(f"settings of {unknown[0]!r}, no part", hint=f"parts are {', '.join(parts)}")
        made = [
            make(part, vocabulary=embedding.num_embeddings, width=each, causal=causal, embedding=embedding,
                 **own.get(part, {}))
            for part, each in zip(parts, self._widths(len(parts)), strict=True)
        ]  # fmt: skip
        self.parts = nn.ModuleList(made)
        self.modes = tuple(dict.fromkeys(mode for part in made for mode in part.modes))  # type: ignore[misc]

    def _widths(self, count: int) -> list[int]:
        return [self.width] * count

    def encode(self, ids: Tensor, lengths: Tensor, there: Tensor) -> Encoded:
        found = []
        for part in self.parts:
            assert isinstance(part, Encoder)
            part.mode = self.mode if self.mode in part.modes else "soft"
            found.append(part.encode(ids, lengths, there))
        return self._joined(found)

    def _joined(self, found: list[Encoded]) -> Encoded:
        return Encoded(*(torch.stack(parts).sum(0) for parts in zip(*found, strict=True)))

    def flops(self, lengths: Sequence[int]) -> int:
        return sum(part.flops(lengths) for part in self.parts)  # type: ignore[operator]


class SumEncoder(_Combined):
    """What the encoders say, added."""


class ConcatEncoder(_Combined):
    """What the encoders say, next to each other: they share the width."""

    def _widths(self, count: int) -> list[int]:
        return [self.width // count + (place < self.width % count) for place in range(count)]

    def _joined(self, found: list[Encoded]) -> Encoded:
        return Encoded(*(torch.cat(parts, -1) for parts in zip(*found, strict=True)))
