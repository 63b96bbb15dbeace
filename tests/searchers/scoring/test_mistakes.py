import random

import pytest

from dsl.regex import Regex
from searchers.scoring.mistakes import ROWS, corrections, is_mistaken, replacements

CLOCK = Regex.parse("[0-9]{2}:[0-9]{2}")


@pytest.mark.parametrize(
    "text",
    ["12::30", "112:30", " 12:30", "12:3O", "l2:30", "12:e0", "1:230", "12.30", "12", "12:"],
)
def test_what_was_a_time_before_a_mistake(text):
    assert is_mistaken(text, CLOCK)


@pytest.mark.parametrize("text", ["12:30 h", "noon", "12:30:15", "x12:30", "-:-"])
def test_what_is_no_time_with_a_mistake(text):
    assert not is_mistaken(text, CLOCK)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("[A-Z]{3}", "usd"),
        ("[a-z]+", "uSd"),
        (r"[0-9],[0-9]{3}\.[0-9]{2}", "1.234,50"),
        ("[0-9]{4}-[0-9]{2}-[0-9]{2}", "12-03-2021"),
        ("[0-9]{4}-[0-9]{2}-[0-9]{2}", "2021/03/12"),
        ("modern", "modem"),
        ("Total", "TOTAL"),
    ],
)
def test_what_is_written_as_elsewhere_or_misread(pattern, text):
    assert is_mistaken(text, Regex.parse(pattern))


def test_keys_are_neighbours_of_each_other():
    assert set(replacements()["g"]) == {*"fhtyvb"}
    assert set("qweadzxs") - set("s") >= set(replacements()["s"]) - {"5"} > set("adwe")
    meant = replacements()
    assert all(one in meant[other] for one, others in meant.items() for other in others)
    assert all(row[0] in meant[row[1]] for row in ROWS)


def test_corrections_are_a_step_away():
    rng = random.Random(0)
    for _ in range(50):
        text = "".join(rng.choices("ab1-. ", k=rng.randint(0, 6)))
        lengths = {len(meant) - len(text) for meant in corrections(text)}
        assert lengths <= {-1, 0, 1}


def test_what_is_cut_off_goes_on():
    assert is_mistaken("", CLOCK)
    assert not is_mistaken("aaaa", Regex.parse("aa|bbbbb"))
