"""A regex with soft literals, and the smooth distance to its language (docs/design.md, "Smooth distance").

At most as many characters are inserted in a row as there are states: no shortest way needs more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite, log
from typing import Final

import torch
from torch import Tensor, nn

from differentiable.automata.alphabet import Alphabet
from differentiable.grammars.semirings import LOG, MIN, NEVER, Semiring
from differentiable.precision import check_precision
from dsl.automata.bit_sets import bits
from dsl.automata.positions import PositionAutomaton
from dsl.charset import CharSet
from dsl.errors import ConfigurationError, LimitError
from dsl.expressions.expression import Chars, Expression, children, rebuild, walk
from dsl.expressions.notation import parse

MAX_POSITIONS: Final = 500
MAX_LENGTH: Final = 10_000
_FIRST_TAG: Final = 0xF0000  # characters of a private plane name the leaves of an expression


class SoftRegex(nn.Module):
    """A regex whose literals are probabilities of characters: `logits` (literals, symbols).

    At first each literal has the probability `certainty`; all other characters of the pattern and of `examples` share
    the rest. Raises PatternError, LimitError beyond 500 positions, and ConfigurationError in half precision.
    """

    def __init__(
        self,
        pattern: str | Expression,
        examples: Sequence[str] = (),
        *,
        certainty: float = 0.9,
        dtype: torch.dtype = torch.float32,
    ) -> None:
        super().__init__()
        check_precision(dtype, "regex")
        if not 0 < certainty < 1:
            raise ConfigurationError(f"a certainty of {certainty}", hint="give one between 0 and 1, such as 0.9")
        self.expression = parse(pattern) if isinstance(pattern, str) else pattern
        leaves = [node.set for node in walk(self.expression) if isinstance(node, Chars)]
        self.alphabet = Alphabet.of([self.expression], set().union(*examples))
        self._literals = [leaf for leaf, charset in enumerate(leaves) if len(charset) == 1]
        automaton = PositionAutomaton(_tagged(self.expression), max_positions=MAX_POSITIONS)
        if not automaton.accepting:
            raise LimitError("no string has a distance to the empty language", hint="give a pattern that matches")
        symbols = len(self.alphabet)
        outside = torch.tensor(
            [[not atom <= charset for atom in self.alphabet.atoms.sets] for charset in leaves], dtype=dtype
        )
        successors = [automaton.first, *automaton.follow]
        arcs = torch.full((len(successors), len(successors)), NEVER, dtype=dtype)
        for state, following in enumerate(successors):
            arcs[state, [position + 1 for position in bits(following)]] = 0.0
        ends = torch.full((len(successors),), NEVER, dtype=dtype)
        ends[list(bits(automaton.accepting))] = 0.0
        leaf_of = torch.tensor([ord(charset.first()) - _FIRST_TAG for charset in automaton.sets], dtype=torch.int64)
        for name, tensor in (("outside", outside.view(-1, symbols)), ("arcs", arcs), ("ends", ends), ("leaf", leaf_of)):
            self.register_buffer(name, tensor)
        own = 1.0 - self.outside[self._literals]  # (literals, symbols): 1 for the literal's symbol
        odds = log(certainty / (1 - certainty)) + log(max(1, symbols - 1))
        self.logits = nn.Parameter(own * odds)

    outside: Tensor
    arcs: Tensor  # (Q, Q): 0 or NEVER
    ends: Tensor  # (Q,)
    leaf: Tensor  # (Q - 1,): which leaf of the expression a position is

    def costs(self) -> Tensor:
        """What reading each symbol at each position costs, (positions, symbols), from 0 to 1."""
        check_precision(self.outside.dtype, "regex")
        leaves = self.outside.clone()
        leaves[self._literals] = 1.0 - self.logits.softmax(1)
        return leaves[self.leaf]

    def distance(self, strings: Sequence[str], *, temperature: float = 1.0) -> Tensor:
        """The smooth distances to the language, (B,), in edits; with temperature 0 the least sums of costs.

        Raises ConfigurationError on a negative temperature, ExampleError on no strings, LimitError on long ones.
        """
        if not (isfinite(temperature) and temperature >= 0):
            raise ConfigurationError(f"temperature is {temperature}", hint="give a number from 0 on")
        symbols, lengths = self.alphabet.batch(strings, max_length=MAX_LENGTH)
        costs = self.costs()[:, symbols.to(self.leaf.device)]  # (positions, B, L)
        if temperature == 0:
            return _read(MIN, costs, lengths, self.arcs, self.ends, 1.0)
        return -temperature * _read(LOG, costs / temperature, lengths, self.arcs, self.ends, 1 / temperature)

    def forward(self, strings: Sequence[str], temperature: float = 1.0) -> Tensor:
        """`distance`."""
        return self.distance(strings, temperature=temperature)

    def snap_back(self) -> Expression:
        """The regex in which each literal is its most likely character."""
        chosen = [self.alphabet.atoms.specimen(symbol) for symbol in self.logits.argmax(1).tolist()]
        leaves = dict(zip(self._literals, chosen, strict=True))
        numbers = iter(range(len(self.outside)))
        return _with_leaves(self.expression, numbers, {leaf: CharSet.of(letter) for leaf, letter in leaves.items()})


def tune_literals(
    layer: SoftRegex, examples: Sequence[str], *, steps: int = 100, rate: float = 0.3, coldest: float = 0.1
) -> Iterator[float]:
    """Move the literals towards the examples, the temperature falling from 1 to `coldest`; yields losses, in edits."""
    optimiser = torch.optim.Adam(layer.parameters(), lr=rate)
    for step in range(steps):
        optimiser.zero_grad()
        loss = layer.distance(examples, temperature=coldest ** (step / max(1, steps - 1))).mean()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        yield loss.item()


def _read(semiring: Semiring, costs: Tensor, lengths: Tensor, arcs: Tensor, ends: Tensor, edit: float) -> Tensor:
    """The recursion of this module's docstring, (B,); an insertion or deletion costs `edit`."""
    states = len(arcs)
    step, edits = semiring.lift(arcs), semiring.lift(arcs.new_tensor(-edit))
    insertions = _insertions(semiring, semiring.times(step, edits), states)
    batch, longest = costs.shape[1:]
    last = semiring.lift(ends)
    reached = insertions[0].expand(batch, states)
    nothing = semiring.lift(costs.new_full((batch, 1), NEVER))
    found = [semiring.sum(semiring.times(reached, last), 1)]
    for place in range(longest):
        read = _product(semiring, reached, step)[:, 1:]
        read = semiring.times(read, semiring.lift(-costs[:, :, place].T))
        moved = torch.cat([nothing, read], 1)  # nothing leads back to the start
        reached = _product(semiring, semiring.add(semiring.times(reached, edits), moved), insertions)
        found.append(semiring.sum(semiring.times(reached, last), 1))
    return torch.stack(found)[lengths.to(arcs.device), torch.arange(batch, device=arcs.device)]


def _insertions(semiring: Semiring, step: Tensor, states: int) -> Tensor:
    """1 + step + step² + …, (Q, Q), by Horner's rule."""
    none = semiring.lift(torch.where(torch.eye(states, dtype=torch.bool, device=step.device), 0.0, NEVER).to(step))
    found = none
    for _ in range(states - 1):
        found = semiring.add(none, _product(semiring, step, found))
    return found


def _product(semiring: Semiring, left: Tensor, right: Tensor) -> Tensor:
    """The product of matrices, (…, Q, Q)."""
    return semiring.sum(semiring.times(left[:, :, None], right[None]), 1)


def _tagged(expression: Expression) -> Expression:
    """The expression with a character of its own in each leaf, so that positions tell which leaf they are."""
    leaves = sum(isinstance(node, Chars) for node in walk(expression))
    tags = {leaf: CharSet.of(chr(_FIRST_TAG + leaf)) for leaf in range(leaves)}
    return _with_leaves(expression, iter(range(leaves)), tags)


def _with_leaves(node: Expression, numbers: Iterator[int], sets: dict[int, CharSet]) -> Expression:
    """The expression with other characters in some leaves, numbered from left to right."""
    if isinstance(node, Chars):
        return Chars(sets.get(next(numbers), node.set))
    parts = children(node)
    return rebuild(node, [_with_leaves(part, numbers, sets) for part in parts]) if parts else node
