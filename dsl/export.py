"""Languages in the notations of other tools: written by the application on top, which is found by its name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from dsl.language import Language

FORMATS: Final = "synth.formats"  # imports go down only


def export(language: Language, format: str, **options: str) -> str | bytes:
    """The language in another notation, tried by the tool that reads it where it is installed.

    Raises ConfigurationError on an unknown format, option or value, ExportError when the notation cannot say the
    language, and when the tool tells a string from it.
    """
    written: str | bytes = import_module(FORMATS).export(language, format, **options)
    return written
