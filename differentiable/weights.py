"""Layers as safetensors files: never pickle, which could run what it holds."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from torch import Tensor

from dsl.errors import ConfigurationError


def save(path: str | os.PathLike[str], layer: str, tensors: Mapping[str, Tensor], settings: Mapping[str, str]) -> None:
    """Write the tensors and settings of a layer. Raises ConfigurationError when that fails."""
    from safetensors import SafetensorError
    from safetensors.torch import save_file

    unfinished = Path(f"{os.fspath(path)}.unfinished")
    try:
        contiguous = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
        save_file(contiguous, unfinished, {"layer": layer, **settings})
        unfinished.replace(path)
    except (OSError, SafetensorError) as error:
        raise ConfigurationError(f"cannot write {path}: {error}", hint="choose a file that can be written") from None


def load(path: str | os.PathLike[str], layer: str) -> tuple[dict[str, Tensor], dict[str, str]]:
    """The tensors and settings of a layer of this name.

    Raises ConfigurationError when the file cannot be read, holds another layer, or numbers that are not finite.
    """
    from safetensors import SafetensorError, safe_open

    hint = f"name a file that {layer}.save wrote"
    try:
        with safe_open(path, framework="pt") as file:
            settings = dict(file.metadata() or {})
            tensors: dict[str, Tensor] = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except OSError as error:
        raise ConfigurationError(f"cannot read {path}: {error.strerror or error}", hint=hint) from None
    except SafetensorError as error:
        raise ConfigurationError(f"{path} is not a file of weights: {error}", hint=hint) from None
    if settings.pop("layer", None) != layer:
        raise ConfigurationError(f"{path} holds no {layer}", hint=hint)
    for name, tensor in tensors.items():
        if not bool(tensor.isfinite().all()):
            raise ConfigurationError(f"{path}: {name} has numbers that are not finite", hint="train it again")
    return tensors, settings
