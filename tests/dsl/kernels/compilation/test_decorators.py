"""The disk cache of compiled kernels."""

from pathlib import Path
from typing import Any

import pytest

from dsl.automata.distance import distances
from dsl.expressions.notation import parse
from dsl.kernels.compilation import decorators as compiling
from dsl.kernels.compilation.decorators import entry, is_compiled
from dsl.kernels.levels import score


def test_a_kernel_is_in_the_cache_after_its_first_call() -> None:
    distances(parse("a"), ["a"])
    assert is_compiled(score)


def test_the_cache_is_stale_when_any_source_of_the_kernels_changed(
    module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = entry(module.double)
    assert not is_compiled(kernel)
    assert kernel(3) == 6
    assert is_compiled(entry(module.double))
    monkeypatch.setattr(compiling, "_sources_digest", lambda folder: "of other sources")
    assert not is_compiled(entry(module.double))


def test_kernels_work_where_nothing_can_be_cached() -> None:
    namespace: dict[str, object] = {}
    exec("def double(number):\n    return 2 * number\n", namespace)  # a function without a file
    kernel = entry(namespace["double"])  # type: ignore[arg-type]
    assert kernel(3) == 6
    assert not is_compiled(kernel)


def test_a_number_from_another_module_is_a_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "ROOT", tmp_path)
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "tripling.py").write_text("from numbers_of_it import THREE\nfrom math import pi\n")
    digests = []
    for number in ("3", "4"):
        (tmp_path / "numbers_of_it.py").write_text(f"THREE = {number}\n")
        compiling._sources_digest.cache_clear()
        digests.append(compiling._sources_digest(tmp_path / "kernels"))
    assert len(set(digests)) == 2
