import multiprocessing
import sys

import numpy as np
import pytest

from synth.limits.memory import at_most, of_this_machine

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds the limit")

GIGABYTE = 10**9


def take(size):
    return np.ones(size // 8)


def take_more_than_the_limit():
    with at_most(3 * GIGABYTE):
        take(GIGABYTE)
        with pytest.raises(MemoryError):
            take(3 * GIGABYTE)
    take(3 * GIGABYTE)


def test_more_than_the_limit_is_an_error_and_the_limit_goes():
    # in a process of its own: what other tests have loaded counts as well
    process = multiprocessing.get_context("spawn").Process(target=take_more_than_the_limit)
    process.start()
    process.join()
    assert process.exitcode == 0


def test_no_limit():
    with at_most(None):
        take(GIGABYTE)


def test_a_container_has_what_it_may_take(tmp_path, monkeypatch):
    whole = of_this_machine()
    assert whole > GIGABYTE / 2
    (tmp_path / "memory.max").write_text("1000000\n")
    monkeypatch.setattr("synth.limits.memory.CGROUP", tmp_path / "memory.max")
    assert of_this_machine() == 1_000_000
    (tmp_path / "memory.max").write_text("max\n")
    assert of_this_machine() >= whole
