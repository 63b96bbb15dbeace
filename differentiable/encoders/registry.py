"""Encoders by name: those of this package, and what others registered or installed."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from inspect import signature
from typing import Any, Final

from torch import nn

from differentiable.encoders.encoder import Encoder
from dsl.errors import ConfigurationError

GROUP: Final = "differentiable.encoders"  # the entry points of packages that bring encoders
SIZE: Final = 64  # of the vectors of tokens

_HOMES: Final = {
    "mean": "mean.MeanEncoder",
    "conv": "convolution.ConvolutionEncoder",
    "rnn": "recurrent.RNNEncoder",
    "gru": "recurrent.GRUEncoder",
    "lstm": "recurrent.LSTMEncoder",
    "attention": "attention.AttentionEncoder",
    "bank": "bank.BankEncoder",
    "pcfg": "grammar.PCFGEncoder",
    "pushdown": "pushdown.PushdownEncoder",
    "stack": "stack.VectorStackEncoder",
    "sum": "combined.SumEncoder",
    "concat": "combined.ConcatEncoder",
}
_registered: dict[str, Callable[..., Encoder]] = {}


def register(name: str, make_encoder: Callable[..., Encoder]) -> None:
    """Make an encoder known by name: a class, or a function of (embedding, width, causal=…, **settings).

    Raises ConfigurationError when the name is taken.
    """
    if name in names():
        raise ConfigurationError(f"an encoder {name!r} exists already", hint="choose another name")
    _registered[name] = make_encoder


def names() -> list[str]:
    """The names of all encoders."""
    return sorted({*_HOMES, *_registered, *(point.name for point in entry_points(group=GROUP))})


def make(
    name: str, *, vocabulary: int, width: int = 128, causal: bool = False, size: int = SIZE,
    embedding: nn.Embedding | None = None, **settings: Any,  # noqa: ANN401
) -> Encoder:  # fmt: skip
    """The encoder of a name over `vocabulary` tokens, whose vectors have `size` numbers or are those of `embedding`.

    Raises ConfigurationError on an unknown name or setting, and where an encoder cannot be causal.
    """
    if vocabulary < 1:
        raise ConfigurationError(f"a vocabulary of {vocabulary} tokens", hint="give at least 1")
    found = _find(name)
    known = signature(found).parameters
    for setting in settings:
        if setting not in known and not any(value.kind is value.VAR_KEYWORD for value in known.values()):
            choices = [other for other in known if other not in ("self", "embedding", "width", "causal")]
            raise ConfigurationError(f"{name} has no setting {setting!r}", hint=_hint(setting, choices))
    shared = nn.Embedding(vocabulary, size) if embedding is None else embedding
    return found(shared, width, causal=causal, **settings)


def _find(name: str) -> Callable[..., Encoder]:
    if name in _HOMES:
        module, _, attribute = _HOMES[name].partition(".")
        own: Callable[..., Encoder] = getattr(import_module(f"differentiable.encoders.{module}"), attribute)
        return own
    if name in _registered:
        return _registered[name]
    for point in entry_points(group=GROUP, name=name):
        loaded: Callable[..., Encoder] = point.load()
        return loaded
    raise ConfigurationError(f"no encoder {name!r}", hint=_hint(name, names()))


def _hint(name: str, choices: list[str]) -> str:
    near = get_close_matches(name, choices, 1)
    return (f"did you mean {near[0]}? " if near else "") + f"there are {', '.join(choices) or 'none'}"
