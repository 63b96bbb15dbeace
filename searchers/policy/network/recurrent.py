"""The policy: a recurrent network that writes tokens, one conditioned on all before it and on the examples.

The examples are read by a permutation-invariant encoder (DeepSets; Zaheer et al. 2017): each string is the mean over
its characters, the set the mean over its strings. The decoder is a gated recurrent unit that sees, as in deep symbolic
regression (Petersen et al. 2021), the previous token and the operator whose part comes next.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import torch
from torch import Tensor, nn

from searchers.policy import tokens as t
from searchers.policy.examples import KINDS, LENGTH, SLOTS, Examples
from searchers.policy.prefixes import Prefixes

WIDTH: Final = 128
EMBEDDING: Final = 48
MAX_OWED: Final = 12
MIN_LOG: Final = -100.0
SHRINK: Final = 0.75  # the share of unfinished sequences from which on the finished ones are put aside


class Task(NamedTuple):
    """What the policy is asked: examples, the tokens that there are, how likely they are beforehand, and how many."""

    examples: Examples
    available: Tensor  # (tokens,) or (sequences, tokens)
    prior: Tensor  # logarithms, as `available`
    limit: int  # the most tokens of a sequence

    def to(self, device: torch.device) -> Task:
        """The same on a device."""
        examples = Examples(*(part.to(device) for part in self.examples))
        return Task(examples, self.available.to(device), self.prior.to(device), self.limit)


class Choices(NamedTuple):
    """What is known of the tokens of sequences."""

    log_probabilities: Tensor  # (sequences,)
    entropies: Tensor  # (sequences,), summed over their tokens


class Encoder(nn.Module):
    """Sets of examples to vectors."""

    def __init__(self) -> None:
        super().__init__()
        self.slot = nn.Embedding(SLOTS, EMBEDDING, padding_idx=0)
        self.kind = nn.Embedding(KINDS, EMBEDDING, padding_idx=0)
        self.position = nn.Embedding(LENGTH, EMBEDDING)
        self.negative = nn.Embedding(2, WIDTH)
        self.pair = nn.Linear(2 * EMBEDDING, WIDTH)
        self.string = nn.Linear(WIDTH, WIDTH)
        self.set = nn.Linear(WIDTH, WIDTH)

    def forward(self, examples: Examples) -> Tensor:
        """(sets, WIDTH)"""
        there = (examples.slots > 0).float()[..., None]
        characters = self.slot(examples.slots) + self.kind(examples.kinds) + self.position.weight
        characters = characters * there  # (sets, strings, characters, EMBEDDING)
        following = torch.roll(characters, -1, dims=2) * torch.roll(there, -1, dims=2)
        following[:, :, -1] = 0.0
        pairs = torch.relu(self.pair(torch.cat([characters, following], dim=3)))
        strings = (pairs * there).sum(2) / there.sum(2).clamp(min=1.0)
        strings = torch.relu(self.string(strings + self.negative(examples.negative)))
        return torch.tanh(self.set((strings * examples.weights[..., None]).sum(1)))


class Policy(nn.Module):
    """Writes sequences of tokens that spell expressions, and says how likely it is to write one."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = Encoder()
        self.token = nn.Embedding(t.SIZE, EMBEDDING)
        self.parent = nn.Embedding(t.SIZE, EMBEDDING)
        self.owed = nn.Embedding(MAX_OWED + 1, EMBEDDING)
        self.start = nn.Linear(WIDTH, WIDTH)
        self.cell = nn.GRUCell(EMBEDDING, WIDTH)
        self.choice = nn.Linear(WIDTH, t.SIZE)

    def sample(self, task: Task, heat: Tensor, generator: torch.Generator) -> Tensor:
        """A sequence of one task for each temperature, (count, longest), END behind the shorter ones."""
        with torch.no_grad():
            count = len(heat)
            prefixes = Prefixes(task.available, task.limit, count)
            state = self._first_state(task).expand(count, WIDTH)
            going = torch.arange(count, device=state.device)
            written = going.new_full((count, task.limit), t.END)
            for column in range(task.limit):
                state = self.cell(self._seen(*prefixes.ends), state)
                odds = self._scores(state, task.prior, prefixes.allowed()) / heat[:, None]
                # the largest after Gumbel noise is a sample of the softmax
                tokens = odds.sub_(torch.empty_like(odds).exponential_(generator=generator).log_()).argmax(dim=1)
                prefixes.advance(tokens)
                written[going, column] = tokens
                left = prefixes.owed.nonzero()[:, 0]
                if not len(left):
                    break
                if len(left) <= SHRINK * len(going):
                    going, state, heat = going[left], state[left], heat[left]
                    prefixes.keep(left)
            return written[:, : column + 1]

    def choices(self, task: Task, tokens: Tensor) -> Choices:
        """Log-probabilities and entropies of sequences, (sequences, longest)."""
        lengths, order = (tokens != t.END).sum(1).sort(descending=True, stable=True)
        tokens = tokens[order]
        going = _going(lengths)
        prefixes = Prefixes(task.available, task.limit, len(tokens))
        prefixes.keep(order)
        ends, allowed = [], []
        for column, count in enumerate(going):
            prefixes.keep(slice(count))
            ends.append(torch.stack(prefixes.ends))
            allowed.append(prefixes.allowed())
            prefixes.advance(tokens[:count, column])
        state, states = self._first_state(task).expand(len(tokens), WIDTH)[order], []
        for seen in torch.split(self._seen(*torch.cat(ends, dim=1)), going):
            state = self.cell(seen, state[: len(seen)])
            states.append(state)
        rows = torch.cat([torch.arange(count, device=tokens.device) for count in going])
        prior = task.prior if task.prior.dim() == 1 else task.prior[order][rows]
        log_odds = self._scores(torch.cat(states), prior, torch.cat(allowed)).log_softmax(dim=1)
        chosen = torch.cat([tokens[:count, column] for column, count in enumerate(going)])
        uncertain = -(log_odds.exp() * log_odds.clamp(min=MIN_LOG)).sum(1)
        sums = log_odds.new_zeros(2, len(tokens))
        sums = sums.index_add(1, rows, torch.stack([log_odds.gather(1, chosen[:, None])[:, 0], uncertain]))
        log_probabilities, entropies = sums[:, order.argsort()]
        return Choices(log_probabilities, entropies)

    def _first_state(self, task: Task) -> Tensor:
        return torch.tanh(self.start(self.encoder(task.examples)))

    def _seen(self, previous: Tensor, parent: Tensor, owed: Tensor) -> Tensor:
        """(prefixes, EMBEDDING)"""
        seen: Tensor = self.token(previous) + self.parent(parent) + self.owed(owed.clamp(max=MAX_OWED))
        return seen

    def _scores(self, states: Tensor, prior: Tensor, allowed: Tensor) -> Tensor:
        """Logarithms of odds, (prefixes, tokens)."""
        scores: Tensor = self.choice(states) + prior
        return scores.masked_fill_(~allowed, -torch.inf)


def _going(lengths: Tensor) -> list[int]:
    """How many of the sequences, longest first, are longer than 0, 1, 2, … tokens."""
    longest = int(lengths[0])
    return [int(count) for count in (lengths > torch.arange(longest, device=lengths.device)[:, None]).sum(1)]


def make_policy(seed: int) -> Policy:
    """A policy with weights drawn from a seed, without a trace in torch's own random stream."""
    with torch.random.fork_rng(devices=[]):
        torch.default_generator.manual_seed(seed)
        policy = Policy()
        nn.init.zeros_(policy.choice.weight)  # at first the prior alone decides
        nn.init.zeros_(policy.choice.bias)
    return policy
