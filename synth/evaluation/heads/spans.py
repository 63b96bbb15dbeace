"""A span of a text that answers a question, or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from synth.evaluation.example import Example
from synth.evaluation.heads.head import Batch, Head, Material, Second
from synth.evaluation.heads.tagging import present

LONGEST: Final = 30  # tokens of an answer


class Passage(NamedTuple):
    """Where the tokens of a text stand in it, and the tokens (first, last) of the answer, None where there is none.

    The notes of an example.
    """

    text: str
    places: tuple[tuple[int, int], ...]  # of each token: its first character, and the one behind its last
    span: tuple[int, int] | None


class Spans(Head):
    """First and last token of the answer, from the states of the text and of the question beside it.

    Each token looks at the question: [h; a; h · a; h · q] with a the states of the question that are like h, q the
    vector of the question (Seo et al. 2017, from one side). Two layers over a hidden one score first and last tokens;
    from q comes how likely it is that there is no answer. Notes of examples are a `Passage`; answers are cut from its
    text, at most 30 tokens long, "" for none.
    """

    def __init__(self, width: int, material: Material, *, hidden: int = 128, dropout: float = 0.3) -> None:
        super().__init__(width, material)
        self.may_be_none = any(self.target(example) is None for example in material.train)
        self.alike = nn.Linear(width, width, bias=False)
        self.hidden = nn.Sequential(nn.Linear(4 * width, hidden), nn.ReLU(), nn.Dropout(dropout))
        self.ends = nn.Linear(hidden, 2)
        self.none = nn.Linear(width, 2)

    def loss(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> Tensor:
        scores = self._scores(states, lengths, batch.second)  # (B, L + 1, 2)
        gold = torch.tensor([(0, 0) if span is None else (span[0] + 1, span[1] + 1) for span in batch.targets])
        gold = gold.to(scores.device)
        first, last = (functional.cross_entropy(scores[..., side], gold[:, side]) for side in range(2))
        return (first + last) / 2

    def predict(self, states: Tensor, pooled: Tensor, lengths: Tensor, batch: Batch) -> list[str]:
        answers = []
        for row, example in zip(self._scores(states, lengths, batch.second), batch.examples, strict=True):
            span, passage = best_span(row[:, 0], row[:, 1]), example.notes
            answers.append(
                "" if span is None else passage.text[passage.places[span[0]][0] : passage.places[span[1]][1]]
            )
        return answers

    def _scores(self, states: Tensor, lengths: Tensor, question: Second | None) -> Tensor:
        """How likely no token, and each token, is the first and the last of the answer, (B, L + 1, 2)."""
        assert question is not None
        asked = present(question.lengths, question.states.shape[1])[:, None]  # (B, 1, L2)
        likeness = self.alike(states) @ question.states.mT  # (B, L, L2)
        weights = likeness.masked_fill(~asked, -torch.inf).softmax(-1)
        aligned = weights @ question.states  # (B, L, H)
        whole = question.pooled[:, None].expand_as(states)
        found = self.ends(self.hidden(torch.cat([states, aligned, states * aligned, states * whole], -1)))  # (B, L, 2)
        found = found.masked_fill(~present(lengths, states.shape[1])[..., None], -torch.inf)
        none = self.none(question.pooled)[:, None]  # (B, 1, 2)
        return torch.cat([none if self.may_be_none else torch.full_like(none, -torch.inf), found], 1)

    def target(self, example: Example) -> tuple[int, int] | None:
        found: tuple[int, int] | None = example.notes.span
        return found

    def flops(self, lengths: Sequence[int]) -> int:
        """As if questions were as long as their texts, which few exceed."""
        tokens, hidden = len(lengths) * max(lengths), self.ends.in_features
        looking = self.alike.weight.numel() + 2 * max(lengths) * self.width
        return 2 * (tokens * (looking + (4 * self.width + 2) * hidden) + len(lengths) * self.none.weight.numel())


def best_span(first: Tensor, last: Tensor, longest: int = LONGEST) -> tuple[int, int] | None:
    """The span with the highest sum of scores, first ≤ last < first + longest; None when place 0, no answer, beats it.

    Scores are (L + 1,) each, those of tokens from place 1 on.
    """
    both = first[1:, None] + last[None, 1:]  # (L, L)
    inside = torch.ones_like(both, dtype=torch.bool).triu().tril(longest - 1)
    both = both.masked_fill(~inside, -torch.inf)
    place = int(both.argmax())
    if float(first[0] + last[0]) >= float(both.flatten()[place]):
        return None
    return divmod(place, len(both))
