"""Keys and values of the tokens that were read, so that each new token is read once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor
from torch.nn import functional

from differentiable.transformer.configuration import Configuration
from differentiable.transformer.positions import Turns
from dsl.errors import ConfigurationError

Step = Callable[[Tensor, Turns | None, Tensor | None, tuple["Cache", int]], Tensor]


class Cache:
    """What a decoder knows of B texts of one length; shorter ones are padded at the left.

    tokens   (B, length), what was read
    starts   (B,), how many of them are padding
    steps    the blocks for one token more
    """

    def __init__(
        self, configuration: Configuration, starts: Tensor, capacity: int, *, dtype: torch.dtype = torch.float32,
        steps: Sequence[Step] = (),
    ) -> None:  # fmt: skip
        self.configuration = configuration
        self.steps = steps
        self.starts = starts
        self.is_padded = bool((starts > 0).any())
        self.tokens = torch.zeros(len(starts), 0, dtype=torch.int64, device=starts.device)
        each = configuration.width // configuration.heads
        shape = (len(starts), 2 * configuration.key_heads, max(capacity, 1), each)
        self._kept = [torch.empty(shape, dtype=dtype, device=starts.device) for _ in range(configuration.blocks)]

    @property
    def length(self) -> int:
        """Tokens read, padding included."""
        return self.tokens.shape[1]

    def extend(self, tokens: Tensor) -> None:
        """Make room for more tokens (B, T); their keys and values come by `update`, block by block."""
        if len(tokens) != len(self.tokens):
            message = f"a cache of {len(self.tokens)} texts cannot go on with {len(tokens)}"
            raise ConfigurationError(message, hint="make a cache for this batch, or reorder it")
        self.tokens = torch.cat([self.tokens, tokens], 1)
        capacity = self._kept[0].shape[2]
        if self.length > capacity:
            self._kept = [functional.pad(kept, (0, 0, 0, 2 * self.length - capacity)) for kept in self._kept]

    def update(self, block: int, pairs: Tensor) -> Tensor:
        """Add the keys and values (B, 2 groups, T, d) of the newest tokens; those of all, (B, 2 groups, length, d)."""
        length, new, kept = self.length, pairs.shape[2], self._kept[block]
        kept.narrow(2, length - new, new).copy_(pairs)
        return kept.narrow(2, 0, length)

    def reorder(self, rows: Tensor) -> Cache:
        """The cache of these rows (B',), each as often as it is named: of beams that go on."""
        other = object.__new__(Cache)
        other.configuration, other.steps = self.configuration, self.steps
        other.starts, other.tokens = self.starts[rows], self.tokens[rows]
        other.is_padded = self.is_padded
        other._kept = [kept[rows] for kept in self._kept]
        return other

    def check(self, configuration: Configuration, tokens: Tensor) -> None:
        """Raises ConfigurationError when this is the cache of another model, or of texts that begin otherwise."""
        if configuration != self.configuration:
            raise ConfigurationError("the cache is one of another model", hint="make it with model.cache")
        if len(tokens) != len(self.tokens) or not torch.equal(tokens[:, : self.length], self.tokens):
            raise ConfigurationError("the cache holds another prompt", hint="make a new cache for each prompt")
