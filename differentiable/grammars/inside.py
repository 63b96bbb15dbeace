"""The inside algorithm (docs/design.md, "Inside algorithm"), once for all semirings and once, fast, for the log.

The fast form keeps two charts, by where a span begins and by where it ends, so that both factors are plain slices; the
backward pass is the outside algorithm by hand. What underflows is taken for nothing, then for as much as it could be,
and only strings for which both differ are computed again in logarithms: results are exact for any logits.

Shapes: L length, B strings, N nonterminals. Charts are (L, B, L, N): beginning, string, width - 1, nonterminal; by end:
last position, string, L - width, nonterminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from math import log
from typing import Any, Final, NamedTuple

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from differentiable.grammars.semirings import NEVER, Semiring
from differentiable.precision import without_autocast

_POSSIBLE: Final = NEVER / 2
_PAIRS: Final = 1 << 19  # of nonterminals, at a time: 2 MB
_EXACT_ELEMENTS: Final = 1 << 22  # of one temporary of the exact form


def inside(semiring: Semiring, emissions: Tensor, binary: Tensor, spans: Tensor | None = None) -> Tensor:
    """The chart by start in any semiring, (L, B, L, N, …), from log-weights as `inside_log` takes them."""
    length, batch, nonterminals = emissions.shape
    rules = semiring.lift(binary)
    leaves = semiring.lift(emissions if spans is None else emissions + spans[:, :, 0])
    chart = semiring.zeros((length, batch, length, nonterminals), leaves)
    widths = [leaves]  # (L - width + 1, B, N, …)
    for width in range(2, length + 1):
        count = length - width + 1
        pairs = semiring.zeros((count, batch, nonterminals, nonterminals), leaves)
        for split in range(1, width):
            left, right = widths[split - 1][:count], widths[width - split - 1][split:]
            pairs = semiring.add(pairs, semiring.times(left[:, :, :, None], right[:, :, None, :]))
        pairs = pairs.flatten(2, 3)  # (spans, B, N * N, …)
        parents = [semiring.sum(semiring.times(pairs, rule.flatten(0, 1)), 2) for rule in rules]
        found = torch.stack(parents, 2)
        if spans is not None:
            found = semiring.times(found, semiring.lift(spans[:count, :, width - 1]))
        widths.append(found)
    for width, found in enumerate(widths[:length]):
        chart[: length - width, :, width] = found
    return chart


def inside_log(
    emissions: Tensor, binary: Tensor, lengths: Tensor, spans: Tensor | None = None, roots: Tensor | None = None
) -> Tensor:
    """log α[0, length, A] of each string, (B, N), differentiable in everything but `lengths` (all at least 1).

    From logarithms of R1[A, x_i], (L, B, N), and of R2, (N, N, N). `spans`, (L, B, L, N) or (L, B, L, 1), is added to
    the log-weight of each span. What stands behind the end of a string is of no consequence. Impossible is about −1e30,
    not −inf. The gradients are expected counts: of rules, and of spans.

    With `roots`, the logarithms of how likely each nonterminal is at the top, (N,), values only need to be exact where
    they count for log Z = LSE_A(roots_A + log α[0, length, A]).
    """
    found: Tensor = _Inside.apply(emissions, binary, lengths, spans, roots)  # type: ignore[no-untyped-call]
    return found


def inside_chart(emissions: Tensor, binary: Tensor, lengths: Tensor, roots: Tensor | None = None) -> Tensor:
    """The whole chart of `inside_log`, (L, B, L, N) in float64, without gradients."""
    length, batch, nonterminals = emissions.shape
    found = emissions.new_empty((length, batch, length, nonterminals), dtype=torch.float64)
    for strings, charts in _solved(emissions.detach(), binary.detach(), lengths, None, roots):
        found[:, strings] = charts.logs + charts.start_peaks[..., None]
    return found


class _Inside(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any,  # noqa: ANN401
        emissions: Tensor,
        binary: Tensor,
        lengths: Tensor,
        spans: Tensor | None,
        roots: Tensor | None,
    ) -> Tensor:
        ctx.save_for_backward(emissions, binary, lengths, spans)
        ctx.solved = _solved(emissions, binary, lengths, spans, roots)
        found = emissions.new_empty(len(lengths), emissions.shape[2])
        for strings, charts in ctx.solved:
            found[strings] = charts.tops(lengths[strings]).to(found.dtype)
        return found

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:  # noqa: ANN401
        emissions, binary, lengths, spans = ctx.saved_tensors
        of_emissions, of_binary = torch.zeros_like(emissions), torch.zeros_like(binary)
        of_spans = None if spans is None else torch.zeros_like(spans)
        for strings, charts in ctx.solved:
            own = None if spans is None else spans[:, strings]
            cells, of_rules = _backward(gradient[strings], charts, binary, lengths[strings], own)
            of_binary += of_rules
            of_emissions[:, strings] = cells[:, :, 0]
            if of_spans is not None:
                of_spans[:, strings] = cells.sum_to_size(of_spans[:, strings].shape)
        return of_emissions, of_binary, None, of_spans, None


class _Piece(NamedTuple):
    """Spans of one width that begin in a row, few enough for their pairs of nonterminals to stay in the cache."""

    width: int
    first: int
    behind: int

    def lefts(self, chart: Tensor) -> Tensor:
        """The left parts of all splits in a chart by start, (cells, splits, …): a view; cells are spans × strings."""
        return chart[self.first : self.behind].flatten(0, 1)[:, : self.width - 1]

    def rights(self, chart: Tensor) -> Tensor:
        """The right parts in a chart by end, (cells, splits, …): a view."""
        return chart[self.width - 1 :][self.first : self.behind].flatten(0, 1)[:, len(chart) - self.width + 1 :]

    def by_start(self, chart: Tensor) -> Tensor:
        """The spans themselves in a chart by start, (spans, B, …): a view."""
        return chart[self.first : self.behind, :, self.width - 1]

    def by_end(self, chart: Tensor) -> Tensor:
        """The spans themselves in a chart by end, (spans, B, …): a view."""
        return chart[self.width - 1 :][self.first : self.behind, :, len(chart) - self.width]


def _pieces(emissions: Tensor, width: int) -> Iterator[_Piece]:
    length, batch, nonterminals = emissions.shape
    count, step = length - width + 1, max(1, _PAIRS // (batch * nonterminals**2))
    for first in range(0, count, step):
        yield _Piece(width, first, min(count, first + step))


class _Lost(Enum):
    """What cells are taken for whose probabilities underflow."""

    LEAST = auto()  # what is left of them
    MOST = auto()  # the most that they can be
    EXACT = auto()


class _Charts(NamedTuple):
    """What is known of all spans, relative to the largest logarithm of the span, its peak (float64: it is large)."""

    logs: Tensor  # (L, B, L, N)
    starts: Tensor  # (L, B, L, N): exp(logs)
    ends: Tensor  # (L, B, L, N): the same by end
    start_peaks: Tensor  # (L, B, L)
    end_peaks: Tensor  # (L, B, L)
    lost: _Lost
    underflowing: dict[_Piece, Tensor]  # the cells of a piece that are taken for `lost`

    @classmethod
    def like(cls, emissions: Tensor, lost: _Lost) -> _Charts:
        length, batch, nonterminals = emissions.shape
        single = (length, batch, length)
        logs, starts, ends = (emissions.new_empty((*single, nonterminals)) for _ in range(3))
        start_peaks, end_peaks = (emissions.new_empty(single, dtype=torch.float64) for _ in range(2))
        return cls(logs, starts, ends, start_peaks, end_peaks, lost, {})

    def of(self, strings: Tensor) -> _Charts:
        """The charts of some strings, when nothing that underflows counts."""
        logs, starts, ends, start_peaks, end_peaks = (chart[:, strings] for chart in self[:5])
        return _Charts(logs, starts, ends, start_peaks, end_peaks, self.lost, {})

    def fill(self, piece: _Piece, values: Tensor) -> None:
        """Set the spans of a piece from float64 values, (spans, B, N)."""
        peaks = values.amax(2)  # (spans, B)
        logs = values.sub_(peaks[..., None]).to(self.logs.dtype)
        relative = logs.exp()
        piece.by_start(self.logs).copy_(logs)
        piece.by_start(self.starts).copy_(relative)
        piece.by_end(self.ends).copy_(relative)
        piece.by_start(self.start_peaks).copy_(peaks)
        piece.by_end(self.end_peaks).copy_(peaks)

    def lowest(self, width: int) -> float:
        """The smallest relative logarithm in the spans of a width, of those that are possible."""
        logs = _Piece(width, 0, len(self.logs) - width + 1).by_start(self.logs)
        return float(logs.masked_fill(logs < _POSSIBLE, 0.0).amin())

    def values(self, start: Tensor, string: Tensor, width: Tensor) -> Tensor:
        """The logarithms of some spans, (…, N) in float64."""
        return self.logs[start, string, width - 1] + self.start_peaks[start, string, width - 1, None]

    def tops(self, lengths: Tensor) -> Tensor:
        """The logarithms of the whole strings, (B, N) in float64."""
        strings = torch.arange(len(lengths), device=lengths.device)
        return self.values(torch.zeros_like(strings), strings, lengths)


class _Factors(NamedTuple):
    """Both parts of the splits of the cells of a piece."""

    left: Tensor  # (cells, splits, N), weighted with how likely the split's peaks are
    right: Tensor  # (cells, splits, N)
    peaks: Tensor  # (cells, splits)
    peak: Tensor  # (cells,)

    @classmethod
    def of(cls, charts: _Charts, piece: _Piece) -> _Factors:
        peaks = piece.lefts(charts.start_peaks) + piece.rights(charts.end_peaks)
        peak = peaks.amax(1)
        left = piece.lefts(charts.starts) * (peaks - peak[:, None]).exp_()[..., None].to(charts.starts.dtype)
        return cls(left, piece.rights(charts.ends), peaks, peak)

    def pairs(self) -> Tensor:
        """Summed over the splits, (cells, N * N)."""
        return torch.bmm(self.left.mT, self.right).flatten(1)


@dataclass(frozen=True, eq=False)
class _Table:
    """The binary rules in probabilities relative to the largest of their parent."""

    binary: Tensor  # (N, N, N), their logarithms as they were
    rules: Tensor  # (N, N * N)
    columns: Tensor  # (N * N, N), the same transposed in memory: the product with it is up to three times faster
    peaks: Tensor  # (N,) in float64

    @classmethod
    def of(cls, binary: Tensor) -> _Table:
        flat = binary.flatten(1)
        peaks = flat.amax(1).clamp(min=NEVER)
        rules = (flat - peaks[:, None]).exp()
        return cls(binary, rules, rules.T.contiguous(), peaks.double())

    @cached_property
    def least(self) -> Tensor:
        """The logarithm of the least possible rule, relative to the largest of its parent, ()."""
        flat = self.binary.flatten(1)
        return (flat - self.peaks[:, None]).masked_fill_(flat < _POSSIBLE, 0.0).amin()

    def floor(self) -> float:
        """Below this a sum of products may have lost much to underflow; above, less than the rounding does."""
        limits = torch.finfo(self.rules.dtype)
        return self.rules.shape[1] * limits.tiny / limits.eps


def _solved(
    emissions: Tensor, binary: Tensor, lengths: Tensor, spans: Tensor | None, roots: Tensor | None
) -> list[tuple[Tensor, _Charts]]:
    """Charts that are as good as exact, and the strings that they are of."""
    strings = torch.arange(len(lengths), device=lengths.device)
    least = _forward(emissions, binary, spans, _Lost.LEAST)
    if not least.underflowing:
        return [(strings, least)]
    most = _forward(emissions, binary, spans, _Lost.MOST)
    low, high = (charts.tops(lengths) for charts in (least, most))  # (B, N)
    if roots is not None:
        low, high = (torch.logsumexp(tops + roots.detach(), 1, keepdim=True) for tops in (low, high))
    differs = (high - low > 8 * torch.finfo(emissions.dtype).eps).any(1)
    if not bool(differs.any()):
        return [(strings, least.of(strings))]
    some, others = strings[differs], strings[~differs]
    exact = _forward(emissions[:, some], binary, None if spans is None else spans[:, some], _Lost.EXACT)
    return [(some, exact), *([(others, least.of(others))] if len(others) else [])]


@without_autocast
def _forward(emissions: Tensor, binary: Tensor, spans: Tensor | None, lost: _Lost) -> _Charts:
    length, batch, nonterminals = emissions.shape
    charts, table = _Charts.like(emissions, lost), _Table.of(binary)
    leaves = _Piece(1, 0, length)
    charts.fill(leaves, _with_spans(emissions.double(), spans, leaves).clamp(min=NEVER))
    lowest: list[float] = []
    for width in range(2, length + 1):
        for piece in _pieces(emissions, width):
            factors = _Factors.of(charts, piece)
            sums = factors.pairs() @ table.columns  # (cells, N)
            rows = sums.new_empty(0, dtype=torch.int64)
            if float(sums.amin()) < table.floor():  # rarely
                lowest += [charts.lowest(shorter) for shorter in range(len(lowest) + 1, width)]
                rows = _underflowing(factors, table, sums, lowest)
            if len(rows):
                charts.underflowing[piece] = rows
                if lost is _Lost.MOST:
                    sums[rows] += table.floor()
            values = sums.double().log_().add_(factors.peak[:, None]).add_(table.peaks)
            for some, left, right in _parts(charts, piece):
                values[some] = _exactly(left, right, binary)
            values = values.view(-1, batch, nonterminals)
            charts.fill(piece, _with_spans(values, spans, piece).clamp_(min=NEVER))
    return charts


def _with_spans(values: Tensor, spans: Tensor | None, piece: _Piece) -> Tensor:
    return values if spans is None else values + piece.by_start(spans)


def _underflowing(factors: _Factors, table: _Table, sums: Tensor, lowest: list[float]) -> Tensor:
    """The cells with a small sum that some possible product may be missing from."""
    both = [one + other for one, other in zip(lowest, reversed(lowest), strict=True)]
    relative = factors.peaks - factors.peak[:, None] + torch.tensor(both).to(factors.peaks)
    smallest = relative.masked_fill(factors.peaks < _POSSIBLE, 0.0).amin(1)  # (cells,)
    suspect = (smallest + table.least < log(table.floor())) & (sums < table.floor()).any(1)
    return suspect.nonzero()[:, 0]


def _parts(charts: _Charts, piece: _Piece) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """The cells of a piece to be exact, some at a time, and logarithms of their splits' parts, (cells, splits, N)."""
    if charts.lost is not _Lost.EXACT or piece not in charts.underflowing:
        return
    rows = charts.underflowing[piece]
    _, batch, _, nonterminals = charts.logs.shape
    splits = torch.arange(1, piece.width, device=rows.device)
    for some in torch.split(rows, max(1, _EXACT_ELEMENTS // (nonterminals**2 * max(nonterminals, piece.width)))):
        start, string = piece.first + some[:, None] // batch, some[:, None] % batch
        right = charts.values(start + splits, string, piece.width - splits)
        yield some, charts.values(start, string, splits), right


def _exactly(left: Tensor, right: Tensor, binary: Tensor) -> Tensor:
    """The recursion for some cells in logarithms, (cells, N)."""
    pairs = torch.logsumexp(left[..., :, None] + right[..., None, :], 1)  # (cells, N, N)
    return torch.logsumexp((pairs[:, None] + binary.clamp(min=NEVER)).flatten(2), 2)


@without_autocast
def _backward(
    gradient: Tensor, charts: _Charts, binary: Tensor, lengths: Tensor, spans: Tensor | None
) -> tuple[Tensor, Tensor]:
    """The outside algorithm, from wide to narrow: gradients of all cells, (L, B, L, N), and of the rules."""
    length, batch, _, nonterminals = charts.logs.shape
    table = _Table.of(binary)
    starts, ends = torch.zeros_like(charts.logs), torch.zeros_like(charts.logs)
    starts[0, torch.arange(batch, device=lengths.device), lengths - 1] = gradient
    of_rules, of_exact_rules = torch.zeros_like(table.rules), torch.zeros_like(binary)
    for width in range(length, 1, -1):
        for piece in _pieces(charts.logs[:, :, 0], width):
            piece.by_start(starts).add_(piece.by_end(ends))
            cells = piece.by_start(starts).flatten(0, 1)  # (cells, N)
            for some, left, right in _parts(charts, piece):
                of_left, of_right, of_some_rules = _exact_gradients(left, right, binary, cells[some])
                of_exact_rules += of_some_rules
                piece.lefts(starts)[some] += of_left.to(starts.dtype)
                piece.rights(ends)[some] += of_right.to(ends.dtype)
            factors = _Factors.of(charts, piece)
            scale = factors.peak[:, None] + table.peaks - _own_values(charts, spans, piece)
            weights = cells * scale.to(cells.dtype).clamp_(max=-log(table.floor())).exp_()
            if piece in charts.underflowing:
                weights[charts.underflowing[piece]] = 0.0
            of_rules.addmm_(weights.T, factors.pairs())
            of_pairs = (weights @ table.rules).view(-1, nonterminals, nonterminals)  # (cells, N, N)
            piece.lefts(starts).addcmul_(torch.bmm(factors.right, of_pairs.mT), factors.left)
            piece.rights(ends).addcmul_(torch.bmm(factors.left, of_pairs), factors.right)
    leaves = _Piece(1, 0, length)
    leaves.by_start(starts).add_(leaves.by_end(ends))
    of_binary = of_rules.mul_(table.rules).view_as(binary).add_(of_exact_rules)
    return starts, of_binary


def _own_values(charts: _Charts, spans: Tensor | None, piece: _Piece) -> Tensor:
    """What the recursion alone gave for the cells of a piece, (cells, N)."""
    values = piece.by_start(charts.logs) + piece.by_start(charts.start_peaks)[..., None]
    return (values if spans is None else values - piece.by_start(spans)).flatten(0, 1)


def _exact_gradients(left: Tensor, right: Tensor, binary: Tensor, gradient: Tensor) -> tuple[Tensor, ...]:
    with torch.enable_grad():
        inputs = [part.detach().requires_grad_() for part in (left, right, binary)]
        return torch.autograd.grad(_exactly(*inputs), inputs, gradient)
