import random

import pytest

from dsl.regex import Regex
from searchers.starts.known_numbers import NUMBERS, numbers_in, with_known_numbers
from synth import induce

TWO_DIGITS = [f"{number:02d}" for number in range(100)]


def known(pattern, *texts):
    return with_known_numbers(Regex.parse(pattern), texts)


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        ("month", range(1, 13)),
        ("hour", range(24)),
        ("day", range(1, 32)),
        ("prefix", range(33)),
        ("week", range(1, 54)),
        ("latitude", range(91)),
        ("longitude", range(181)),
        ("octet", range(256)),
    ],
)
def test_numbers_are_those_up_to_their_bounds(kind, numbers):
    bare = Regex.parse(NUMBERS[kind].bare)
    assert {number for number in range(1000) if bare.accepts(str(number))} == {*numbers}
    assert not any(map(bare.accepts, ("00", "01", "007")))


@pytest.mark.parametrize(("kind", "numbers"), [("month", range(1, 13)), ("hour", range(24)), ("day", range(1, 32))])
def test_numbers_with_leading_zeros_and_with_or_without(kind, numbers):
    padded, either = (Regex.parse(pattern) for pattern in (NUMBERS[kind].padded, NUMBERS[kind].either))
    assert {text for text in TWO_DIGITS if padded.accepts(text)} == {f"{number:02d}" for number in numbers}
    assert not padded.accepts("1")
    both = {f"{number:02d}" for number in numbers} | {str(number) for number in numbers}
    assert {text for text in [*TWO_DIGITS, *map(str, range(100))] if either.accepts(text)} == both


def test_times_are_hours_and_minutes():
    clock = known("[0-9]{2}:[0-9]{2}", "17:45", "09:05", "23:10")
    assert clock.accepts("00:59")
    assert not any(map(clock.accepts, ("24:00", "12:60", "7:30")))


def test_what_is_above_the_bounds_is_no_time():
    minutes = Regex.parse("[0-9]{1,2}:[0-9]{2}")
    assert with_known_numbers(minutes, ["75:45", "9:05", "23:10"]) == minutes


def test_few_numbers_are_rather_words():
    assert known("[0-9]{2}:00", "17:00", "09:00").pattern == "[0-9]{2}:00"
    halves = known("[0-9]{2}:[03]0", "17:00", "09:30", "18:00")
    assert halves.accepts("23:30")
    assert not halves.accepts("23:10")


def test_groups_that_are_several_numbers_are_told_apart():
    log = known(
        "[0-9]{2}/Oct/[0-9]{4}(:[0-9]{2}){3}", "04/Oct/2021:17:45:11", "24/Oct/2020:09:05:23", "31/Oct/1999:23:10:48"
    )
    assert log.accepts("30/Oct/1987:00:59:59")
    assert not any(map(log.accepts, ("32/Oct/1987:00:59:59", "30/Oct/1987:24:59:59", "30/Oct/1987:00:60:59")))
    assert "(:[0-5][0-9]){2}" in log.pattern
    date = known("20([0-9]{2}-){2}[0-9]{2}", "2021-03-04", "2020-12-24", "2009-10-31")
    assert date.accepts("1987-01-30")
    assert not any(map(date.accepts, ("1987-13-30", "1987-01-32")))


def test_years_that_one_has_not_seen_are_expected():
    assert known("INV-20[0-9]{2}", "INV-2003", "INV-2019", "INV-2021").accepts("INV-1998")
    assert not known("INV-20[0-9]{2}", "INV-2003", "INV-2019", "INV-2077").accepts("INV-1998")


def test_addresses_have_octets_once_one_of_them_has_three_digits():
    address = known("[0-9]{1,3}(\\.[0-9]{1,3}){3}", "192.168.1.1", "10.0.3.244", "8.8.4.107")
    assert address.accepts("255.255.255.0")
    assert not any(map(address.accepts, ("256.1.1.1", "1.1.1.01")))
    version = known("[0-9]+(\\.[0-9]+){3}", "1.2.3.4", "10.0.3.24", "8.8.4.17")
    assert version.accepts("1.2.3.1000")


def test_days_and_months_are_told_by_what_both_ways_to_read_them_allow():
    american = known("([0-9]{1,2}/){2}[0-9]{4}", "3/25/2019", "12/4/2020", "10/31/2021")
    assert american.accepts("1/30/1999")
    assert not american.accepts("30/1/1999")


def test_no_rejection_and_no_example_is_lost():
    narrow = Regex.parse("20[0-9]{2}")
    assert with_known_numbers(narrow, ["2003", "2019", "2021"], ["1998"]) == narrow
    wide = known("[0-9]{2}:[0-9]{2}", "17:45", "09:05", "23:10", "x")
    assert wide.accepts("23:59")


def test_physical_addresses_are_no_times():
    assert numbers_in("00:11:22:33:44:55") == {}
    assert (0, 2) in numbers_in("23:59:59")


def test_an_answer_has_the_numbers_that_all_know():
    rng = random.Random(0)
    times = [f"{rng.randrange(24):02d}:{rng.randrange(60):02d}" for _ in range(12)]
    result = induce(times, kind="regex", effort=1)
    assert result.best.language.accepts_all(times) == [True] * len(times)
    assert not result.best.language.accepts("24:61")
