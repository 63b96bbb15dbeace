import pytest
from hypothesis import given, settings

from dsl.automata.dfa import equivalent
from dsl.expressions.notation import parse, write
from searchers.starts.readability import readable
from tests.support.strategies import expressions


@pytest.mark.parametrize(
    ("found", "written"),
    [
        ("[a-z]+[a-z]{2}", "[a-z]{3,}"),
        ("[0-9][0-9]?", "[0-9]{1,2}"),
        ("[0-9]|[0-9]{2}", "[0-9]{1,2}"),
        ("x([0-9]{4}|[0-9]|[0-9]{2,3})y", "x[0-9]{1,4}y"),
        ("(ab){2}(ab)*", "(ab){2,}"),
        ("([A-Z]{2}){2}", "[A-Z]{4}"),
        ("([A-Z]{2}){2,3}", "([A-Z]{2}){2,3}"),
        ("(CRITIC|FAT)AL", "CRITICAL|FATAL"),
        ("((Barol|Chianti Classic)o|Merlot) [0-9]", "(Barolo|Chianti Classico|Merlot) [0-9]"),
        ("(Dr |Prof )X", "(Dr |Prof )X"),
        ("((GE|P(OS|U))T|HEAD) /", "(GET|HEAD|POST|PUT) /"),
        ("[A-G] m(aj|in)or", "[A-G] (major|minor)"),
        ("(on|twi)ce( daily)?", "(once|twice)( daily)?"),
        ("(-(90|[1-8]?[0-9])|90|[1-8]?[0-9])N", "(-?(90|[1-8]?[0-9]))N"),
    ],
)
def test_counts_stand_together_and_words_are_whole(found, written):
    assert readable(parse(found)) == parse(written), write(readable(parse(found)))


@pytest.mark.parametrize(
    "pattern",
    [
        "aab+",
        "aa",
        "[a-z][0-9]",
        "[0-9]|[0-9]{3}",
        "colou?r",
        "20(19|21)",
        "U[KS]",
        "(a|bc)+",
        "(aa|b)ab",
        "organi[sz]ation",
        "a|b*",
    ],
)
def test_what_reads_well_stays(pattern):
    assert readable(parse(pattern)) == parse(pattern)


def test_what_many_words_have_in_common_is_written_once():
    pattern = "administration(eins|zwei|drei|vier)"
    assert readable(parse(pattern)) == parse(pattern)


@settings(max_examples=300)
@given(expressions("ab1", max_leaves=8))
def test_the_language_stays(expression):
    assert equivalent(expression, readable(expression))
