import pytest
from hypothesis import given
from hypothesis import strategies as st

from synth.report.drawings.axes import Axes, spread, ticks


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(2, 12))
def test_ticks_are_few_round_and_inside(low, length, most):
    found = ticks(low, low + length, most)
    assert 1 <= len(found) <= most + 1 or not found
    assert all(low - 1e-6 <= value <= low + length + 1e-6 for value in found)


@pytest.mark.parametrize(("low", "high", "wanted"), [(0, 10, [0, 2, 4, 6, 8, 10]), (0.1, 0.9, [0.2, 0.4, 0.6, 0.8])])
def test_ticks(low, high, wanted):
    assert ticks(low, high, 5) == pytest.approx(wanted)


def test_whole_ticks_do_not_split_one():
    assert ticks(1.5, 3.5, 10, least=1.0) == [2, 3]


def test_a_single_value_has_room_around_it():
    low, high = spread([5.0], 0.1)
    assert low < 5 < high


def test_places_run_right_and_up():
    axes = Axes(300, 200, 0, 10, 0, 100)
    assert axes.x(0) < axes.x(10) < 300
    assert 0 < axes.y(100) < axes.y(0) < 200
