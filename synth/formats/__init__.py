"""Languages in the notations of other tools; what is written has been tried by the tool itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Final
from warnings import warn

from dsl.errors import ConfigurationError, ExportError, ExportWarning
from synth.inputs.suggestion import suggest

if TYPE_CHECKING:
    from dsl.language import Language
    from synth.formats.format import Format

GROUP: Final = "synth.formats"  # the entry points of plugins: name = "module:Class"
BUILT_IN: Final = {
    "re": "synth.formats.patterns.python:Python",
    "ere": "synth.formats.patterns.posix:Posix",
    "re2": "synth.formats.patterns.re2:RE2",
    "rust": "synth.formats.patterns.rust:Rust",
    "hyperscan": "synth.formats.patterns.hyperscan:Hyperscan",
    "outlines": "synth.formats.patterns.outlines:Outlines",
    "json-schema": "synth.formats.patterns.json_schema:JSONSchema",
    "lark": "synth.formats.grammars.lark:Lark",
    "gbnf": "synth.formats.grammars.bnf:GBNF",
    "ebnf": "synth.formats.grammars.bnf:EBNF",
    "llguidance": "synth.formats.grammars.llguidance:LLGuidance",
    "dot": "synth.formats.dot:Dot",
    "dfa": "synth.formats.dfa:Automaton",
}


def names() -> list[str]:
    """The formats that there are, those of plugins behind ours."""
    return list(_places())


@cache
def _places() -> Mapping[str, str]:
    return BUILT_IN | {point.name: point.value for point in entry_points(group=GROUP) if point.name not in BUILT_IN}


def find(name: str) -> Format:
    """The format of this name. Raises ConfigurationError."""
    place = _places().get(name)
    if place is None:
        raise ConfigurationError(f"no format {name!r}", hint=suggest(name, _places()))
    module, _, kind = place.partition(":")
    found: Format = getattr(import_module(module), kind)()
    return found


def export(language: Language, format: str, **options: str) -> str | bytes:
    """The language in the notation of another tool, tried by that tool where it is installed.

    Raises ConfigurationError on an unknown format, option or value, ExportError when the notation cannot say the
    language, when the tool refuses it or hangs on it, and when it tells a string, which is shown, from the language.
    Warns with ExportWarning where a pattern was changed so that the tool does not hang.
    """
    notation = find(format)
    _check_options(notation, options)
    text = notation.write(language, **options)
    if isinstance(text, str):
        check(notation, text, language, **options)
    return text


def check(notation: Format, text: str, language: Language, **options: str) -> None:
    """Let the tool try strings of the language and near misses. Raises ExportError on one that it gets wrong, or when

    it hangs, in a process of its own; warns with ExportWarning when it is too slow to try all.
    """
    from synth.formats.differential import trials
    from synth.formats.trial import Trial, TrialEnded

    tried: list[str] = []
    try:
        with Trial(notation, text, options, apart=not notation.is_harmless(text, language)) as trial:
            for string, belongs in trials(language, notation.longest(text)) if trial.is_possible else []:
                if any(letter in notation.unknown for letter in string):
                    continue
                tried.append(string)
                if trial.accepts(string) != belongs:
                    verdict = "rejects" if belongs else "accepts"
                    hint = "nothing was written; please report the language"
                    raise ExportError(f"{notation.title} {verdict} {string!r}, unlike the language", hint=hint)
    except ImportError:
        return
    except TrialEnded as end:
        hint = "use smaller counts, or another format"
        if not tried:
            raise ExportError(f"{notation.title} takes more than {end} to read this", hint=hint) from None
        if notation.backtracks:
            message = f"{notation.title} takes more than {end} on a text such as {tried[-1]!r}"
            raise ExportError(message, hint=hint) from None
        message = f"{notation.title} takes more than {end}, and was tried on short texts only"
        warn(message, ExportWarning, stacklevel=2)


def _check_options(notation: Format, options: Mapping[str, str]) -> None:
    for option, value in options.items():
        if option not in notation.options:
            owners = [name for name in BUILT_IN if option in find(name).options]
            hint = f"it is one of {', '.join(owners)}" if owners else suggest(option, notation.options)
            hint = hint if owners or notation.options else f"{notation.name} has no options"
            raise ConfigurationError(f"{notation.name} has no option {option!r}", hint=hint)
        if value not in notation.options[option]:
            hint = suggest(value, notation.options[option])
            raise ConfigurationError(f"{option}={value!r} is unknown to {notation.name}", hint=hint)
