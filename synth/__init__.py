"""Induce regular expressions and grammars from example strings: `synth.induce(["ab1", "cd22"]).best.pattern`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from dsl.errors import (
    ConfigurationError,
    ConstraintError,
    ExampleError,
    LimitError,
    PatternError,
    RunError,
    SynthError,
)

if TYPE_CHECKING:
    from dsl.grammar import Grammar
    from dsl.regex import Regex
    from searchers.candidate import Candidate
    from searchers.grammar_candidate import GrammarCandidate
    from searchers.protocol import Improved, Noted, Progress
    from synth.api import induce, resume
    from synth.result import Result

__version__ = "0.1.0"

__all__ = [
    "Candidate",
    "ConfigurationError",
    "ConstraintError",
    "ExampleError",
    "Grammar",
    "GrammarCandidate",
    "Improved",
    "LimitError",
    "Noted",
    "PatternError",
    "Progress",
    "Regex",
    "Result",
    "RunError",
    "SynthError",
    "__version__",
    "induce",
    "resume",
]

_HOMES = {
    "Candidate": "searchers.candidate",
    "Grammar": "dsl.grammar",
    "GrammarCandidate": "searchers.grammar_candidate",
    "Improved": "searchers.protocol",
    "Noted": "searchers.protocol",
    "Progress": "searchers.protocol",
    "Regex": "dsl.regex",
    "Result": "synth.result",
    "induce": "synth.api",
    "resume": "synth.api",
}


def __getattr__(name: str) -> object:
    # numpy and the searchers load when a name that needs them is first used: `import synth` stays light
    if name not in _HOMES:
        raise AttributeError(f"module 'synth' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
