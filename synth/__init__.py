"""Induce regular expressions and grammars from example strings: `synth.induce(["ab1", "cd22"]).best.pattern`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from dsl.errors import (
    ConfigurationError,
    ConstraintError,
    ExampleError,
    ExportError,
    ExportWarning,
    LimitError,
    LookaheadError,
    MissingExtraError,
    PatternError,
    RunError,
    SynthError,
    VocabularyError,
)
from dsl.export import register
from synth.version import __version__

if TYPE_CHECKING:
    from dsl.grammar import Grammar
    from dsl.regex import Regex
    from searchers.candidate import Candidate, GrammarCandidate
    from searchers.protocol import Improved, Noted, Progress
    from synth.api import induce, resume
    from synth.batch.outcome import Outcome
    from synth.batch.search import induce_batch, resume_batch
    from synth.estimators import GrammarInducer as GrammarInducer
    from synth.estimators import Profiler as Profiler
    from synth.estimators import RegexInducer as RegexInducer
    from synth.profiles.profile import Profile, profile
    from synth.results.result import Result
    from synth.results.tensorboard import TensorBoard
    from synth.sessions.session import Session

register("synth.formats:export")

__all__ = [
    "Candidate",
    "ConfigurationError",
    "ConstraintError",
    "ExampleError",
    "ExportError",
    "ExportWarning",
    "Grammar",
    "GrammarCandidate",
    "Improved",
    "LimitError",
    "LookaheadError",
    "MissingExtraError",
    "Noted",
    "Outcome",
    "PatternError",
    "Profile",
    "Progress",
    "Regex",
    "Result",
    "RunError",
    "Session",
    "SynthError",
    "TensorBoard",
    "VocabularyError",
    "__version__",
    "induce",
    "induce_batch",
    "profile",
    "resume",
    "resume_batch",
]

_HOMES = {
    "Candidate": "searchers.candidate",
    "Grammar": "dsl.grammar",
    "GrammarCandidate": "searchers.candidate",
    "Improved": "searchers.protocol",
    "Noted": "searchers.protocol",
    "Outcome": "synth.batch.outcome",
    "Profile": "synth.profiles.profile",
    "Progress": "searchers.protocol",
    "Regex": "dsl.regex",
    "Result": "synth.results.result",
    "Session": "synth.sessions.session",
    "TensorBoard": "synth.results.tensorboard",
    "induce": "synth.api",
    "induce_batch": "synth.batch.search",
    "profile": "synth.profiles.profile",
    "resume": "synth.api",
    "resume_batch": "synth.batch.search",
}
# the classes themselves derive from scikit-learn's: not in __all__, so that `from synth import *` works without it
_ESTIMATORS = dict.fromkeys(("GrammarInducer", "Profiler", "RegexInducer"), "synth.estimators")


def __getattr__(name: str) -> object:
    # numpy and the searchers load when a name that needs them is first used: `import synth` stays light
    home = _HOMES.get(name) or _ESTIMATORS.get(name)
    if home is None:
        raise AttributeError(f"module 'synth' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
