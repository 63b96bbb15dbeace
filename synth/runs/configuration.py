"""config.toml: what a directory that --out made was begun with, under a digest, so that any change to it is told.

sha256 = "9f…"      of all that follows; schema 1 had none
schema = 2
version = "0.3.0"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from dsl.errors import RunError
from synth.runs.files import CONFIG, digest, refuse_links
from synth.version import __version__

SCHEMA: Final = 2
UNSEALED: Final = 1
_SEAL: Final = re.compile(r'sha256 = "(\w+)"\n')


def configuration(table: Mapping[str, object]) -> str:
    """The text of config.toml: this version, and `table`."""
    import tomli_w

    text = tomli_w.dumps({"schema": SCHEMA, "version": __version__, **table})
    return f'sha256 = "{digest(text)}"\n{text}'


def read_config(folder: Path) -> dict[str, Any]:
    """The configuration of a run. Raises RunError when it is of another version, changed, or led to by a link."""
    text, config = _read(folder)
    version = config.get("version")
    if config.get("schema") not in (UNSEALED, SCHEMA) or version != __version__:
        hint = f"go on with the version that began it: pip install synth=={version}"
        raise RunError(f"{folder} is a run of synth {version}, this is {__version__}", hint=hint)
    _check(folder, text, config)
    return config


def read_any_config(folder: Path) -> dict[str, Any]:
    """The same of any version."""
    text, config = _read(folder)
    _check(folder, text, config)
    return config


def _read(folder: Path) -> tuple[str, dict[str, Any]]:
    hint = "name the directory that --out made"
    try:
        (folder / CONFIG).lstat()
        refuse_links(folder)
        text = (folder / CONFIG).read_bytes().decode()
        return text, tomllib.loads(text)
    except FileNotFoundError:
        raise RunError(f"{folder} is not a run directory: it has no {CONFIG}", hint=hint) from None
    except NotADirectoryError:
        raise RunError(f"{folder} is not a directory", hint=hint) from None
    except OSError as error:
        raise RunError(f"cannot read {folder / CONFIG}: {error.strerror}", hint="check its permissions") from None
    except (ValueError, RecursionError) as error:  # a number of too many digits is a ValueError, no TOMLDecodeError
        raise RunError(f"{folder / CONFIG} is damaged: {error}", hint="begin a new run") from None


def _check(folder: Path, text: str, config: Mapping[str, Any]) -> None:
    seal = _SEAL.match(text)
    is_sealed = seal is not None and digest(text[seal.end() :]) == seal[1]
    if not is_sealed and (seal is not None or config.get("schema", UNSEALED) != UNSEALED):
        hint = "a run cannot be changed: put the file back, or begin a new one"
        raise RunError(f"{folder / CONFIG} is not what the run began with", hint=hint)
    for name in ("arguments", "inputs"):
        if type(config.get(name, {})) is not dict:
            raise RunError(f"{folder / CONFIG} is damaged: {name} is no table", hint="begin a new run")
