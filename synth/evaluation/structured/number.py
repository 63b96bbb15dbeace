"""What a verb does not agree with: a noun behind a preposition, as `cabinets` in `the key to the cabinets`.

A network learns it from training sentences in which the number of such nouns is drawn by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import torch
from torch import Tensor, nn

from differentiable.encoders.encoder import Encoded
from differentiable.encoders.recurrent import LSTMEncoder

PREPOSITIONS: Final = frozenset((
    "about", "above", "across", "against", "along", "among", "around", "at", "behind", "below", "beneath", "beside",
    "besides", "between", "beyond", "by", "despite", "during", "for", "from", "in", "inside", "into", "near", "of",
    "off", "on", "onto", "outside", "over", "per", "through", "throughout", "to", "toward", "towards", "under",
    "upon", "via", "with", "within", "without",
))  # fmt: skip
# behind them a subject may follow
BOUNDS: Final = frozenset((",", ";", ":", ".", "``", "''", "that", "which", "who", "whose", "where", "when", "while"))
ENDINGS: Final = (("y", "ies"), ("", "s"), ("", "es"))  # of the singular, and of the plural
SHORTEST: Final = 3  # letters of a singular: `as` is no plural of `a`
RARE: Final = {"NN": "NNS", "NNS": "NN"}  # what stands for rare nouns in the data
SHARE: Final = 0.5  # of such nouns whose number is turned round: it then says nothing of the verb


def other_numbers(words: Iterable[str]) -> dict[str, str]:
    """The other number of nouns that have both among the words, by how English spells it: city cities, and back."""
    known, found = set(words), dict(RARE)
    for plural in sorted(known):
        for one, many in ENDINGS:
            singular = plural.removesuffix(many) + one
            if plural.endswith(many) and singular in known and len(singular) >= SHORTEST:
                found.setdefault(singular, plural)
                found.setdefault(plural, singular)
    return found


class FlippedLSTM(LSTMEncoder):
    """The LSTM; in training, each noun between a preposition and the next bound has its number by chance."""

    other: Tensor  # (tokens,): the token of the other number, itself where there is none
    prepositions: Tensor  # (tokens,)
    bounds: Tensor  # (tokens,)

    def __init__(self, embedding: nn.Embedding, width: int, tokens: Sequence[str], numbers: Mapping[str, str]) -> None:
        super().__init__(embedding, width)
        places = {token: place for place, token in enumerate(tokens)}
        others = [places.get(numbers.get(token, token), place) for place, token in enumerate(tokens)]
        self.register_buffer("other", torch.tensor(others))
        self.register_buffer("prepositions", torch.tensor([token in PREPOSITIONS for token in tokens]))
        self.register_buffer("bounds", torch.tensor([token in BOUNDS for token in tokens]))

    def encode(self, ids: Tensor, lengths: Tensor, there: Tensor) -> Encoded:
        return super().encode(self.flipped(ids) if self.training else ids, lengths, there)

    def flipped(self, ids: Tensor) -> Tensor:
        """The tokens (B, L), half of the nouns behind prepositions in their other number."""
        chosen = self.behind(ids) & (torch.rand(ids.shape, device=ids.device) < SHARE)  # (B, L)
        return torch.where(chosen, self.other[ids], ids)

    def behind(self, ids: Tensor) -> Tensor:
        """Which tokens stand behind a preposition, with no bound between, (B, L)."""
        places = torch.arange(1, ids.shape[1] + 1, device=ids.device)  # (L,)
        last, bound = ((kind[ids] * places).cummax(1).values for kind in (self.prepositions, self.bounds))  # (B, L)
        return last > bound
