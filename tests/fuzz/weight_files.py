"""Files of weights that were damaged: loading them is an error with a hint, no other one, and never other weights."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import torch

from differentiable.automata.alphabet import Alphabet
from differentiable.bank import RegexBank
from differentiable.pcfg import PCFG
from dsl.errors import ConfigurationError, SynthError
from searchers.policy.network.recurrent import make_policy
from searchers.policy.network.weights import load_weights, save_weights
from tests.fuzz.corruption import corruptions
from tests.fuzz.fuzzing import Failure

COPIES: Final = 20  # that a case damages
LOADERS: Final[dict[str, Callable[[str], Any]]] = {
    "bank.safetensors": lambda path: RegexBank.load(path).state_dict(),
    "pcfg.safetensors": lambda path: PCFG.load(path).state_dict(),
    "policy.safetensors": load_weights,
}


def case(rng: random.Random) -> int:
    """Damage copies of each, and load them."""
    for what, files in (next(corruptions(rng, written())) for _ in range(COPIES)):
        with tempfile.TemporaryDirectory() as folder:
            for name, data in files.items():
                path = Path(folder, name)
                path.mkdir() if name.endswith("/") else path.write_bytes(data)
            for name in LOADERS:
                _check(what, name, str(Path(folder, name)))
    return COPIES * len(LOADERS)


def _check(what: str, name: str, path: str) -> None:
    try:
        loaded = LOADERS[name](path)
    except ConfigurationError as error:
        if not error.hint:
            raise Failure(f"{what}: no hint", error.message) from None
        return
    except SynthError as error:
        raise Failure(f"{what}: {name} is loaded with {type(error).__name__}", error.message) from None
    if "value" in what:  # written anew, without a digest, as by older versions
        return
    whole = undamaged(name)
    if any(not torch.equal(torch.as_tensor(loaded[key]), torch.as_tensor(whole[key])) for key in whole):
        raise Failure(f"{what}: {name} holds other weights, and nothing is said", path)


@cache
def written() -> dict[str, bytes]:
    """The files as they were written."""
    with tempfile.TemporaryDirectory() as folder:
        RegexBank.random(2, 3, "ab").save(f"{folder}/bank.safetensors")
        PCFG(Alphabet.of((), "ab", closed=True), 3).save(f"{folder}/pcfg.safetensors")
        save_weights(make_policy(0), f"{folder}/policy.safetensors")
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


@cache
def undamaged(name: str) -> Any:
    """What a file holds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(written()[name])
        return LOADERS[name](str(path))
