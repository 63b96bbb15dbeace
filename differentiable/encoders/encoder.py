"""What every encoder is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

import torch
from torch import Tensor, nn

from dsl.errors import ConfigurationError, ExampleError

INTEGERS: Final = {torch.int32, torch.int64}


class Encoded(NamedTuple):
    """What an encoder made of a batch."""

    states: Tensor  # (B, L, width), zeros behind the end of a text
    pooled: Tensor  # (B, width)


class Encoder(nn.Module):
    """Reads tokens (B, L) of texts that are `lengths` (B,) long; what stands behind the end changes nothing.

    embedding   the vectors of the tokens, which encoders may share
    width       of what comes out
    causal      whether the state of a token depends on it and those before it alone
    modes       "soft" and, of encoders with a symbolic part, "hard" and "removed": see `mode`
    """

    modes: ClassVar[tuple[str, ...]] = ("soft",)
    can_be_causal: ClassVar[bool] = True

    def __init__(self, embedding: nn.Embedding, width: int, *, causal: bool = False) -> None:
        super().__init__()
        if width < 1:
            raise ConfigurationError(f"an encoder that is {width} wide", hint="give at least 1")
        if causal and not self.can_be_causal:
            message = f"{type(self).__name__} reads whole texts: its states know what comes later"
            raise ConfigurationError(message, hint="use causal=False, or an encoder that reads from the left")
        self.embedding = embedding
        self.width = width
        self.causal = causal
        self._mode = "soft"

    @property
    def mode(self) -> str:
        """How the symbolic part works: soft, with gradients; hard, decided; removed, zeros in its place."""
        return self._mode

    @mode.setter
    def mode(self, mode: str) -> None:
        if mode not in self.modes:
            name = type(self).__name__
            raise ConfigurationError(f"{name} has no mode {mode!r}", hint=f"modes: {', '.join(self.modes)}")
        self._mode = mode

    def forward(self, ids: Tensor, lengths: Tensor) -> Encoded:
        """A vector for each token and one for each text.

        Raises ExampleError on shapes that do not fit, on a length of 0, and on ids outside the vocabulary.
        """
        self._check_lengths(ids, lengths)
        there = torch.arange(ids.shape[1], device=ids.device) < lengths[:, None]  # (B, L)
        ids = ids.masked_fill(~there, 0)
        self._check_ids(ids)
        states, pooled = self.encode(ids, lengths, there)
        return Encoded(states * there[..., None].to(states.dtype), pooled)  # products of two types are slower

    @abstractmethod
    def encode(self, ids: Tensor, lengths: Tensor, there: Tensor) -> Encoded:
        """The same without checks: `there` (B, L) tells tokens from padding, whose ids are 0."""

    @abstractmethod
    def flops(self, lengths: Sequence[int]) -> int:
        """Floating-point operations of one forward pass over texts of these lengths, padded to the longest.

        A product and a sum count as two, as in torch.utils.flop_counter; what is done number by number is left out.
        """

    def vectors(self, ids: Tensor, there: Tensor) -> Tensor:
        """The embedded tokens, zeros for padding, (B, L, d)."""
        vectors: Tensor = self.embedding(ids) * there[..., None]
        return vectors

    def parameter_count(self, *, embedding: bool = False) -> int:
        """How many numbers are trained, with or without those of the embedding."""
        shared = 0 if embedding else self.embedding.weight.numel()
        return sum(parameter.numel() for parameter in self.parameters()) - shared

    def _check_lengths(self, ids: Tensor, lengths: Tensor) -> None:
        if ids.dim() != 2 or lengths.shape != ids.shape[:1] or not {ids.dtype, lengths.dtype} <= INTEGERS:
            shapes = f"ids of shape {tuple(ids.shape)} with lengths of shape {tuple(lengths.shape)}"
            message = f"{shapes}, {ids.dtype} with {lengths.dtype}"
            raise ExampleError(message, hint="give integers (B, L) and (B,)")
        if _is_out_of_sight(ids):
            return
        shortest, longest = map(int, lengths.aminmax()) if ids.numel() else (0, 0)
        if shortest < 1 or longest > ids.shape[1]:
            message = f"lengths from {shortest} to {longest} for texts of {ids.shape[1]} tokens"
            raise ExampleError(message, hint="give 1 to L: an empty text needs a token that stands for its end")

    def _check_ids(self, ids: Tensor) -> None:
        if _is_out_of_sight(ids):
            return
        least, most = map(int, ids.aminmax())
        if least < 0 or most >= self.embedding.num_embeddings:
            message = f"an id is outside the vocabulary of {self.embedding.num_embeddings}"
            raise ExampleError(message, hint="use the vocabulary that the encoder was made for")


def _is_out_of_sight(ids: Tensor) -> bool:
    """Whether the numbers are not at hand: while compiling, and on a device, which would have to be waited for."""
    return torch.compiler.is_compiling() or ids.device.type != "cpu"


def mean_of(states: Tensor, there: Tensor) -> Tensor:
    """The mean over the tokens of each text, (B, width), zeros where there are none."""
    return (states * there[..., None]).sum(1) / there.sum(1, keepdim=True).clamp(min=1).to(states.dtype)


def last_of(states: Tensor, lengths: Tensor) -> Tensor:
    """The state of the last token of each text, (B, width)."""
    return states[torch.arange(len(states), device=states.device), lengths - 1]
