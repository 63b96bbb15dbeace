"""Code that came with the installation is used where it is of these sources and for this processor."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dsl.kernels.compilation import cache
from dsl.kernels.compilation import decorators as compiling
from dsl.kernels.compilation.decorators import can_cache, entry, is_compiled
from dsl.kernels.compilation.shipped import COMPILED, LEVELS, shipped

TRIPLE = "x86_64-unknown-linux-gnu"
V3 = ",".join(sorted(LEVELS[0][2]))


@pytest.fixture
def come(module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the code of `double`, compiled for this processor, and nothing in the cache of the user."""
    entry(module.double)(3)
    folder = tmp_path / "installation"
    folder.mkdir()
    (file,) = (tmp_path / "cache").rglob("*.nbc")
    file.rename(folder / file.name)
    monkeypatch.setattr(cache, "shipped", lambda processor: [(folder, processor)])
    return folder


@pytest.mark.parametrize(
    ("processor", "levels"),
    [
        ((TRIPLE, "znver3", f"-avx512f,{V3}"), ["x86-64-v3", "x86-64"]),
        ((TRIPLE, "znver3", V3.replace("+avx2", "-avx2")), ["x86-64"]),
        ((TRIPLE, "generic", ""), ["x86-64"]),
        (("aarch64-unknown-linux-gnu", "neoverse-n1", "+neon"), ["generic"]),
        (("riscv64-unknown-linux-gnu", "generic-rv64", ""), []),
    ],
)
def test_a_processor_takes_code_for_what_it_has(processor: tuple[str, str, str], levels: list[str]) -> None:
    assert list(shipped(processor)) == [(COMPILED / level, (processor[0], level, "")) for level in levels]


def test_code_that_came_is_not_compiled_again(come: Path, module: Any, tmp_path: Path) -> None:
    kernel = entry(module.double)
    assert is_compiled(kernel)
    assert kernel(4) == 8
    assert sum(kernel.stats.cache_hits.values()) == 1
    assert not list((tmp_path / "cache").rglob("*.nbc"))


def test_code_that_came_is_used_where_nothing_can_be_kept(
    come: Path, module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "cache_folder", lambda: None)
    kernel = entry(module.double)
    assert is_compiled(kernel)
    assert not can_cache(kernel)
    assert (kernel(4), kernel(1.5)) == (8, 3.0)
    assert sum(kernel.stats.cache_hits.values()) == 1


def test_code_of_other_sources_is_not_used(come: Path, module: Any, change: Callable[[], None]) -> None:
    change()
    kernel = entry(module.double)
    assert not is_compiled(kernel)
    assert kernel(3) == 12
    assert len(list(come.iterdir())) == 1


def test_code_for_another_processor_is_not_used(come: Path, module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "shipped", lambda processor: [(come, (processor[0], "another", ""))])
    kernel = entry(module.double)
    assert kernel(3) == 6
    assert sum(kernel.stats.cache_misses.values()) == 1


def test_damaged_code_that_came_is_compiled_and_kept(come: Path, module: Any, tmp_path: Path) -> None:
    (file,) = come.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert entry(module.double)(3) == 6
    assert len(list((tmp_path / "cache").rglob("*.nbc"))) == 1
