"""The policy: a recurrent network that writes tokens, one conditioned on all before it and on the examples.

The examples are read by a permutation-invariant encoder (DeepSets; Zaheer et al. 2017): each string is the mean over
its characters, the set the mean over its strings. The decoder is a gated recurrent unit that sees, as in deep symbolic
regression (Petersen et al. 2021), the previous token and the operator whose part comes next.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import torch
from torch import Tensor, nn

from searchers.reinforce import tokens as t
from searchers.reinforce.examples import KINDS, LENGTH, SLOTS, Examples
from searchers.reinforce.prefixes import Prefixes

WIDTH: Final = 128
EMBEDDING: Final = 48
MAX_OWED: Final = 12
MIN_LOG: Final = -100.0


class Task(NamedTuple):
    """What the policy is asked: examples, the tokens that there are, how likely they are beforehand, and how many."""

    examples: Examples
    available: Tensor  # (tokens,) or (sequences, tokens)
    prior: Tensor  # logarithms, as `available`
    limit: int  # the most tokens of a sequence


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
                state = self._next_state(prefixes, state)
                log_odds = self._log_odds(prefixes, state, task.prior) / heat[going, None]
                tokens = torch.multinomial(log_odds.softmax(dim=1), 1, generator=generator)[:, 0]
                prefixes.advance(tokens)
                written[going, column] = tokens
                left = prefixes.owed.nonzero()[:, 0]
                if not len(left):
                    break
                going, state = going[left], state[left]
                prefixes.keep(left)
            return written[:, : column + 1]

    def choices(self, task: Task, tokens: Tensor) -> Choices:
        """Log-probabilities and entropies of sequences, (sequences, longest)."""
        lengths, order = (tokens != t.END).sum(1).sort(descending=True, stable=True)
        tokens = tokens[order]
        one_prior = task.prior.dim() == 1
        prior = task.prior if one_prior else task.prior[order]
        prefixes = Prefixes(task.available, task.limit, len(tokens))
        state = self._first_state(task).expand(len(tokens), WIDTH)[order]
        prefixes.keep(order)
        chosen, entropies = torch.zeros_like(state[:, 0]), torch.zeros_like(state[:, 0])
        for column, going in enumerate(_going(lengths)):
            prefixes.keep(slice(going))
            state = self._next_state(prefixes, state[:going])
            log_odds = self._log_odds(prefixes, state, prior if one_prior else prior[:going])
            rest = (0, len(tokens) - going)
            of_tokens = log_odds.gather(1, tokens[:going, column : column + 1])[:, 0]
            chosen = chosen + nn.functional.pad(of_tokens, rest)
            uncertain = -(log_odds.exp() * log_odds.clamp(min=MIN_LOG)).sum(1)
            entropies = entropies + nn.functional.pad(uncertain, rest)
            prefixes.advance(tokens[:going, column])
        back = order.argsort()
        return Choices(chosen[back], entropies[back])

    def _first_state(self, task: Task) -> Tensor:
        return torch.tanh(self.start(self.encoder(task.examples)))

    def _next_state(self, prefixes: Prefixes, state: Tensor) -> Tensor:
        seen = self.token(prefixes.previous) + self.parent(prefixes.parent)
        seen = seen + self.owed(prefixes.owed.clamp(max=MAX_OWED))
        following: Tensor = self.cell(seen, state)
        return following

    def _log_odds(self, prefixes: Prefixes, state: Tensor, prior: Tensor) -> Tensor:
        scores = self.choice(state) + prior
        log_odds: Tensor = scores.masked_fill(~prefixes.allowed(), -torch.inf).log_softmax(dim=1)
        return log_odds


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
