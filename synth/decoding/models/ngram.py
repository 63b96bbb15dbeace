"""A language model of bytes that counts: interpolated n-grams (Witten and Bell 1991).

    p(v | context) = (count(context v) + T · p(v | shorter context)) / (count(context) + T)

T is how many different bytes follow the context. The shortest context is none, below which all bytes are alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Final

import numpy as np

from synth.decoding.model import LogProbs, Prefix

END: Final = 256


class NGram:
    """p(byte | the `order` - 1 bytes before it), of finitely many states; token 256 stands around texts."""

    vocabulary_size = 257
    end = END

    def __init__(self, texts: Iterable[bytes], order: int = 5) -> None:
        self.order = order
        self.prompt: Prefix = (END,)
        self._counts: defaultdict[Prefix, Counter[int]] = defaultdict(Counter)
        for text in texts:
            tokens = (END, *text, END)
            for place, token in enumerate(tokens[1:], start=1):
                for start in range(max(0, place - order + 1), place + 1):
                    self._counts[tokens[start:place]][token] += 1
        self._rows: dict[Prefix, LogProbs] = {}

    def behind(self, prompt: bytes) -> NGram:
        """The same model, whose texts go on from `prompt`."""
        model = copy(self)
        model.prompt = (END, *prompt)
        return model

    def log_probs(self, prefixes: Sequence[Prefix]) -> LogProbs:
        return np.log([self._row(self._context((*self.prompt, *prefix))) for prefix in prefixes])  # (B, 257)

    def start(self) -> Prefix:
        return self._context(self.prompt)

    def arcs(self, state: Prefix, token: int) -> Sequence[tuple[float, Prefix]]:
        return [(float(self._row(state)[token]), self._context((*state, token)))]

    def stop(self, state: Prefix) -> float:
        return float(self._row(state)[END])

    def _context(self, prefix: Prefix) -> Prefix:
        """The longest end of `prefix` that has been seen before something, of less than `order` bytes."""
        context = tuple(prefix[max(0, len(prefix) - self.order + 1) :])
        while context and context not in self._counts:
            context = context[1:]
        return context

    def _row(self, context: Prefix) -> LogProbs:
        row = self._rows.get(context)
        if row is None:
            counts = self._counts.get(context, Counter())
            shorter = self._row(self._context(context[1:])) if context else np.full(END + 1, 1 / (END + 1))
            row = len(counts) * shorter  # (257,)
            for token, count in counts.items():
                row[token] += count
            row = self._rows[context] = row / (counts.total() + len(counts)) if counts else shorter
        return row
