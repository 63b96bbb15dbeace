"""Languages in the notations of other tools: whoever writes those says so, for imports go down only."""

from __future__ import annotations

from typing import Final

from dsl.errors import ConfigurationError

GROUP: Final = "dsl.exporters"  # the entry points of installed packages that write languages
_EXPORTERS: Final[list[str]] = []


def register(exporter: str) -> None:
    """Let the function at `exporter`, "module:name", which takes what `export` takes, write all languages."""
    _EXPORTERS[:] = [exporter]


def export(language: object, format: str, **options: str) -> str | bytes:
    """The language in another notation, tried by its tool where that is installed. Raises what `Language.to` raises."""
    from importlib.metadata import entry_points
    from pkgutil import resolve_name

    exporters = _EXPORTERS or [point.value for point in entry_points(group=GROUP)]
    if not exporters:
        raise ConfigurationError("nothing is installed that writes other notations", hint="pip install synth")
    written: str | bytes = resolve_name(exporters[0])(language, format, **options)
    return written
