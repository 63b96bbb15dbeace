"""Layers as safetensors files: never pickle, which could run what it holds."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from torch import Tensor, uint8

from dsl.errors import ConfigurationError


def save(path: str | os.PathLike[str], layer: str, tensors: Mapping[str, Tensor], settings: Mapping[str, str]) -> None:
    """Write the tensors and settings of a layer. Raises ConfigurationError when that fails."""
    from safetensors import SafetensorError
    from safetensors.torch import save_file

    unfinished = Path(f"{os.fspath(path)}.{token_hex(8)}")
    try:
        contiguous = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
        save_file(contiguous, unfinished, {"layer": layer, "sha256": _digest(contiguous, settings), **settings})
        unfinished.replace(path)
    except (OSError, SafetensorError) as error:
        with suppress(OSError):
            unfinished.unlink()
        raise ConfigurationError(f"cannot write {path}: {error}", hint="choose a file that can be written") from None


@contextmanager
def loaded(path: str | os.PathLike[str], layer: str) -> Iterator[tuple[dict[str, Tensor], dict[str, str]]]:
    """The tensors and settings of a layer of this name, to make it of.

    Raises ConfigurationError when the file cannot be read, holds another layer, or numbers that are not finite, and
    when no layer can be made of what it holds.
    """
    try:
        yield _read(path, layer)
    except (LookupError, OverflowError, RuntimeError, TypeError, ValueError) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise ConfigurationError(f"{path} holds no whole {layer}: {reason}", hint=_hint(layer)) from None


def _read(path: str | os.PathLike[str], layer: str) -> tuple[dict[str, Tensor], dict[str, str]]:
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="pt") as file:
            settings = dict(file.metadata() or {})
            tensors: dict[str, Tensor] = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except OSError as error:
        raise ConfigurationError(f"cannot read {path}: {error.strerror or error}", hint=_hint(layer)) from None
    except SafetensorError as error:
        raise ConfigurationError(f"{path} is not a file of weights: {error}", hint=_hint(layer)) from None
    if settings.pop("layer", None) != layer:
        raise ConfigurationError(f"{path} holds no {layer}", hint=_hint(layer))
    if settings.pop("sha256", None) not in (None, _digest(tensors, settings)):  # older files have none
        raise ConfigurationError(f"{path} is damaged: it holds something else than was written", hint=_hint(layer))
    for name, tensor in tensors.items():
        if not bool(tensor.isfinite().all()):
            raise ConfigurationError(f"{path}: {name} has numbers that are not finite", hint="train it again")
    return tensors, settings


def _digest(tensors: Mapping[str, Tensor], settings: Mapping[str, str]) -> str:
    digest = sha256(repr(sorted(settings.items())).encode())
    for name in sorted(tensors):
        tensor = tensors[name].contiguous()
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)} ".encode())
        digest.update(tensor.reshape(-1).view(uint8).numpy().tobytes() if tensor.numel() else b"")
    return digest.hexdigest()


def _hint(layer: str) -> str:
    return f"name a file that {layer}.save wrote"
