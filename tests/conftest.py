import gc
import signal
import time

import pytest
from hypothesis import settings

# the first call compiles tables, so timings say nothing; the same examples each time, so a change is judged by itself
settings.register_profile("same", deadline=None, derandomize=True, print_blob=False)
settings.register_profile("explore", settings.get_profile("same"), derandomize=False, print_blob=True)
settings.load_profile("same")


@pytest.fixture
def processor_time(monkeypatch):
    """Gives searches their seconds in time of this process, so that a busy machine changes nothing."""
    monkeypatch.setattr("time.perf_counter", time.process_time)


@pytest.fixture
def clock(monkeypatch):
    """A clock that only `time.sleep` moves, which takes no time; its first entry is what it shows."""
    now = [100.0]

    def sleep(seconds):
        now[0] += seconds

    monkeypatch.setattr("time.perf_counter", lambda: now[0])
    monkeypatch.setattr("time.sleep", sleep)
    return now


def pytest_configure():
    """Who starts the tests in the background of a shell gives them interrupts that are ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish():
    """What all tests share is not collected again: it takes half a second, in the middle of what is being timed."""
    gc.collect()
    gc.freeze()


def pytest_make_parametrize_id(config, val, argname):
    """Names bytes by their argument: compressed bytes hold the time, and every worker must collect the same names."""
    return argname if isinstance(val, bytes) else None
