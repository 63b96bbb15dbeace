"""The place of compiled kernels, and what becomes of damaged ones."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from dsl.automata.distance import distances
from dsl.expressions.notation import parse
from dsl.kernels.compilation import cache
from dsl.kernels.compilation.cache import KernelCache
from dsl.kernels.compilation.decorators import entry, is_compiled

WHERE = "from dsl.kernels.compilation.cache import cache_folder; print(cache_folder())"
DAMAGE = {
    "empty": lambda data: b"",
    "cut off": lambda data: data[: len(data) // 2],
    "without its end": lambda data: data[:-1],
    "a bit of its digest flipped": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "a bit of its code flipped": lambda data: data[:1000] + bytes([data[1000] ^ 1]) + data[1001:],
    "a pickle of something else": lambda data: pickle.dumps("code"),
    "text": lambda data: b"GIF89a" * 100,
}


def files(tmp_path: Path) -> Iterator[Path]:
    yield from (tmp_path / "cache").rglob("*.nbc")


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_compiled_and_written_again(module: Any, tmp_path: Path, damage: str) -> None:
    assert entry(module.double)(3) == 6
    (path,) = files(tmp_path)
    path.write_bytes(DAMAGE[damage](path.read_bytes()))
    kernel = entry(module.double)
    assert kernel(4) == 8
    assert sum(kernel.stats.cache_misses.values()) == 1
    again = entry(module.double)
    assert again(5) == 10
    assert sum(again.stats.cache_hits.values()) == 1


def test_a_directory_in_place_of_a_file_costs_the_cache_alone(module: Any, tmp_path: Path) -> None:
    assert entry(module.double)(3) == 6
    (path,) = files(tmp_path)
    path.unlink()
    path.mkdir()
    assert entry(module.double)(4) == 8


def test_files_that_were_swapped_are_not_used(module: Any, tmp_path: Path) -> None:
    entry(module.double)(3)
    entry(module.treble)(3)
    one, other = files(tmp_path)
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)
    assert (entry(module.double)(5), entry(module.treble)(5)) == (10, 15)


def test_each_signature_has_a_file(module: Any, tmp_path: Path) -> None:
    kernel = entry(module.double)
    assert (kernel(3), kernel(1.5)) == (6, 3.0)
    assert len(list(files(tmp_path))) == 2
    kernel = entry(module.double)
    assert (kernel(3), kernel(1.5)) == (6, 3.0)
    assert sum(kernel.stats.cache_hits.values()) == 2


def test_code_of_other_sources_is_replaced(module: Any, change: Callable[[], None], tmp_path: Path) -> None:
    entry(module.double)(3)
    change()
    kernel = entry(module.double)
    assert not is_compiled(kernel)
    assert kernel(3) == 12
    assert is_compiled(kernel)
    assert len(list(files(tmp_path))) == 1


def test_a_disk_that_takes_nothing_costs_the_cache_alone(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache, "_write", full)
    kernel = entry(module.double)
    assert kernel(3) == 6
    assert not is_compiled(kernel)


def place(environment: dict[str, str]) -> str:
    """Where another process would keep compiled kernels."""
    known = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    command = [sys.executable, "-c", WHERE]
    found = subprocess.run(
        command, env={**known, "PYTHONPATH": os.pathsep.join(sys.path), **environment}, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


def test_the_cache_is_a_directory_of_the_user_alone(tmp_path: Path) -> None:
    base = tmp_path / "caches"
    assert place({"XDG_CACHE_HOME": str(base)}) == str(base / "synth" / "kernels")
    assert (base / "synth" / "kernels").stat().st_mode & 0o777 == 0o700
    assert place({"HOME": str(tmp_path)}) == str(tmp_path / ".cache" / "synth" / "kernels")


def test_the_user_chooses_another_place(tmp_path: Path) -> None:
    chosen = str(tmp_path / "mine")
    assert place({"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": chosen}) == chosen


def _link(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    folder.symlink_to(tmp_path / "elsewhere")


def _of_another(folder: Path, tmp_path: Path) -> None:
    folder.mkdir(mode=0o700)
    os.chown(folder, 12345, 12345)


def _file(folder: Path, tmp_path: Path) -> None:
    folder.write_text("")


@pytest.mark.parametrize(
    "make",
    [
        _link,
        _file,
        pytest.param(_of_another, marks=pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")),
    ],
)
@pytest.mark.parametrize("name", ["synth", "synth/kernels"])
def test_nothing_is_kept_where_others_may_write(name: str, make: Callable[[Path, Path], None], tmp_path: Path) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    make(tmp_path / name, tmp_path)
    assert place({"XDG_CACHE_HOME": str(tmp_path)}) == "None"


@pytest.mark.parametrize("mode", [0o700, 0o755, 0o775, 0o777])
def test_directories_that_others_may_use_are_closed_unless_others_could_have_written(mode: int, tmp_path: Path) -> None:
    kernels = tmp_path / "synth" / "kernels"
    kernels.mkdir(parents=True)
    kernels.parent.chmod(mode)
    kernels.chmod(mode)
    assert place({"XDG_CACHE_HOME": str(tmp_path)}) == ("None" if mode & 0o022 else str(kernels))
    assert kernels.stat().st_mode & 0o777 == (mode if mode & 0o022 else 0o700)


def test_the_directory_above_may_hold_other_things(tmp_path: Path) -> None:
    (tmp_path / "synth" / "jobs").mkdir(parents=True)
    (tmp_path / "synth").chmod(0o775)
    assert place({"XDG_CACHE_HOME": str(tmp_path)}) == str(tmp_path / "synth" / "kernels")
    assert (tmp_path / "synth").stat().st_mode & 0o777 == 0o755


def test_a_place_is_no_relative_one(tmp_path: Path) -> None:
    assert place({"XDG_CACHE_HOME": "caches"}) == "None"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_root_leaves_no_cache_in_the_home_of_another(tmp_path: Path) -> None:
    os.chown(tmp_path, 12345, 12345)
    assert place({"HOME": str(tmp_path)}) == "None"
    assert not list(tmp_path.iterdir())


def test_kernels_are_kept_by_this_cache() -> None:
    from dsl.kernels.expansion import expand

    assert isinstance(expand._cache, KernelCache)


LOADED = """
import sys
from dsl.automata.distance import distances
from dsl.expressions.notation import parse
from dsl.kernels.levels import score
assert distances(parse("ab*"), ["abc"]).tolist() == [1]
print(sum(score.stats.cache_hits.values()), "numba.np.linalg" in sys.modules)
"""


def test_a_kernel_is_loaded_without_most_of_numba() -> None:
    distances(parse("a"), ["a"])  # so that it is in the cache
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    loaded = subprocess.run([sys.executable, "-c", LOADED], env=environment, capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == ["1", "False"]


@pytest.mark.parametrize(("called", "asked"), [(["malloc", "NRT_Free"], 0), (["malloc", "no such function"], 1)])
def test_all_of_numba_is_loaded_for_code_that_calls_it(
    called: list[str], asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = Mock()
    monkeypatch.setattr(cache.rtsys, "initialize", lambda context: None)
    monkeypatch.setattr(cache.CompileResult, "_rebuild", lambda context, *parts: parts)
    assert cache._loaded((called, ("the", "parts")), context) == ("the", "parts")
    assert context.refresh.call_count == asked
