"""Trained weights as safetensors: never pickle, which could run what it holds."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from secrets import token_hex

import numpy as np
import torch
from numpy.typing import NDArray

from dsl.errors import ConfigurationError
from searchers.policy.network.recurrent import Policy


def load_weights(path: str) -> dict[str, NDArray[np.generic]]:
    """The weights in a file. Raises ConfigurationError when it cannot be read or holds no policy of this shape."""
    from safetensors import safe_open

    hint = "write one with `synth train policy --out FILE`"
    try:
        with safe_open(path, framework="numpy") as file:
            found = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            digest = (file.metadata() or {}).get("sha256")
    except OSError as error:
        raise ConfigurationError(f"cannot read {path}: {error.strerror or error}", hint=hint) from None
    except Exception as error:  # SafetensorError, and what numpy says of types that it does not know
        raise ConfigurationError(f"{path} is not a file of weights: {error}", hint=hint) from None
    expected = _shapes()
    wrong = [name for name in sorted(expected.keys() | found.keys()) if _shape(found, name) != expected.get(name)]
    if wrong:
        name = wrong[0]
        message = f"{path} is a policy of another shape: {name} is {_shape(found, name)}, not {expected.get(name)}"
        raise ConfigurationError(message, hint="train it again with this version")
    if not all(array.dtype == np.float32 and np.isfinite(array).all() for array in found.values()):
        raise ConfigurationError(f"{path} holds weights that are not finite", hint="train it again")
    if digest not in (None, _digest(found)):  # older files have none
        raise ConfigurationError(f"{path} is damaged: it holds other weights than were written", hint=hint)
    return found


def save_weights(policy: Policy, path: str) -> None:
    """Write the weights of a policy. Raises ConfigurationError when that fails."""
    from safetensors import SafetensorError
    from safetensors.numpy import save_file

    unfinished = f"{path}.{token_hex(8)}"
    weights = {name: tensor.detach().cpu().numpy() for name, tensor in policy.state_dict().items()}
    try:
        save_file(weights, unfinished, {"sha256": _digest(weights)})
        os.replace(unfinished, path)
    except (OSError, SafetensorError) as error:
        with suppress(OSError):
            os.unlink(unfinished)
        raise ConfigurationError(f"cannot write {path}: {error}", hint="check --out") from None


def _digest(arrays: Mapping[str, NDArray[np.generic]]) -> str:
    digest = sha256()
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].shape} ".encode() + arrays[name].tobytes())
    return digest.hexdigest()


def _shape(arrays: Mapping[str, NDArray[np.generic]], name: str) -> tuple[int, ...] | None:
    return arrays[name].shape if name in arrays else None


def _shapes() -> dict[str, tuple[int, ...]]:
    with torch.device("meta"):
        return {name: tuple(tensor.shape) for name, tensor in Policy().state_dict().items()}
