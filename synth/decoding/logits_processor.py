"""A token mask as `transformers` applies it while it generates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dsl.errors import ConfigurationError, LimitError, MissingExtraError
from synth.decoding.constraint import unpack
from synth.decoding.masks.token_mask import FINISHED, TokenMask

try:
    import torch
    from transformers import LogitsProcessor
except ImportError:
    raise MissingExtraError("decoding with transformers", "decoders") from None

if TYPE_CHECKING:
    from torch import Tensor


class GrammarLogitsProcessor(LogitsProcessor):  # type: ignore[misc]
    """Keeps what `model.generate` writes inside the language of a mask: batches, beams, one call after another.

        model.generate(**inputs, logits_processor=[GrammarLogitsProcessor(mask, max_new_tokens=50)], max_new_tokens=50)

    What stands in the rows of the first call is the prompt. A call whose rows all go on from rows of the call before
    by one token belongs to the same generation, and any other begins a new one; `reset` says so where a prompt happens
    to be what was generated before. With `max_new_tokens` each text also ends within so many tokens. Without it, a text
    that `generate` cuts off is a beginning.

    Raises ConfigurationError when the model has fewer logits than the mask has tokens (more are well: they are padding,
    and never allowed), LimitError when no text of the language is as short as `max_new_tokens`.
    """

    supports_continuous_batching = False  # rows are recognised by what they hold

    def __init__(self, mask: TokenMask, *, max_new_tokens: int | None = None) -> None:
        self.mask = mask
        self.max_new_tokens = max_new_tokens
        shortest = mask.distance_to_end(mask.start())
        if max_new_tokens is not None and shortest > max_new_tokens:
            message = f"the shortest text of the language has {shortest} tokens, the limit is {max_new_tokens}"
            raise LimitError(message, hint="raise max_new_tokens")
        self.reset()

    def reset(self) -> None:
        """Let the next call begin a new generation."""
        self._states: dict[bytes, int] = {}
        self._begun_at = 0

    def __call__(self, input_ids: Tensor, scores: Tensor) -> Tensor:
        """The scores with -inf for every token that is not allowed; (rows, length) and (rows, logits)."""
        width = scores.shape[-1]
        if width < len(self.mask.vocabulary):
            message = f"the model has logits for {width:,} tokens, the tokenizer has {len(self.mask.vocabulary):,}"
            raise ConfigurationError(message, hint="use the tokenizer that belongs to the model")
        states = self._advanced(input_ids)
        left = None if self.max_new_tokens is None else self.max_new_tokens - input_ids.shape[1] + self._begun_at
        masks = (
            self.mask.allowed(state) if left is None else self.mask.allowed_within(state, left) for state in states
        )
        allowed = np.stack([unpack(mask, width) for mask in masks])
        return scores.masked_fill(~torch.from_numpy(allowed).to(scores.device), -torch.inf)

    def _advanced(self, input_ids: Tensor) -> list[int]:
        rows: list[list[int]] = input_ids.tolist()
        keys = [row.tobytes() for row in np.array(rows)]
        before = [row.tobytes() for row in np.array(rows)[:, :-1]]
        is_running = any(state != FINISHED for state in self._states.values())
        if is_running and all(key in self._states for key in before):
            states = [self._behind(self._states[key], row[-1]) for key, row in zip(before, rows, strict=True)]
        else:
            states = [self.mask.start()] * len(rows)
            self._begun_at = input_ids.shape[1]
        self._states = dict(zip(keys, states, strict=True))
        return states

    def _behind(self, state: int, token: int) -> int:
        # a beam that had to take a forbidden token has the score -inf already, and rows that have ended are padded
        following = self.mask.advance(state, token)
        return FINISHED if following is None else following
