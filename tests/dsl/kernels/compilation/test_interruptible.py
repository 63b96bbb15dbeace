import signal
import time

import numpy as np
import pytest

from dsl.kernels.compilation.interruptible import LONG, interruptible


def patient(number, stop):
    """A kernel that goes on until it is told to stop."""
    while not stop[0]:
        time.sleep(0.001)
    patient.stopped = True
    return number


@pytest.mark.parametrize("work", [0, LONG])
def test_the_result_and_errors_are_those_of_the_kernel(work):
    assert interruptible(lambda a, b, stop: a + b + int(stop[0]), 2, 3, work=work) == 5
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda number, stop: number / 0, 1, work=work)


def test_an_exception_ends_the_kernel():
    patient.stopped = False
    signal.signal(signal.SIGALRM, lambda *_: 1 / 0)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(ZeroDivisionError):
            interruptible(patient, 1, work=LONG)
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    assert patient.stopped


def test_a_chart_that_takes_long_is_left():
    from dsl.grammar import Grammar
    from dsl.grammars.recognition import accepts_all

    grammar = Grammar.parse('start: start start | "a" start "b" | "b" start "a" | "a" | "b"')
    accepts_all(grammar, ["ab"])  # compiled
    texts = ["".join(np.random.default_rng(0).choice(list("ab"), 1_500)) for _ in range(300)]
    signal.signal(signal.SIGALRM, lambda *_: 1 / 0)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    began = time.monotonic()
    try:
        with pytest.raises(ZeroDivisionError):
            accepts_all(grammar, texts)
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    assert time.monotonic() - began < 10  # all of it takes minutes
