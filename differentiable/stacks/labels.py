"""Stack machines from labelled strings alone, and tables that are nearly right made right: a search over their cells.

Gradients move a cell only where a run that is followed uses it, and so repair little; a stack machine reads labelled
strings so fast that thousands of changes are tried in a second. Several searches from other beginnings make a bank, of
which the one that decides best is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from differentiable.automata.alphabet import Alphabet
from differentiable.pushdown import PushdownAutomaton, logits_of, possible_actions
from differentiable.stacks.blank import blank_machine
from dsl.errors import ConfigurationError, ExampleError
from dsl.grammars.predictive.machine import BOTTOM, StackMachine

CHANGES: Final = 40_000  # of one search
SEARCHES: Final = 24
HOT: Final = 0.03  # temperatures, in shares of the strings
COLD: Final = 0.0005
DEPTH: Final = 256
REPAIRS: Final = 4_000


@dataclass(frozen=True)
class Found:
    """A machine, and the share of the strings it decides rightly, those of the language as much as the others."""

    machine: StackMachine
    right: float


def learn(
    accepted: Sequence[str], rejected: Sequence[str], *, symbols: int = 3, seed: int = 0, searches: int = SEARCHES,
    changes: int = CHANGES,
) -> Found:  # fmt: skip
    """A machine with so many stack symbols that accepts these strings and not those, one symbol ahead.

    Ends as soon as all are decided rightly. Raises ExampleError without strings of both kinds.
    """
    alphabet = Alphabet.of((), sorted(set().union(*accepted, *rejected)), closed=True)
    machine = blank_machine(alphabet.atoms, symbols, alphabet.known)
    search = _Search(machine, accepted, rejected)
    best: Found | None = None
    for number in range(searches):
        found = search.from_cells(_drawn(machine, seed * 1_000 + number), changes, seed * 1_000 + number)
        best = found if best is None or found.right > best.right else best
        if best.right == 1.0:
            break
    assert best is not None
    return best


def repair(
    automaton: PushdownAutomaton, accepted: Sequence[str], rejected: Sequence[str], *, seed: int = 0,
    searches: int = SEARCHES, gap: float | None = None,
) -> Found:  # fmt: skip
    """Change the fewest cells that searches find to decide these strings rightly; the table takes them, `gap` apart.

    Raises ExampleError without strings of both kinds, ConfigurationError when the automaton looks further ahead than
    one symbol.
    """
    machine = automaton.snapped()
    search = _Search(machine, accepted, rejected)
    best: Found | None = None
    for number in range(searches):
        found = search.nearer(search.from_cells(machine.cells.copy(), REPAIRS, seed * 1_000 + number))
        if best is None or (found.right, -_changed(machine, found)) > (best.right, -_changed(machine, best)):
            best = found
    assert best is not None
    if gap is not None:
        automaton.table.data.copy_(logits_of(best.machine, gap, automaton.table.dtype))
    return best


def _changed(machine: StackMachine, found: Found) -> int:
    return int((machine.cells != found.machine.cells).sum())


def _drawn(machine: StackMachine, seed: int) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    stream = np.random.default_rng(seed)
    cells = machine.cells.copy()
    for (symbol, column), actions in _options(machine).items():
        cells[symbol, column] = stream.choice(actions) if stream.random() < 0.5 else 0
    cells[BOTTOM] = _bottom(machine)
    return cells


def _bottom(machine: StackMachine) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Below all lies the symbol that accepts the end."""
    allowed = possible_actions(machine)[BOTTOM].numpy()
    return np.array([row.nonzero()[0][-1] for row in allowed], np.int32)


def _options(machine: StackMachine) -> dict[tuple[int, int], list[int]]:
    """The actions that each cell may have, of those that have a choice."""
    allowed = possible_actions(machine)
    allowed[BOTTOM] = False
    found = {cell: allowed[cell].nonzero().flatten().tolist() for cell in np.ndindex(*machine.cells.shape)}
    return {cell: actions for cell, actions in found.items() if len(actions) > 1}


class _Search:
    """The labelled strings as arrays, and the cells that may change."""

    def __init__(self, machine: StackMachine, accepted: Sequence[str], rejected: Sequence[str]) -> None:
        if machine.k != 1:
            raise ConfigurationError(f"cells that look {machine.k} symbols ahead", hint="search with k = 1")
        if not accepted or not rejected:
            raise ExampleError("strings of one kind alone tell nothing", hint="give accepted and rejected ones")
        self.machine = machine
        texts = [*accepted, *rejected]
        ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
        starts = ends - np.array([len(text) for text in texts], np.int64)
        points = np.array([machine.atoms.atom_of(character) for text in texts for character in text], np.int64)
        labels = np.arange(len(texts)) < len(accepted)
        weights = np.where(labels, 0.5 / len(accepted), 0.5 / len(rejected))
        self._strings = points, starts, ends, labels, weights
        self._alphabet = np.arange(len(machine.atoms) + 1, dtype=np.int32), machine.codes
        options = _options(machine)
        classes = machine.cells.shape[1]
        places = np.array([symbol * classes + column for symbol, column in options], np.int64)
        offsets = np.cumsum([0, *map(len, options.values())], dtype=np.int64)
        actions = np.array([action for own in options.values() for action in own], np.int32)
        self._options = places, offsets, actions

    def from_cells(self, cells: np.ndarray[tuple[int, int], np.dtype[np.int32]], changes: int, seed: int) -> Found:
        """Search from these cells on."""
        from differentiable.kernels.cell_search import anneal

        machine = self.machine.with_cells(cells)
        packed, below, classes = machine.packed
        flat = np.ascontiguousarray(cells).ravel()
        limits = changes, HOT, COLD, DEPTH, seed % (1 << 31)
        reading = packed.copy(), below, classes
        cost = anneal(flat, machine.steps, self._options, reading, self._alphabet, self._strings, limits)
        return Found(self.machine.with_cells(flat.reshape(cells.shape)), 1.0 - cost)

    def nearer(self, found: Found) -> Found:
        """The same without the changes that no string needs."""
        cells = found.machine.cells.copy()
        for place in np.argwhere(cells != self.machine.cells).tolist():
            kept, cells[*place] = cells[*place], self.machine.cells[*place]
            if self.from_cells(cells.copy(), 0, 0).right < found.right:
                cells[*place] = kept
        return Found(self.machine.with_cells(cells), found.right)
