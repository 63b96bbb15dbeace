"""Generation that stays inside a language. From the bottom up:

constraint, model     the two protocols that everything else meets at
masks/                which tokens may come next in a language
models/               where the probabilities of next tokens come from
priors/               distributions over strings as models over tokens, and mixtures of models
decoders/             what is done with the steps: greedy, sampling, beams, warpers, required phrases
samplers/             samples of p(y | y ∈ L)
logits_processor      a mask inside `transformers`
generation            all of it in one call
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from synth.decoding.generation import generate
    from synth.decoding.logits_processor import GrammarLogitsProcessor
    from synth.decoding.masks.token_mask import TokenMask
    from synth.decoding.masks.vocabulary import Vocabulary

__all__ = ["GrammarLogitsProcessor", "TokenMask", "Vocabulary", "generate"]

_HOMES = {
    "GrammarLogitsProcessor": "synth.decoding.logits_processor",
    "TokenMask": "synth.decoding.masks.token_mask",
    "Vocabulary": "synth.decoding.masks.vocabulary",
    "generate": "synth.decoding.generation",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'synth.decoding' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
