"""A sequence of tokens written from a text: a recurrent decoder that looks at the states (Luong et al. 2015)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from synth.decoding.constraint import Constraint, has
from synth.decoding.decoders.beam import beam
from synth.decoding.decoders.decoding import Decoding
from synth.decoding.masks.vocabulary import Vocabulary as Spellings
from synth.decoding.model import LogProbs, Prefix
from synth.evaluation.example import Example
from synth.evaluation.heads.head import Batch, Head, Material
from synth.evaluation.heads.tagging import present

PADDING, UNKNOWN, END = 0, 1, 2  # tokens of targets that no one writes; END begins a sequence, too
Memory = tuple[Tensor, Tensor, Tensor]  # states (B, L, H), which are tokens (B, L), and those states as keys (B, L, H)
State = tuple[Tensor, Tensor]  # of the decoder, (1, B, H) each


class SequenceToSequence(Head):
    """p(target | text) token by token; its vocabulary is that of the training targets.

    The decoder begins with the vector of the text, reads its own last token, and looks at all states:
    tanh(W [s; Σ a h]) with a the softmax over s · V h. Answers are tuples of at most 1.5 times as many tokens as the
    longest training target, the likeliest step by step. Under a constraint, an answer outside gives way to the best
    inside that beam search finds with so many `beams`.
    """

    def __init__(
        self, width: int, material: Material, *, size: int = 64, least: int = 1, most: int = 10_000,
        dropout: float = 0.3, beams: int = 4,
    ) -> None:  # fmt: skip
        super().__init__(width, material)
        counts = Counter(token for example in material.train for token in example.target)
        kept = [token for token, count in counts.most_common(most) if count >= least]
        self.tokens = ["", "<unk>", "", *kept]
        self.places = {token: place for place, token in enumerate(self.tokens) if token}
        self.longest = 3 * max((len(example.target) for example in material.train), default=1) // 2 + 1
        self.beams = beams
        self.embedding = nn.Embedding(len(self.tokens), size, padding_idx=PADDING)
        self.begin = nn.Linear(width, 2 * width)
        self.decoder = nn.LSTM(size, width, batch_first=True)
        self.keys = nn.Linear(width, width, bias=False)
        self.mixed = nn.Linear(2 * width, width)
        self.dropout = nn.Dropout(dropout)
        self.out = nn.Linear(width, len(self.tokens))
        self.constraint: Constraint | None = None

    def keep_inside(self, limits: Callable[[Spellings], Constraint]) -> None:
        """Let answers stay inside a constraint, made from how tokens are spelled, each with a space behind it."""
        spelled = [b"" if place <= END else f"{token} ".encode() for place, token in enumerate(self.tokens)]
        self.constraint = limits(Spellings(spelled, [END]))

    def target(self, example: Example) -> list[int]:
        return [self.places.get(token, UNKNOWN) for token in example.target]

    def extent(self, example: Example) -> tuple[int, ...]:
        return len(example.target), len(example.tokens)

    def loss(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        longest = max(map(len, batch.targets))
        rows = [[END, *target, END] + [PADDING] * (longest - len(target)) for target in batch.targets]
        ids = torch.tensor(rows, device=states.device)  # (B, T + 2)
        scores, _ = self.step(ids[:, :-1], self._first(pooled), self._memory(states, lengths))
        return functional.cross_entropy(scores.flatten(0, 1), ids[:, 1:].flatten(), ignore_index=PADDING)

    def predict(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> list[tuple[str, ...]]:
        memory, first = self._memory(states, lengths), self._first(pooled)
        rows = self._greedy(memory, first)
        if self.constraint is not None:
            rows = [
                row if _is_inside(row, self.constraint) else self._searched(place, memory, first, self.constraint)
                for place, row in enumerate(rows)
            ]
        return [tuple(self.tokens[token] for token in row) for row in rows]

    def _memory(self, states: Tensor, lengths: Tensor) -> Memory:
        return states, present(lengths, states.shape[1]), self.keys(states)

    def _first(self, pooled: Tensor) -> State:
        hidden, cell = torch.tanh(self.begin(pooled))[None].chunk(2, -1)
        return hidden.contiguous(), cell.contiguous()

    def step(self, ids: Tensor, state: State, memory: Memory) -> tuple[Tensor, State]:
        """Scores of the token behind each of some tokens (B, T), (B, T, V), and the state of the decoder there."""
        states, there, keys = memory
        hidden, state = self.decoder(self.dropout(self.embedding(ids)), state)  # (B, T, H)
        weights = (hidden @ keys.mT).masked_fill(~there[:, None], -torch.inf).softmax(-1)  # (B, T, L)
        found = torch.tanh(self.mixed(torch.cat([hidden, weights @ states], -1)))
        return self.out(self.dropout(found)), state

    def _greedy(self, memory: Memory, state: State) -> list[list[int]]:
        count = len(memory[0])
        rows: list[list[int]] = [[] for _ in range(count)]
        last = torch.full((count, 1), END, device=memory[0].device)
        is_open = [True] * count
        for _ in range(self.longest):
            scores, state = self.step(last, state, memory)
            last = scores[:, 0, END:].argmax(-1, keepdim=True) + END  # (B, 1)
            for row, token in enumerate(last[:, 0].tolist()):
                is_open[row] &= token != END
                if is_open[row]:
                    rows[row].append(token)
            if not any(is_open):
                break
        return rows

    def _searched(self, place: int, memory: Memory, first: State, constraint: Constraint) -> list[int]:
        """The best answer to one of the texts that beam search finds inside a constraint."""
        states, there, keys = memory
        own, hidden, cell = (states[[place]], there[[place]], keys[[place]]), first[0][:, [place]], first[1][:, [place]]
        best = beam(Decoding(_Writer(self, own, (hidden, cell)), constraint, limit=self.longest), self.beams)
        return list(best[0].tokens) if best else []

    def flops(self, lengths: Sequence[int]) -> int:
        """Of reading states alone: what is written is of other lengths."""
        return 2 * len(lengths) * max(lengths) * self.keys.weight.numel()


class _Writer:
    """The decoder over one text as a language model; keeps its states behind the prefixes asked for last."""

    def __init__(self, head: SequenceToSequence, memory: Memory, first: State) -> None:
        self.head, self.memory, self.first = head, memory, first
        self.vocabulary_size, self.end = len(head.tokens), END
        self.states: dict[Prefix, State] = {}

    def log_probs(self, prefixes: Sequence[Prefix]) -> LogProbs:
        before = [self.states[prefix[:-1]] if prefix else self.first for prefix in prefixes]
        state = torch.cat([one[0] for one in before], 1), torch.cat([one[1] for one in before], 1)
        last = torch.tensor([[prefix[-1] if prefix else END] for prefix in prefixes], device=state[0].device)
        states, there, keys = (part.expand(len(prefixes), *part.shape[1:]) for part in self.memory)
        scores, behind = self.head.step(last, state, (states, there, keys))
        self.states = {prefix: (behind[0][:, [row]], behind[1][:, [row]]) for row, prefix in enumerate(prefixes)}
        found = scores[:, 0].log_softmax(-1).double()
        found[:, :END] = -torch.inf
        result: LogProbs = found.cpu().numpy()
        return result


def _is_inside(row: Sequence[int], constraint: Constraint) -> bool:
    state = constraint.start()
    for token in row:
        if not has(constraint.allowed(state), token):
            return False
        state = constraint.advance(state, token)
    return constraint.accepts(state)
