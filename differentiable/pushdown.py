"""Grammars that are read from the left as a layer: LL(k) tables whose cells are probabilities."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final, Literal, Self, get_args

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable import weights
from differentiable.automata.alphabet import Alphabet
from differentiable.precision import check_precision
from differentiable.stacks.paths import NEVER, Runs, Steps, follow
from differentiable.stacks.superposition import Superposed, Written, superpose
from differentiable.stacks.writing import log_steps, written
from dsl.errors import ConfigurationError, LimitError
from dsl.grammars.predictive.lookahead import END
from dsl.grammars.predictive.machine import BOTTOM, ERROR, OVERFLOWN, StackMachine
from dsl.grammars.predictive.table import PredictiveTable

if TYPE_CHECKING:
    from differentiable.stacks.snapping import PushdownSnapBack
    from dsl.grammar import Grammar
    from dsl.grammars.recognition import Tree

Following = Literal["paths", "superposition", "straight-through"]
MODES: Final = get_args(Following)
GAP: Final = 8.0  # logits of what a cell does, above those of what it does not
WIDTH: Final = 8  # runs that are followed
DEPTH: Final = 256  # symbols that may lie on the stack
MAX_LENGTH: Final = 10_000
POPS: Final = 8  # steps that read nothing before one symbol, of superposed stacks


class PushdownAutomaton(nn.Module):
    """An LL(k) table Π (N, W, A) of logits: N stack symbols, W classes of the next k symbols, A actions.

    paths              the `width` likeliest runs are followed, each with its own stack: what is accepted and what is
                       rejected are bounds from below, with the certificate of `snap_back`
    superposition      each place of one stack is a distribution over symbols; an approximation that can be far off
    straight-through   the superposition of the likeliest actions alone, with the gradient of all

    An action leaves symbols in place of the topmost and reads a symbol, or takes the topmost away; action 0 rejects.
    Cells that no grammar could have, such as reading the end, have no chance.
    """

    table: nn.Parameter
    possible: Tensor
    codes: Tensor

    def __init__(
        self, machine: StackMachine, table: Tensor, *, mode: Following = "paths", width: int = WIDTH,
        depth: int = DEPTH, max_length: int = MAX_LENGTH,
    ) -> None:  # fmt: skip
        super().__init__()
        if mode not in MODES:
            raise ConfigurationError(f"no mode {mode!r}", hint=f"modes: {', '.join(MODES)}")
        if width < 1 or depth < 1:
            raise ConfigurationError(f"{width} runs with stacks of {depth} symbols", hint="give at least 1 of each")
        check_precision(table.dtype, "stack machine")
        shape = (*machine.cells.shape, len(machine.writes))
        if table.shape != shape:
            raise ConfigurationError(f"a table of {tuple(table.shape)}", hint=f"the machine needs {shape}")
        self.machine = machine
        self.mode = mode
        self.width = width
        self.depth = depth
        self.max_length = max_length
        self.alphabet = Alphabet(machine.atoms)
        self.table = nn.Parameter(table)
        self.register_buffer("possible", possible_actions(machine), persistent=False)
        self.register_buffer("codes", torch.from_numpy(machine.codes).long(), persistent=False)
        self._steps = Steps.of(machine.writes, machine.reads)
        self._source: PredictiveTable | None = None  # whose rules name the trees while the table does the same

    @classmethod
    def from_grammar(
        cls, grammar: Grammar, k: int = 1, *, mode: Following = "paths", width: int = WIDTH, gap: float = GAP,
        depth: int = DEPTH, max_length: int = MAX_LENGTH, dtype: torch.dtype = torch.float32,
    ) -> Self:  # fmt: skip
        """The table of a strong LL(k) grammar, its actions `gap` above all others.

        Raises LookaheadError when the grammar is not LL(k), with the rule, the lookahead and a text, LimitError when
        the table would be too large, ConfigurationError on settings that do not exist.
        """
        source = PredictiveTable.compile(grammar, k)
        table = logits_of(source.machine, gap, dtype)
        layer = cls(source.machine, table, mode=mode, width=width, depth=depth, max_length=max_length)
        layer._source = source
        return layer

    @classmethod
    def random(
        cls, symbols: int, alphabet: str | Alphabet, *, mode: Following = "paths", width: int = WIDTH, seed: int = 0,
        depth: int = DEPTH, max_length: int = MAX_LENGTH, dtype: torch.dtype = torch.float32,
    ) -> Self:  # fmt: skip
        """A table drawn from `seed`, of actions that leave at most two of `symbols` stack symbols, with k = 1."""
        from differentiable.stacks.blank import blank_machine

        if isinstance(alphabet, str):
            alphabet = Alphabet.of([], alphabet, closed=True)
        machine = blank_machine(alphabet.atoms, symbols, alphabet.known)
        generator = torch.Generator().manual_seed(seed)
        table = torch.randn(*machine.cells.shape, len(machine.writes), generator=generator, dtype=dtype)
        return cls(machine, table, mode=mode, width=width, depth=depth, max_length=max_length)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the automaton as safetensors. Raises ConfigurationError when that fails."""
        machine = self.machine
        described = [machine.k, machine.writes, machine.reads, machine.texts, machine.names]
        settings = {"mode": self.mode, "limits": json.dumps([self.width, self.depth, self.max_length])}
        tensors = {"table": self.table, "alphabet": self.alphabet.to_tensor()}
        weights.save(path, "PushdownAutomaton", tensors, settings | {"machine": json.dumps(described)})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """The automaton in a file. Raises ConfigurationError."""
        with weights.loaded(path, "PushdownAutomaton") as (tensors, settings):
            k, writes, reads, texts, names = json.loads(settings["machine"])
            width, depth, max_length = json.loads(settings["limits"])
            atoms = Alphabet.from_tensor(tensors["alphabet"]).atoms
            cells = tensors["table"].argmax(-1).int().numpy()
            machine = StackMachine(
                atoms, k, cells, tuple(map(tuple, writes)), tuple(reads), tuple(map(tuple, texts)), tuple(names)
            )
            limits = {"width": width, "depth": depth, "max_length": max_length}
            return cls(machine, tensors["table"], mode=settings["mode"], **limits)  # type: ignore[arg-type]

    # --------------------------------------------------------------------------------------------------- reading

    def forward(self, batch: Sequence[str] | Tensor, lengths: Tensor | None = None) -> Tensor:
        """The probability that each string is accepted, (B,).

        `batch` is a list of strings, or symbols (B, L) of the alphabet with `lengths` (B,). Raises ExampleError on an
        empty batch and on symbols outside the alphabet, LimitError on strings beyond `max_length`, ConfigurationError
        on logits that are not finite.
        """
        classes, lengths = self.classes(batch, lengths)
        if self.mode == "paths":
            return self.follow(classes, lengths).accepted.exp()
        return self._superpose(classes, lengths).accepted

    def bounds(self, batch: Sequence[str] | Tensor, lengths: Tensor | None = None) -> Tensor:
        """What is surely accepted and what is surely rejected of each string, (B, 2); the rest was not followed."""
        runs = self.follow(*self.classes(batch, lengths))
        return torch.stack([runs.accepted, runs.rejected], -1).exp()

    def log_odds(self, batch: Sequence[str] | Tensor, lengths: Tensor | None = None) -> Tensor:
        """The logarithm of accepting over rejecting, (B,), of the runs that are followed: logits of a cross-entropy."""
        runs = self.follow(*self.classes(batch, lengths))
        return runs.accepted.clamp(min=FAR) - runs.rejected.clamp(min=FAR)

    def states(self, batch: Sequence[str] | Tensor, lengths: Tensor | None = None) -> Tensor:
        """How likely each symbol lies on top before and behind each symbol read, (B, L + 1, N), rejected runs aside."""
        classes, lengths = self.classes(batch, lengths)
        if self.mode != "paths":
            return self._superpose(classes, lengths).tops
        runs = self.follow(classes, lengths)
        return tops_of(runs.weights.exp(), runs.tops, self.table.shape[0])

    def overflows(self, batch: Sequence[str] | Tensor, lengths: Tensor | None = None) -> Tensor:
        """How many runs of each string were given up as their stack was full, (B,)."""
        return self.follow(*self.classes(batch, lengths)).overflown

    # --------------------------------------------------------------------------------------------------- writing

    def log_prob(self, batch: Sequence[str] | Tensor, lengths: Tensor | None = None) -> Tensor:
        """The logarithm of how likely the automaton writes each string, (B,): a bound from below, −inf for no run.

        Minus its mean is a loss that learns from accepted strings alone. Raises ConfigurationError unless k is 1.
        """
        symbols, lengths = self.alphabet.batch(batch, lengths, max_length=self.max_length)
        classes, lengths = self.classes(symbols, lengths)
        runs = self.follow(classes, lengths, log_steps(self.machine, self.table, self.possible))
        sizes = self.table.new_tensor([max(len(own), 1) for own in self.alphabet.characters()]).log()
        there = torch.arange(symbols.shape[1], device=lengths.device) < lengths[:, None]
        spread = (sizes[symbols.to(sizes.device)] * there).sum(1)
        return torch.where(runs.accepted > NEVER / 2, runs.accepted - spread, -torch.inf)

    def sample(self, n: int, rng: Random, *, longest: int = 256) -> list[str]:
        """Texts of at most so many characters that the hard machine accepts. Raises LimitError when too few end."""
        characters = self.alphabet.characters()
        return written(self.snapped(), self.table.detach().cpu(), characters, n, rng, longest)

    # ------------------------------------------------------------------------------------------------ snapping back

    def hard(self) -> HardPushdown:
        """The machine that does what is likeliest, to be called in the same way; answers are exactly 0 or 1."""
        machine = self.snapped()
        is_source = self._source is not None and np.array_equal(self._source.machine.cells, machine.cells)
        return HardPushdown(machine, self, self._source if is_source else None)

    def classes(self, batch: Sequence[str] | Tensor, lengths: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """The class of the next k symbols before each symbol and at the end, (B, L + 1), and the lengths (B,)."""
        symbols, lengths = self.alphabet.batch(batch, lengths, max_length=self.max_length)
        k, end, bits = self.machine.k, len(self.alphabet), self.machine.bits
        behind = torch.arange(symbols.shape[1], device=symbols.device) >= lengths[:, None]
        ahead = functional.pad(symbols.masked_fill(behind, end), (0, k), value=end)  # (B, L + k)
        windows = ahead.unfold(1, k, 1)  # (B, L + 1, k)
        shifts = torch.arange(k - 1, -1, -1, device=symbols.device) * bits
        return self.codes[(windows << shifts).sum(-1)].to(self.table.device), lengths.to(self.table.device)

    def log_table(self) -> Tensor:
        """The logarithms of Π, (N, W, A), NEVER for what cannot be.

        Raises ConfigurationError when logits are not finite, or in half precision.
        """
        check_precision(self.table.dtype, "stack machine")
        if not bool(self.table.detach().isfinite().all()):
            message = "the table has logits that are not finite"
            raise ConfigurationError(message, hint="train with a smaller rate, or go back to a checkpoint")
        return self.table.masked_fill(~self.possible, NEVER).log_softmax(-1).masked_fill(~self.possible, NEVER)

    def follow(self, classes: Tensor, lengths: Tensor, table: Tensor | None = None) -> Runs:
        """The likeliest runs over classes (B, L + 1), of this table or of another (N, W, A)."""
        table = self.log_table() if table is None else table
        return follow(table, self._steps, classes, lengths, width=self.width, depth=self.depth)

    def _superpose(self, classes: Tensor, lengths: Tensor) -> Superposed:
        written = self._written()
        depth = min(self.depth, classes.shape[1] * max(written.symbols.shape[1], 1) + 2)
        straight = self.mode == "straight-through"
        table = self.log_table().exp()
        return superpose(table, written, classes, lengths, depth=depth, pops=POPS, is_straight=straight)

    def _written(self) -> Written:
        writes, most = self.machine.writes, max(map(len, self.machine.writes))
        symbols = self.table.new_zeros(len(writes), most, self.table.shape[0])
        for action, left in enumerate(writes):
            for place, symbol in enumerate(left):
                symbols[action, place, symbol] = 1.0
        sizes = torch.tensor([len(left) for left in writes], device=self.table.device)
        reads = torch.tensor(self.machine.reads, device=self.table.device)
        return Written(symbols, functional.one_hot(sizes, most + 1).to(symbols.dtype), reads)

    @torch.no_grad()
    def snapped(self) -> StackMachine:
        """The machine whose cells do what is likeliest."""
        return self.machine.with_cells(self.log_table().argmax(-1).int().cpu().numpy())

    def snap_back(self) -> PushdownSnapBack:
        """The grammar that the table is nearest to, with its certificate (docs/design.md, "Stack machines")."""
        from differentiable.stacks.snapping import snap_back

        return snap_back(self.snapped(), self.log_table().detach())

    @torch.no_grad()
    def project_(self, gap: float = GAP) -> None:
        """Snap the logits to the likeliest actions, `gap` apart."""
        self.table.copy_(logits_of(self.snapped(), gap, self.table.dtype))


FAR: Final = -1e4  # nats; what is less likely counts as this, so that odds stay finite


class HardPushdown(nn.Module):
    """A stack machine that answers exactly 0 or 1."""

    def __init__(self, machine: StackMachine, soft: PushdownAutomaton, source: PredictiveTable | None) -> None:
        super().__init__()
        self.machine = machine
        self.alphabet = soft.alphabet
        self.depth = soft.depth
        self.max_length = soft.max_length
        self._source = source

    def forward(self, batch: Sequence[str] | Tensor, lengths: Tensor | None = None) -> Tensor:
        """1 where a string is accepted, else 0, (B,). Takes and raises what the automaton does.

        Raises LimitError when a stack would be deeper than `depth`.
        """
        symbols, lengths = self.alphabet.batch(batch, lengths, max_length=self.max_length)
        found, _ = self.machine.run_atoms(symbols.cpu().numpy(), lengths.cpu().numpy(), self.depth)
        if (found == OVERFLOWN).any():
            count = int((found == OVERFLOWN).sum())
            message = f"{count} of {len(found)} strings need a stack deeper than {self.depth:,} symbols"
            raise LimitError(message, hint="make the automaton with a larger depth")
        return torch.from_numpy(found).to(torch.get_default_dtype())

    def parse(self, text: str) -> Tree:
        """The tree of a text (its leftmost derivation): in the rules of the grammar that the automaton was made from
        while it does the same, in those of `snap_back` else.

        Raises ExampleError outside the language, LookaheadError when the machine is no grammar of its own lookahead.
        """
        if self._source is None:
            self._source = PredictiveTable.compile(self.machine.grammar(), self.machine.k, self.machine.atoms)
        return self._source.parse(text)


def tops_of(masses: Tensor, tops: Tensor, symbols: int) -> Tensor:
    """How likely each of N symbols lies on top, (B, L + 1, N), of runs with masses and tops (B, L + 1, width)."""
    return masses.new_zeros(*masses.shape[:2], symbols).scatter_add(-1, tops, masses)


def logits_of(machine: StackMachine, gap: float, dtype: torch.dtype) -> Tensor:
    """The logits of a table, (N, W, A): what a cell does is `gap` above all else."""
    cells = torch.from_numpy(machine.cells).long()
    return functional.one_hot(cells, len(machine.writes)).to(dtype) * gap


def possible_actions(machine: StackMachine) -> Tensor:
    """Which actions a grammar could have in each cell, (N, W, A)."""
    reads = torch.tensor(machine.reads)
    is_symbol = torch.tensor([bool(text) and text[0] != END for text in machine.texts])  # (W,)
    is_known = torch.tensor([bool(text) for text in machine.texts])
    possible = torch.where(reads, is_symbol[:, None], is_known[:, None])  # (W, A)
    possible = possible.repeat(len(machine.cells), 1, 1)
    is_empty = torch.tensor([not left for left in machine.writes])
    at_end = torch.tensor([text == (END,) * machine.k for text in machine.texts])
    possible[BOTTOM] = at_end[:, None] & reads & is_empty
    possible[..., ERROR] = True
    return possible
