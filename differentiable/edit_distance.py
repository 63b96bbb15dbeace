"""The smooth Levenshtein distance of two strings (docs/design.md, "Smooth distance"), by a kernel or by diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, Final, NamedTuple

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from differentiable.automata.alphabet import Alphabet
from differentiable.precision import check_precision, without_autocast
from dsl.errors import ConfigurationError, ExampleError

MAX_LENGTH: Final = 10_000
_HINT: Final = "row i is the vector of symbol i"
_RANGE: Final = 300.0  # of costs over the temperature, beyond which the kernel's float64 ratios underflow


def soft_levenshtein(
    first: Sequence[str],
    second: Sequence[str],
    *,
    temperature: float = 1.0,
    insertion: float = 1.0,
    deletion: float = 1.0,
    alphabet: Alphabet | None = None,
    vectors: Tensor | None = None,
    divergence: bool = False,
    dtype: torch.dtype = torch.float32,
) -> Tensor:
    """The smooth distances of pairs of strings, (B,), in edits; the exact ones as the temperature goes to 0.

    Substituting a character costs 1, or with `vectors` (symbols of `alphabet`, any) 1 minus the cosine of both
    characters' vectors, so that gradients move them. With `divergence`, half of the distances of the strings to
    themselves, which are negative, are taken away: then equal strings have 0.

    Raises ExampleError on lists of different or no length and on characters outside the alphabet, LimitError beyond
    10,000 characters, ConfigurationError on a temperature or costs that are not positive numbers, on vectors that are
    not one for each symbol, and in half precision.
    """
    if len(first) != len(second):
        raise ExampleError(f"{len(first)} strings against {len(second)}", hint="give pairs")
    if (alphabet is None) != (vectors is None):
        raise ConfigurationError("vectors without an alphabet, or the reverse", hint=_HINT)
    known = alphabet or Alphabet.of((), "".join([*first, *second]), closed=True)
    if vectors is not None and (vectors.dim() != 2 or len(vectors) != len(known)):
        message = f"vectors of shape {tuple(vectors.shape)} for an alphabet of {len(known)} symbols"
        raise ConfigurationError(message, hint=_HINT)
    one, other = (known.batch(texts, max_length=MAX_LENGTH) for texts in (first, second))
    prices = {"temperature": temperature, "insertion": insertion, "deletion": deletion}

    def distance(left: tuple[Tensor, Tensor], right: tuple[Tensor, Tensor]) -> Tensor:
        return soft_edit_distance(_costs(left[0], right[0], vectors, dtype), left[1], right[1], **prices)

    found = distance(one, other)
    return found - (distance(one, one) + distance(other, other)) / 2 if divergence else found


def _costs(left: Tensor, right: Tensor, vectors: Tensor | None, dtype: torch.dtype) -> Tensor:
    """The cost of each substitution, (B, n, m)."""
    if vectors is None:
        return (left[:, :, None] != right[:, None, :]).to(dtype)
    return 1.0 - _cosines(torch.nn.functional.normalize(vectors, dim=1), left, right)


@without_autocast
def _cosines(units: Tensor, left: Tensor, right: Tensor) -> Tensor:
    return units[left.to(units.device)] @ units[right.to(units.device)].mT  # (B, n, m)


def soft_edit_distance(
    costs: Tensor,
    lengths: Tensor,
    other_lengths: Tensor,
    *,
    temperature: float = 1.0,
    insertion: float = 1.0,
    deletion: float = 1.0,
) -> Tensor:
    """The smooth distances, (B,), given what each substitution costs, (B, n, m); differentiable in the costs.

    Characters behind `lengths` (B,) of the first and `other_lengths` of the second strings are padding.
    Raises ConfigurationError on a temperature or costs that are not positive numbers, and in half precision.
    """
    check_precision(costs.dtype, "distance")
    for name, value in (("temperature", temperature), ("insertion", insertion), ("deletion", deletion)):
        if not (isfinite(value) and value > 0):
            raise ConfigurationError(f"{name} is {value}", hint="give a positive number")
    ends = lengths.to(costs.device), other_lengths.to(costs.device)
    prices = _Prices(float(temperature), float(insertion), float(deletion))
    found: Tensor = _SoftEditDistance.apply(costs, *ends, prices)  # type: ignore[no-untyped-call]
    return found


class _Prices(NamedTuple):
    """The temperature, and what an insertion and a deletion cost, in edits."""

    temperature: float
    insertion: float
    deletion: float


class _SoftEditDistance(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, costs: Tensor, lengths: Tensor, other_lengths: Tensor, prices: _Prices) -> Tensor:  # noqa: ANN401
        largest = max(prices.insertion + prices.deletion, float(costs.abs().amax()) if costs.numel() else 0.0)
        kind = _Cells if costs.device.type == "cpu" and largest < _RANGE * prices.temperature else _Diagonals
        ctx.table = kind(costs, lengths, other_lengths, prices)
        found: Tensor = ctx.table.found
        return found

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:  # noqa: ANN401
        return ctx.table.gradient_of_costs(gradient), None, None, None


class _Cells:
    """Cell by cell, on CPU."""

    def __init__(self, costs: Tensor, lengths: Tensor, other_lengths: Tensor, prices: _Prices) -> None:
        from differentiable.kernels.alignment import soft_distances

        self.found = costs.new_empty(len(costs))
        self.shares = costs.new_empty((*costs.shape, 3))
        self.ends = lengths.numpy(), other_lengths.numpy()
        table = costs.detach().contiguous().numpy()
        soft_distances(table, *self.ends, *prices, self.shares.numpy(), self.found.numpy())

    def gradient_of_costs(self, gradient: Tensor) -> Tensor:
        from differentiable.kernels.alignment import gradient_of_costs

        found = self.shares.new_zeros(self.shares.shape[:3])
        gradient_of_costs(self.shares.numpy(), *self.ends, gradient.contiguous().numpy(), found.numpy())
        return found


class _Diagonals:
    """Anti-diagonals of all pairs at once: −D/τ in (n + m + 1, n + 1, B), the cell i, j at [i + j, i]."""

    def __init__(self, costs: Tensor, lengths: Tensor, other_lengths: Tensor, prices: _Prices) -> None:
        batch, self.rows, self.columns = costs.shape
        shape = (self.rows + self.columns + 1, self.rows + 1, batch)
        self.inserted, self.deleted = -prices.insertion / prices.temperature, -prices.deletion / prices.temperature
        self.scores = costs.new_empty(shape)
        self._cells(self.scores)[1:, 1:] = costs.permute(1, 2, 0) / -prices.temperature
        self.values = costs.new_zeros(shape)
        cells = self._cells(self.values)
        cells[:, 0] = self.deleted * torch.arange(self.rows + 1, device=costs.device)[:, None]
        cells[0] = self.inserted * torch.arange(self.columns + 1, device=costs.device)[:, None]
        for diagonal, low, high in self._diagonals():
            two_back, one_back = self.values[diagonal - 2], self.values[diagonal - 1]
            substituted = two_back[low - 1 : high - 1] + self.scores[diagonal, low:high]
            shifted = torch.logaddexp(one_back[low - 1 : high - 1] + self.deleted, one_back[low:high] + self.inserted)
            torch.logaddexp(substituted, shifted, out=self.values[diagonal, low:high])
        self.ends = lengths + other_lengths, lengths, torch.arange(batch, device=costs.device)
        self.found = -prices.temperature * self.values[self.ends]

    def _diagonals(self) -> list[tuple[int, int, int]]:
        """The diagonals, and from which to before which row they have cells with neighbours on all sides."""
        return [
            (diagonal, max(1, diagonal - self.columns), min(self.rows, diagonal - 1) + 1)
            for diagonal in range(2, self.rows + self.columns + 1)
        ]

    def _cells(self, table: Tensor) -> Tensor:
        """A table by diagonals seen by cells, (n + 1, m + 1, B)."""
        step, batch = table.shape[1:]
        shape = (self.rows + 1, self.columns + 1, batch)
        return table.as_strided(shape, ((step + 1) * batch, step * batch, 1))

    def gradient_of_costs(self, gradient: Tensor) -> Tensor:
        """Times how likely each substitution is, (B, n, m)."""
        values, scores = self._cells(self.values), self._cells(self.scores)
        here = values[1:, 1:]
        moves = [torch.empty_like(self.values) for _ in range(3)]  # the shares of the three ways into each cell
        torch.exp(values[:-1, :-1] + scores[1:, 1:] - here, out=self._cells(moves[0])[1:, 1:])
        torch.exp(values[:-1, 1:] + self.deleted - here, out=self._cells(moves[1])[1:, 1:])
        torch.exp(values[1:, :-1] + self.inserted - here, out=self._cells(moves[2])[1:, 1:])
        shares = torch.zeros_like(self.values)
        shares[self.ends] = gradient
        for diagonal, low, high in reversed(self._diagonals()):
            own = shares[diagonal, low:high]
            shares[diagonal - 2, low - 1 : high - 1].addcmul_(own, moves[0][diagonal, low:high])
            shares[diagonal - 1, low - 1 : high - 1].addcmul_(own, moves[1][diagonal, low:high])
            shares[diagonal - 1, low:high].addcmul_(own, moves[2][diagonal, low:high])
        return (self._cells(shares)[1:, 1:] * self._cells(moves[0])[1:, 1:]).permute(2, 0, 1)
