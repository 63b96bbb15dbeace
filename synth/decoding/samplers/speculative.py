"""Speculative sampling: a small model drafts, a large one checks (Leviathan et al. 2023, Chen et al. 2023).

A drafted token v is kept with probability min(1, p(v) / q(v)); the first that is not is drawn anew in proportion to
max(0, p − q). So tokens have exactly the distribution p of the large model.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dsl.errors import ConfigurationError
from synth.decoding.model import LanguageModel, LogProbs, Prefix


class Speculated(NamedTuple):
    """A text, and how often the large model was asked for it."""

    tokens: Prefix
    calls: int


def speculative(
    target: LanguageModel, draft: LanguageModel, stream: np.random.Generator, *, ahead: int = 4, limit: int = 100
) -> Speculated:
    """A text of at most `limit` tokens drawn from `target`, `ahead` tokens of `draft` checked in one call.

    Raises ConfigurationError when the two models do not share their tokens.
    """
    if (target.vocabulary_size, target.end) != (draft.vocabulary_size, draft.end):
        raise ConfigurationError("the two models have other tokens", hint="use models of one tokenizer")
    if ahead < 1:
        raise ConfigurationError(f"{ahead} tokens ahead", hint="draft at least 1")
    text: Prefix = ()
    calls = 0
    while len(text) < limit:
        drafted, drafts = _drafted(draft, text, min(ahead, limit - len(text)), stream)
        prefixes = [(*text, *drafted[:place]) for place in range(len(drafted) + 1)]
        checked = np.exp(target.log_probs([prefix for prefix in prefixes if target.end not in prefix]))  # (places, V)
        calls += 1
        kept = _kept(drafted, drafts, checked, stream)
        text = (*text, *kept)
        if text and text[-1] == target.end:
            return Speculated(text[:-1], calls)
    return Speculated(text[:limit], calls)


def _drafted(
    draft: LanguageModel, text: Prefix, count: int, stream: np.random.Generator
) -> tuple[Prefix, list[LogProbs]]:
    """Tokens of the small model, and the distributions that they were drawn from."""
    drafted: Prefix = ()
    drafts = []
    while len(drafted) < count and draft.end not in drafted:
        shares = np.exp(draft.log_probs([(*text, *drafted)])[0])
        drafts.append(shares)
        drafted = (*drafted, _draw(shares, stream))
    return drafted, drafts


def _kept(drafted: Prefix, drafts: list[LogProbs], checked: LogProbs, stream: np.random.Generator) -> Prefix:
    """The tokens that are kept, and one that the large model adds."""
    for place, (token, own) in enumerate(zip(drafted, drafts, strict=True)):
        if stream.random() * own[token] >= checked[place][token]:
            return (*drafted[:place], _draw(np.maximum(checked[place] - own, 0.0), stream))
    if len(checked) == len(drafted):  # the text has ended
        return drafted
    return (*drafted, _draw(checked[-1], stream))


def _draw(shares: LogProbs, stream: np.random.Generator) -> int:
    sums = shares.cumsum()
    return int(np.searchsorted(sums, stream.random() * sums[-1], side="right"))
