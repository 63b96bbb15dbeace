"""Texts from a model inside a language, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from dsl.errors import ConfigurationError
from dsl.language import Language
from synth.decoding.decoders.beam import beam
from synth.decoding.decoders.decoding import Decoding, Hypothesis
from synth.decoding.decoders.phrases import Phrases
from synth.decoding.decoders.required import dynamic_beam, grid_beam
from synth.decoding.decoders.sampling import greedy, sample
from synth.decoding.decoders.warping import Warper
from synth.decoding.masks.token_mask import TokenMask
from synth.decoding.masks.vocabulary import Vocabulary
from synth.decoding.model import LanguageModel, Prefix
from synth.decoding.models.ngram import NGram
from synth.decoding.samplers.exact import ExactSampler
from synth.decoding.samplers.particles import particles

STRATEGIES: Final = ("sample", "greedy", "beam", "grid", "particles", "exact")
SEARCHES: Final = ("beam", "grid")  # those that know of required phrases
PARTICLES: Final = 100


def generate(
    model: LanguageModel,
    language: Language | None = None,
    tokenizer: object = "bytes",
    *,
    strategy: str | None = None,
    count: int = 1,
    limit: int = 100,
    width: int = 8,
    required: Sequence[str] = (),
    warpers: Sequence[Warper] = (),
    length_reward: float = 0.0,
    seed: int = 0,
) -> list[str]:
    """`count` texts of the model, of at most `limit` tokens, in the language if there is one.

    sample      each token drawn from the renormalised step; the default
    greedy      the likeliest token each time: one text
    beam        the best that beam search of this `width` finds; `required` phrases by dynamic beam allocation, and then
                the default
    grid        the same by grid beam search
    particles   drawn from p(y | y ∈ L), nearly: each is one of 100 weighted texts
    exact       drawn from p(y | y ∈ L), where the model is an n-gram

    Raises ConfigurationError on a strategy that does not exist or cannot do what is asked, and on a tokenizer that is
    not the model's, ConstraintError on a required phrase that the language forbids, LimitError when no text is as short
    as `limit`, and what TokenMask does.
    """
    strategy = strategy or ("beam" if required else "sample")
    if strategy not in STRATEGIES:
        raise ConfigurationError(f"no strategy {strategy!r}", hint=f"one of: {', '.join(STRATEGIES)}")
    if required and strategy not in SEARCHES:
        raise ConfigurationError(f"{strategy} knows of no required phrases", hint=f"one of: {', '.join(SEARCHES)}")
    vocabulary = Vocabulary.of(tokenizer)
    if model.end not in vocabulary.end_tokens:
        ends = ", ".join(map(str, vocabulary.end_tokens))
        hint = "use the tokenizer that the model was trained with"
        raise ConfigurationError(f"the model ends a text with token {model.end}, the tokenizer with {ends}", hint=hint)
    mask = None if language is None else TokenMask(language, vocabulary)
    decoding = Decoding(model, mask, limit=limit, warpers=warpers)
    if strategy == "exact":
        texts = _exact(decoding, count, seed)
    elif strategy in SEARCHES:
        phrases = Phrases.of_texts(required, vocabulary) if required else None
        texts = _searched(decoding, strategy, phrases, max(width, count), length_reward)[:count]
    else:
        texts = _drawn(decoding, strategy, count, seed)
    return [vocabulary.decode(tokens).decode(errors="replace") for tokens in texts]


def _drawn(decoding: Decoding, strategy: str, count: int, seed: int) -> list[Prefix]:
    if strategy == "greedy":
        return [greedy(decoding).tokens]
    stream = np.random.default_rng(seed)
    if strategy == "particles":
        return [particles(decoding, PARTICLES, stream).draw(stream).tokens for _ in range(count)]
    return [text.tokens for text in sample(decoding, count, stream)]


def _searched(
    decoding: Decoding, strategy: str, phrases: Phrases | None, width: int, length_reward: float
) -> list[Prefix]:
    found: list[Hypothesis]
    if phrases is None:
        found = beam(decoding, width, length_reward=length_reward)
    else:
        search = grid_beam if strategy == "grid" else dynamic_beam
        found = search(decoding, phrases, width, length_reward=length_reward)
    return [text.tokens for text in found]


def _exact(decoding: Decoding, count: int, seed: int) -> list[Prefix]:
    if not isinstance(decoding.model, NGram) or decoding.warpers:
        hint = "use ngram, or particles instead"
        raise ConfigurationError("exact samples need a model of finitely many states, as it is", hint=hint)
    return ExactSampler(decoding.model, decoding.constraint, decoding.limit).sample(count, seed)
