import pytest

import synth
from dsl.expressions.notation import parse, write
from dsl.regex import Regex
from searchers.budget import Budget
from searchers.spaces.languages import language_key
from searchers.starts.rereading import Rereading


def reread(pattern: str, *texts: str) -> set[str]:
    counts = {text: texts.count(text) for text in texts}
    return {write(one) for one in Rereading(counts, 3, Budget()).of(parse(pattern))}


@pytest.mark.parametrize(
    ("pattern", "texts", "expected"),
    [
        ("[A-Z]+ [0-9]", ["GET 1", "PUT 2"], "(GET|PUT) [0-9]"),  # words in place of a class
        ("[a-z]*[0-9]", ["1", "on2", "off3"], "(off|on)?[0-9]"),  # which may be missing
        ("(a[0-9]+)+b", ["a1a2b", "a1b"], "(a(1|2))+b"),  # within a loop
        ("x|[0-9]+", ["x", "12", "34"], "12|34|x"),  # in an alternative
        ("[a-z][a-z0-9]:", ["h1:", "h2:"], "h[12]:"),  # two steps at once
        ("[a-z]+!", ["go!", "go!", "hm!"], "(go|[a-z]+)!"),  # words that come often, beside what was there
        ("[0-9][a-z] [0-9][a-z]", ["2c 3d", "4d 5c", "7c 2h"], "[0-9][cdh] [0-9][cdh]"),  # the letters of a class
        ("[A-Za-z]+ [A-Z][a-z]", ["One To", "Six It", "Ten Of"], "[A-Za-z]+ [ITO][a-z]"),  # at one place
        ("x[a-z#]*", ["x#abc", "x#de", "x#efgd", "x"], "x(#[A-Za-z]+)?"),  # between what all begin and end with
        ("[A-Z][a-z]{2} [0-9]", ["Mon 1", "Fri 2", "Tue 3"], "(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [0-9]"),  # a closed set
    ],
)
def test_a_part_is_read_anew_off_what_it_matched(pattern, texts, expected):
    wanted = language_key(parse(expected))
    assert any(language_key(parse(found)) == wanted for found in reread(pattern, *texts))


def test_every_reading_matches_what_was_matched():
    texts = ["alpha-1", "beta-22", "gamma-1", "beta-3"]
    found = reread("[a-z]+-[0-9]+", *texts)
    assert len(found) > 5
    assert all(all(Regex.parse(pattern).accepts_all(texts)) for pattern in found)


def test_nothing_is_read_off_texts_that_do_not_match():
    assert reread("[0-9]+", "abc") == set()
    assert reread("([0-9]{2})?" * 100, "12") == set()  # nor by an expression that is too large


def test_words_that_come_again_are_found():
    texts = [f"{word}{1.3 * number:.1f} {unit}" for number in range(12) for word in ("", "~") for unit in ("kPa", "Hz")]
    found = synth.induce(texts, kind="regex").best.language
    assert found.accepts_all(["3.7 kPa", "~8.1 Hz"]) == [True, True]
    assert found.accepts_all(["3.7 kPb", "3.7 Hs"]) == [False, False]


def test_two_forms_at_one_place_are_read_each_on_its_own():
    texts = [*(f"{count}x daily" for count in range(1, 5)), *(f"every {hours} h" for hours in range(2, 7))]
    assert "[0-9]x daily|every [0-9] h" in reread("(every )?[0-9]x? (daily|h)", *texts)


def test_long_lists_of_words_stand_in_the_way_of_nothing():
    months = "January|February|March|April|May|June|July|August|September|October|November|December"
    texts = [f"{month} {end}" for month in months.split("|") for end in ("1st", "2nd", "3rd", "4th")]
    assert any(found.endswith("(nd|rd|st|th)") for found in reread(f"({months}) [0-9][a-z]{{2}}", *texts))
