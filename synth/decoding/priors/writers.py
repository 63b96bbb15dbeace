"""Distributions over strings, written a symbol at a time; symbols are classes of characters, as those of layers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dsl.automata.atoms import Atoms
from dsl.automata.sampling import presentable
from dsl.errors import ConfigurationError

if TYPE_CHECKING:
    from differentiable.bank import RegexBank
    from differentiable.pcfg import PCFG

State = Any
Floats = NDArray[np.float64]


class Writer(Protocol):
    """p(next symbol | prefix), what is ahead of a prefix being 1 altogether. States are immutable."""

    def start(self) -> State:
        """The state before the first symbol."""

    def ahead(self, state: State) -> Floats:
        """The probability of each symbol to come next, (V,)."""

    def stop(self, state: State) -> float:
        """The probability that the string ends here."""

    def read(self, state: State, symbol: int) -> State:
        """The state behind a symbol that has a probability."""


class AutomataWriter:
    """Automata that choose in each state between stopping and their arcs: `arcs` (V, K, K), `stops` (K,).

    `starts` (K,) are the probabilities of beginning in each state. A state of the writer is the distribution over those
    of the automata (docs/design.md, "Relaxed automata", generative).
    """

    def __init__(self, starts: Floats, arcs: Floats, stops: Floats) -> None:
        self.starts = starts
        self.arcs = arcs
        self.stops = stops
        self._ahead: Floats = arcs.sum(axis=2).T  # (K, V)

    @classmethod
    def of_bank(cls, bank: RegexBank, shares: Floats | None = None) -> AutomataWriter:
        """The automata of a bank in generative mode, side by side, begun in proportion to `shares` (D,), or alike.

        Raises ConfigurationError on a bank of another mode, which writes nothing.
        """
        if bank.mode != "generative":
            hint = 'make it with mode="generative"'
            raise ConfigurationError(f"a bank of mode {bank.mode} writes nothing", hint=hint)
        arcs = bank.arc_weights().detach().double().cpu().numpy()  # (D, V, Q, Q)
        stops = bank.end_weights().detach().double().cpu().numpy()  # (D, Q)
        count, symbols, states, _ = arcs.shape
        blocks = np.zeros((symbols, count, states, count, states))
        for number in range(count):
            blocks[:, number, :, number] = arcs[number]
        starts = np.zeros((count, states))
        starts[:, 0] = np.full(count, 1 / count) if shares is None else shares / shares.sum()
        size = count * states
        return cls(starts.ravel(), blocks.reshape(symbols, size, size), stops.ravel())

    def start(self) -> Floats:
        return self.starts

    def ahead(self, state: Floats) -> Floats:
        shares: Floats = state @ self._ahead
        return shares

    def stop(self, state: Floats) -> float:
        return float(state @ self.stops)

    def read(self, state: Floats, symbol: int) -> Floats:
        after: Floats = state @ self.arcs[symbol]
        after /= after.sum()
        return after


class Chart(NamedTuple):
    """What n symbols may be part of, relative to the mass of all strings that begin with them."""

    inside: Floats  # (n, n, N): p(nonterminal becomes the symbols from i to k), for k ≥ i
    expected: Floats  # (n + 1, N): nonterminals that begin before each symbol, and before the next one


class GrammarWriter:
    """A PCFG: `root` (N + 1,), the last for the empty string, `emit` (N, V), `binary` (N, N, N): parent, left, right.

    Its derivations have to end with probability 1. Prefix probabilities are those of Jelinek and Lafferty (1991), with
    the left corners of all derivations summed once,

        Q = (I - P)^-1,        P[A, B] = Σ_C p(A -> B C)

    and followed forward as Stolcke (1995) does: expected_i[D] = Σ p(B -> C D) over all B that begin at j and C that
    become the symbols from j to i, closed under Q. The mass of the next symbol v is Σ_A expected_n[A] p(A -> v).
    """

    def __init__(self, root: Floats, emit: Floats, binary: Floats) -> None:
        self.root = root
        self.emit = emit
        self.binary = binary
        self._corners: Floats = np.linalg.inv(np.eye(len(emit)) - binary.sum(axis=2))  # (N, N)

    @classmethod
    def of_layer(cls, layer: PCFG) -> GrammarWriter:
        """The rules of a layer with their probabilities."""
        return cls(*(tensor.double().cpu().numpy() for tensor in layer.probabilities()))

    def start(self) -> Chart:
        size = len(self.emit)
        return Chart(np.zeros((0, 0, size)), (self.root[:-1] @ self._corners)[np.newaxis])

    def ahead(self, state: Chart) -> Floats:
        shares: Floats = state.expected[-1] @ self.emit
        return shares

    def stop(self, state: Chart) -> float:
        return float(self.root[:-1] @ state.inside[0, -1]) if len(state.inside) else float(self.root[-1])

    def read(self, state: Chart, symbol: int) -> Chart:
        length, size = len(state.inside), len(self.emit)
        inside = np.zeros((length + 1, length + 1, size))
        inside[:length, :length] = state.inside
        last = inside[:, length]  # (n + 1, N): what ends with the new symbol
        by_parent, by_right = self.binary.reshape(size, -1), self.binary.reshape(-1, size)  # (N, N²), (N², N)
        last[length] = self.emit[:, symbol] / (state.expected[length] @ self.emit[:, symbol])
        for first in reversed(range(length)):
            pairs = inside[first, first:length].T @ last[first + 1 :]  # (N, N): left part, right part
            last[first] = by_parent @ pairs.ravel()
        # B -> C D with B expected before any symbol, and C from there to the new one
        begun = state.expected.T @ last  # (N, N): B, C
        expected = begun.ravel() @ by_right @ self._corners  # (N,)
        return Chart(inside, np.concatenate([state.expected, expected[np.newaxis]]))


def write(writer: Writer, atoms: Atoms, count: int, rng: random.Random) -> list[str]:
    """`count` strings by their probabilities, a symbol spread evenly over its (presentable) characters."""
    sets = [presentable(charset) for charset in atoms.sets]
    return ["".join(sets[symbol].draw(rng) for symbol in _symbols(writer, rng)) for _ in range(count)]


def _symbols(writer: Writer, rng: random.Random) -> Iterator[int]:
    state = writer.start()
    while True:
        choices = [*writer.ahead(state).tolist(), writer.stop(state)]
        (symbol,) = rng.choices(range(len(choices)), choices)
        if symbol == len(choices) - 1:
            return
        yield symbol
        state = writer.read(state, symbol)
