"""Files of layers: what was saved and then lost or changed is told."""

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from differentiable import PCFG, RegexBank
from dsl.errors import ConfigurationError
from dsl.grammar import Grammar


@pytest.mark.parametrize("kind", [RegexBank, PCFG])
def test_files_that_lack_something_are_refused(kind, tmp_path):
    bank, path = RegexBank.from_patterns(["ab"]), str(tmp_path / "layer")
    layer = bank if kind is RegexBank else PCFG.from_grammar(Grammar.parse('start: "(" start ")" |'))
    layer.save(path)
    tensors = load_file(path)
    with safe_open(path, framework="pt") as file:
        settings = file.metadata()
    save_file(tensors, path, {**settings, "more": "1"})
    with pytest.raises(ConfigurationError, match="damaged"):
        kind.load(path)
    del settings["sha256"]  # as in older files, of which only what they hold can be looked at
    damaged = [({other: tensors[other] for other in tensors if other != name}, settings) for name in tensors]
    large = [name for name in tensors if tensors[name].ndim > 1]
    damaged += [({**tensors, name: tensors[name].reshape(-1)[:1]}, settings) for name in large]
    damaged += [(tensors, {other: settings[other] for other in settings if other != name}) for name in settings]
    damaged += [(tensors, {**settings, "max_length": "many"}), ({**tensors, "more": torch.zeros(1)}, settings)]
    for found, said in damaged:
        save_file(found, path, said)
        with pytest.raises(ConfigurationError, match=f"no (whole |bank|{kind.__name__})|another alphabet"):
            kind.load(path)
