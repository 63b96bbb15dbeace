from dsl.charset import ANY_BUT_NEWLINE, CharSet
from dsl.regex import Regex
from searchers.questions.pieces import containing, listed, with_kind


def test_pieces_that_all_examples_have_may_be_what_counts():
    found = {Regex(each).pattern for each in containing(["ab", "abab", "ababa"], CharSet.of("ab"))}
    assert {"[ab]*ab[ab]*", "ab[ab]*", "[ab]*b[ab]*"} <= found
    assert "[ab]*ab" not in found
    assert "[ab]*ab" in {Regex(each).pattern for each in containing(["ab", "aab"], CharSet.of("ab"))}


def test_a_kind_of_which_all_examples_have_a_character_may_be_what_counts():
    found = {Regex(each).pattern for each in with_kind(["a1", "7"], ANY_BUT_NEWLINE)}
    assert {".*[0-9].*", ".*[0-9]"} <= found
    assert "[0-9].*" not in found  # the first begins with a letter
    assert not any("A-Z" in pattern and "0-9" not in pattern for pattern in found)


def test_few_words_may_be_all():
    assert [Regex(each).pattern for each in listed(["yes", "no", "yes"])] == ["no|yes"]
    assert listed(["yes"]) == listed(["a1", "b2"]) == listed([letter * 2 for letter in "abcdefghijklm"]) == []
