from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dsl.kernels.compilation import decorators as compiling

SOURCE = "def double(number):\n    return 2 * number\n\n\ndef treble(number):\n    return 3 * number\n"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module with functions of one number, and a cache of its own."""
    monkeypatch.setattr(compiling, "cache_folder", lambda: tmp_path / "cache")
    path = tmp_path / "doubling.py"
    path.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("doubling", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "doubling", module)  # where numba looks for it when it loads code
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def change(module: Any, tmp_path: Path) -> Callable[[], None]:
    """Makes `double` of the module multiply by 4, in a source of another size: Python keeps what looks the same."""

    def rewrite() -> None:
        source = tmp_path / "doubling.py"
        source.write_text(source.read_text().replace("2 * number", "4 * number + 0"))
        module.__spec__.loader.exec_module(module)

    return rewrite
