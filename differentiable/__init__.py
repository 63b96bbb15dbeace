"""Automata and grammars as PyTorch layers: `RegexBank.from_patterns(["(ab)*", "a?b+a"])`.

This package and `searchers` import not each other.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from dsl.errors import MissingExtraError

if TYPE_CHECKING:
    from differentiable.bank import RegexBank
    from differentiable.edit_distance import soft_levenshtein
    from differentiable.pcfg import PCFG
    from differentiable.pushdown import PushdownAutomaton
    from differentiable.soft_regex import SoftRegex
    from differentiable.stacks.encoder import StackEncoder
    from differentiable.transformer.model import TransformerLM
    from differentiable.tree_lstm import TreeLSTM

__all__ = [
    "PCFG",
    "PushdownAutomaton",
    "RegexBank",
    "SoftRegex",
    "StackEncoder",
    "TransformerLM",
    "TreeLSTM",
    "soft_levenshtein",
]

_HOMES: Final = {
    "PCFG": "differentiable.pcfg",
    "PushdownAutomaton": "differentiable.pushdown",
    "RegexBank": "differentiable.bank",
    "SoftRegex": "differentiable.soft_regex",
    "StackEncoder": "differentiable.stacks.encoder",
    "TransformerLM": "differentiable.transformer.model",
    "TreeLSTM": "differentiable.tree_lstm",
    "soft_levenshtein": "differentiable.edit_distance",
}


def __getattr__(name: str) -> object:
    # torch loads when a layer is first used: `import differentiable` stays light
    if name not in _HOMES:
        raise AttributeError(f"module 'differentiable' has no attribute {name!r}")
    if find_spec("torch") is None:
        raise MissingExtraError("layers", "torch")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
