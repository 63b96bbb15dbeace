"""A pushdown automaton as an encoder: what lies on top of its stack, and what it accepts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import torch
from torch import Tensor, nn

from differentiable.automata.alphabet import Alphabet
from differentiable.encoders.encoder import last_of
from differentiable.encoders.reading import Way, alphabet_of
from differentiable.encoders.structured import SHARP, StructuredEncoder, numbered, with_mean
from differentiable.pushdown import PushdownAutomaton, logits_of, tops_of
from differentiable.stacks.paths import NEVER
from dsl.errors import ConfigurationError
from dsl.grammar import Grammar
from dsl.grammars.predictive.lookahead import END

LEAST: Final = -20.0  # nats a token; runs that are all rejected count as this


class PushdownEncoder(StructuredEncoder):
    """The likeliest runs of the table of an LL(1) `grammar`, or of a random one with `symbols` stack symbols.

    The features of a token are the distribution over the symbol on top behind it, of the runs that are still followed;
    those of a text that of the last, how likely these runs are, a token, and how likely the text is accepted and
    rejected.
    """

    def __init__(
        self, embedding: nn.Embedding, width: int, *, causal: bool = False, grammar: Grammar | None = None,
        symbols: int = 4, runs: int = 4, way: Way = "learned", words: Sequence[str] | None = None,
        classes: Sequence[int] | int | None = None, hard_classes: bool = False, frozen: bool = False, seed: int = 0,
    ) -> None:  # fmt: skip
        super().__init__(embedding, width, causal=causal)
        characters = alphabet_of(way, words, classes, embedding.num_embeddings)
        if grammar is None:
            alphabet = Alphabet.of((), characters)
            self.automaton = PushdownAutomaton.random(symbols, alphabet, width=runs, seed=seed)
        else:
            self.automaton = PushdownAutomaton.from_grammar(grammar, width=runs)
        if self.automaton.machine.k != 1:
            raise ConfigurationError("an encoder reads with one symbol ahead", hint="write the grammar as LL(1)")
        if grammar is None:
            with torch.no_grad():
                self.automaton.table.mul_(SHARP)
        self.automaton.requires_grad_(not frozen)
        count = len(self.automaton.machine.names)
        of_text = count + 3
        sizes = (of_text + count if way == "characters" else count, of_text)
        self._read_words(self.automaton.alphabet, way, words, classes, hard_classes, sizes)

    def word_features(self, symbols: Tensor, lengths: Tensor) -> Tensor:
        table = self._table()
        classes, lengths = self.automaton.classes(symbols, lengths)
        of_tokens, of_whole = self._features(table, classes, lengths)
        there = torch.arange(symbols.shape[1], device=symbols.device) < lengths[:, None]
        return with_mean(of_whole, of_tokens, there)

    def text_features(self, weights: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        table = self._table().exp()  # (N, W, A)
        texts = self.automaton.machine.texts
        column = {text[0]: place for place, text in enumerate(texts) if text}
        atoms = torch.tensor([column.get(atom, 0) for atom in range(weights.shape[-1])], device=weights.device)
        mixed = torch.einsum("blv,nva->nbla", weights.to(table), table[:, atoms]).flatten(1, 2)  # (N, B * L, A)
        end = table[:, column[END]][:, None]
        least = torch.finfo(table.dtype).tiny
        both = torch.cat([mixed, end], 1)
        logs = both.clamp(min=least).log().masked_fill(both < least, NEVER)
        numbers = nn.functional.pad(numbered(weights), (0, 1))  # (B, L + 1)
        is_end = torch.arange(numbers.shape[1], device=weights.device) >= lengths[:, None]
        return self._features(logs, numbers.masked_fill(is_end, mixed.shape[1]), lengths)

    def _table(self) -> Tensor:
        if self.mode != "hard":
            return self.automaton.log_table()
        hard = logits_of(self.automaton.snapped(), 1.0, self.automaton.table.dtype)
        return torch.where(hard > 0, torch.zeros_like(hard), NEVER)

    def _features(self, table: Tensor, classes: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        runs = self.automaton.follow(classes, lengths, table)
        followed = runs.weights.logsumexp(-1)  # (B, L + 1)
        is_followed = followed > NEVER / 2
        shares = runs.weights.softmax(-1) * is_followed[..., None]  # their masses would soon be too small for gradients
        tops = tops_of(shares, runs.tops, table.shape[0])  # (B, L + 1, N)
        each = (followed / lengths.clamp(min=1)[:, None]).clamp(min=LEAST)
        whole = last_of(torch.cat([tops, each[..., None]], -1), lengths + 1)
        return tops[:, 1:], torch.cat([whole, runs.accepted.exp()[:, None], runs.rejected.exp()[:, None]], 1)

    def flops(self, lengths: Sequence[int]) -> int:
        count, _, actions = self.automaton.table.shape
        tokens = len(lengths) * max(lengths)
        mixing = 0 if self.spelling is not None else 2 * tokens * len(self.automaton.alphabet) * count * actions
        steps = tokens if self.spelling is None else int(self.spelling.sizes.sum())
        return self._layer_flops(lengths) + mixing + steps * self.automaton.width * actions
