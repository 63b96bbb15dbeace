"""How likely strings are by the rules of a PCFG, and how often they use them (docs/design.md, "Inside algorithm")."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import torch
from torch import Tensor

from differentiable.grammars.inside import inside_log
from differentiable.grammars.semirings import NEVER

IMPOSSIBLE: Final = NEVER / 2
_BATCH: Final = 64  # strings at a time, where all are looked at
_CHART: Final = 1 << 23  # numbers in a chart


class Encoded(NamedTuple):
    """Strings as symbols of the alphabet; what stands behind the length of a string is padding."""

    symbols: Tensor  # (B, L), int64
    lengths: Tensor  # (B,), int64


class Rules(NamedTuple):
    """One number for each rule: logarithms of probabilities, probabilities, or expected counts."""

    root: Tensor  # (N + 1,): which nonterminal a string begins with; the last is for the empty string
    emit: Tensor  # (N, V): the symbol that a nonterminal becomes
    binary: Tensor  # (N, N, N): the pair of nonterminals that it becomes: parent, left, right


def in_batches(encoded: Encoded, nonterminals: int) -> Iterator[tuple[list[int], Encoded]]:
    """Which strings, of similar length, and these: so many that their charts stay small."""
    order = encoded.lengths.argsort(descending=True, stable=True)
    first = 0
    while first < len(order):
        longest = int(encoded.lengths[order[first]])
        rows = order[first : first + max(1, min(_BATCH, _CHART // (longest**2 * nonterminals + 1)))]
        yield rows.tolist(), Encoded(encoded.symbols[rows, :longest], encoded.lengths[rows])
        first += len(rows)


def emissions(rules: Rules, encoded: Encoded) -> Tensor:
    """What the inside algorithm reads of the strings, (L, B, N)."""
    return rules.emit.T[encoded.symbols.T]  # (L, B, N)


def root_scores(rules: Rules, encoded: Encoded, spans: Tensor | None) -> Tensor:
    """log π_A + log α[0, length, A], (B, N)."""
    roots = rules.root[:-1].clamp(min=NEVER)
    return inside_log(emissions(rules, encoded), rules.binary, encoded.lengths.clamp(min=1), spans, roots) + roots


def log_probabilities(rules: Rules, encoded: Encoded, spans: Tensor | None = None) -> Tensor:
    """Of the strings, (B,); −inf outside the language. `spans` are as `inside_log` takes them."""
    found = rules.root[-1].expand(len(encoded.symbols))
    if encoded.symbols.shape[1]:
        found = torch.where(encoded.lengths > 0, root_scores(rules, encoded, spans).logsumexp(1), found)
    return torch.where(found > IMPOSSIBLE, found, -torch.inf)


def expectations(rules: Rules, encoded: Encoded) -> tuple[Rules, float]:
    """How often each rule is expected to be used, and the log-probability of all strings together."""
    rules = Rules(*(tensor.detach().requires_grad_() for tensor in rules))
    sums, total = [torch.zeros_like(tensor) for tensor in rules], 0.0
    for _, part in in_batches(encoded, len(rules.binary)):
        with torch.enable_grad():
            found = log_probabilities(rules, part)
            possible = found.masked_fill(found == -torch.inf, 0.0).sum()
        gradients = torch.autograd.grad(possible, list(rules), materialize_grads=True)
        for counts, found_here in zip(sums, gradients, strict=True):
            counts += found_here
        total += float(found.detach().sum())
    return Rules(*sums), total
