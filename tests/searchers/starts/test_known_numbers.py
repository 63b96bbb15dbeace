import pytest

from dsl.regex import Regex
from searchers.starts.known_numbers import numbers_in, with_known_numbers
from synth import induce


def known(pattern, *texts, negatives=()):
    return with_known_numbers(Regex.parse(pattern), texts, negatives).pattern


@pytest.mark.parametrize(
    ("pattern", "texts", "wider"),
    [
        ("INV-20[0-9]{2}", ["INV-2003", "INV-2019", "INV-2021"], "INV-(19|20)[0-9]{2}"),
        ("20([0-9]{2}-){2}[0-9]{2}", ["2021-03-04", "2020-12-24", "2009-10-31"], "(19|20)([0-9]{2}-){2}[0-9]{2}"),
        ("log20[0-9]{6}", ["log20210304", "log20201224", "log20091031"], "log(19|20)[0-9]{6}"),
        ("1[0-9]:[03]0", ["17:00", "19:30", "18:00"], "[0-9]{2}:[03]0"),  # half hours are two words
        ("0[0-9]:[0-5]5", ["01:45", "05:15", "09:35"], "[0-9]{2}:[0-9]{2}"),
        ("[1-9] (AM|pm)", ["1 AM", "3 AM", "9 pm"], "[0-9]{1,2} (AM|pm)"),
        ("[0-3][0-9]/Oct/2000", ["10/Oct/2000", "21/Oct/2000", "30/Oct/2000"], "[0-9]{2}/Oct/2000"),
        ("([0-9]{2,3}\\.){3}[0-9]", ["192.168.10.1", "10.110.33.4", "88.85.45.7"], "([0-9]{1,3}\\.){3}[0-9]"),
        ("rgb\\([0-9]{2,3},0,0\\)", ["rgb(192,0,0)", "rgb(10,0,0)", "rgb(45,0,0)"], "rgb\\([0-9]{1,3},0,0\\)"),
        ("-?[0-9]{2}\\.[0-9]{3}, 1[0-9]{2}\\.[0-9]{3}", ["45.123, 145.321", "-17.123, 103.435", "66.989, 172.223"],
         "-?[0-9]{1,2}\\.[0-9]{3}, [0-9]{1,3}\\.[0-9]{3}"),
    ],
)  # fmt: skip
def test_numbers_are_as_wide_as_they_may_be(pattern, texts, wider):
    assert known(pattern, *texts) == wider


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        ("20[0-9]{2}", ["2003", "2019", "2077"]),  # no years
        ("X20[0-9]{2}", ["X20034", "X20195", "X20211"]),
        ("[0-9]{4}(-[0-9]{2}){2}", ["2021-03-04", "2020-12-24", "1999-10-31"]),  # wide enough
        ("(09|17):00", ["17:00", "09:00"]),
        ("[0-9]{2}(\\.[0-9]{2}){3}", ["10.20.30.40", "11.21.31.41", "12.22.32.42"]),  # a version
        ("([a-f0-9]{2}:){5}[0-5][0-9]", ["00:11:22:33:44:55", "00:11:22:33:44:05", "00:11:22:33:44:15"]),
    ],
)
def test_what_is_no_such_number_or_wide_enough_stays(pattern, texts):
    assert known(pattern, *texts) == Regex.parse(pattern).pattern


def test_groups_whose_digits_are_several_numbers_are_written_as_one_again():
    log = "20[0-9]{2}(:[0-9]{2}){3}"
    assert known(log, "2021:17:45:11", "2020:09:05:23", "2009:23:10:48") == "(19|20)[0-9]{2}(:[0-9]{2}){3}"


def test_a_rejection_is_not_lost():
    years = ["2003", "2019", "2021"]
    assert known("20[0-9]{2}", *years) != "20[0-9]{2}"
    assert known("20[0-9]{2}", *years, negatives=["1998"]) == "20[0-9]{2}"


def test_an_example_that_does_not_match_tells_nothing():
    assert known("20[0-9]{2}", "2003", "2019", "2021", "x") == "(19|20)[0-9]{2}"


def test_physical_addresses_are_no_times():
    assert numbers_in("00:11:22:33:44:55") == {}
    assert numbers_in("at 23:59:59") == {(3, 5): {"two"}, (6, 8): {"two"}, (9, 11): {"two"}}


def test_answers_expect_other_years():
    result = induce([f"report-20{number:02d}.pdf" for number in range(1, 25)], kind="regex", effort=1)
    assert result.best.language.accepts("report-1998.pdf")
    assert not result.best.language.accepts("report-3098.pdf")


def test_long_texts_are_left_out():
    texts = ["x" * 60_000 + "2003", "2019", "2021", "2008"]
    assert known("x*20[0-9]{2}", *texts) == "x*20[0-9]{2}"
    assert known("x*20[0-9]{2}", *texts[::-1]) == "x*(19|20)[0-9]{2}"
