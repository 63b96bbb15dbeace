import signal
import sys
import threading
import time
from contextlib import suppress
from functools import partial

import numba
import pytest

from synth.limits.alarm import Alarm, TimeUp

SOON = 0.05
LATE = 20.0  # seconds that nothing here takes, on however busy a machine


def spin(seconds=60.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def in_another_thread(call):
    caught = []

    def run():
        try:
            call()
        except BaseException as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(LATE)
    return caught


@pytest.fixture
def used_signal():
    """Somebody else uses SIGALRM."""
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    yield
    signal.signal(signal.SIGALRM, before)


def cut(call, seconds=SOON):
    began = time.monotonic()
    with pytest.raises(TimeUp), Alarm(seconds) as alarm:
        alarm.cut(call)
    assert time.monotonic() - began < LATE


def test_work_is_cut():
    cut(spin)


def test_a_wait_is_cut():
    cut(partial(time.sleep, 60))
    cut(threading.Event().wait)


def test_no_time_at_all_is_little_time():
    cut(spin, -1.0)


def test_where_the_signal_is_used_a_thread_rings(used_signal):
    handler = signal.getsignal(signal.SIGALRM)
    cut(spin)
    assert signal.getsignal(signal.SIGALRM) is handler


def test_in_another_thread():
    (error,) = in_another_thread(lambda: cut(spin))[:1] or [None]
    assert error is None


def test_handlers_of_errors_do_not_take_it_for_one():
    def stubborn():
        while True:
            with suppress(Exception):
                spin()

    cut(stubborn)


def test_an_exception_that_python_drops_is_raised_again(capsys):
    class Slow:
        def __del__(self):
            spin()

    def drop():
        Slow()  # its TimeUp is lost, and nothing is printed of it
        spin()

    cut(drop)
    assert capsys.readouterr().err == ""


def test_who_takes_the_events_is_not_disturbed():
    taken = []
    with Alarm(SOON) as alarm:
        for event in alarm.over(iter([1, 2, 3])):
            spin(2 * SOON)
            taken.append(event)
    assert taken == [1, 2, 3]


def test_it_ends_with_its_block():
    with Alarm(SOON) as alarm:
        assert alarm.cut(lambda: 5) == 5
    time.sleep(2 * SOON)
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_no_module_is_imported_by_half(tmp_path, monkeypatch):
    (tmp_path / "slow_module.py").write_text(f"import time\ntime.sleep({6 * SOON})\nwhole = True\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    def load():
        import slow_module  # noqa: F401

        spin()

    cut(load)
    assert sys.modules.pop("slow_module").whole


def test_no_kernel_is_kept_by_half():
    kernel, kept = numba.njit(lambda number: number + 1), []

    class Kept:
        def load_overload(self, *_):
            return None

        def save_overload(self, *_):
            spin(6 * SOON)
            kept.append(True)

    kernel._cache = Kept()
    kernel.compile("int32(int32)")  # numba itself is loaded
    kept.clear()

    def compiled_and_kept():
        kernel(1)
        spin()

    cut(compiled_and_kept)
    assert kept == [True]


def test_without_a_limit_nothing_is_set_up():
    with Alarm(float("inf")) as alarm:
        assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
        assert list(alarm.over(iter("ab"))) == ["a", "b"]
