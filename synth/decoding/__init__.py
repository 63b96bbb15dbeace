"""Generation that stays inside a language: masks over the tokens of a model, and what decoders make of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from synth.decoding.generation import generate
    from synth.decoding.logits_processor import GrammarLogitsProcessor
    from synth.decoding.token_mask import TokenMask
    from synth.decoding.vocabulary import Vocabulary

__all__ = ["GrammarLogitsProcessor", "TokenMask", "Vocabulary", "generate"]

_HOMES = {
    "GrammarLogitsProcessor": "synth.decoding.logits_processor",
    "TokenMask": "synth.decoding.token_mask",
    "Vocabulary": "synth.decoding.vocabulary",
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
