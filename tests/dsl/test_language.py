"""What every kind of language promises, on each of them."""

import pytest

import dsl
from dsl.automata.dfa import equivalent
from dsl.errors import ConfigurationError
from dsl.expressions.notation import parse
from dsl.language import START
from dsl.regex import FEW

TEXTS = ["", "ab", "abab", "aab", "b" * 30, "xyz"]
LANGUAGES = ["(ab)*", "[a-z]{2,3}", 'start: ("a" start "b")?', 'start: "ab" start |']


@pytest.mark.parametrize("text", LANGUAGES)
def test_many_texts_are_judged_as_each_alone(text):
    language = dsl.parse(text)
    assert language.accepts_all(TEXTS) == [language.accepts(one) for one in TEXTS]
    assert language.distances(TEXTS) == [language.distance(one) for one in TEXTS]
    assert [distance == 0 for distance in language.distances(TEXTS)] == language.accepts_all(TEXTS)
    assert language.accepts_all([]) == language.distances([]) == []


@pytest.mark.parametrize("text", LANGUAGES)
def test_what_a_language_tells(text):
    language = dsl.parse(text)
    assert type(language) is dsl.kinds()[language.kind]
    assert type(language).parse(language.pattern) == language
    assert eval(repr(language), {type(language).__name__: type(language)}) == language
    assert next(iter(language.rules)) == START
    assert all(language.accepts_all(language.sample(5, 0)))
    with pytest.raises(ConfigurationError):
        language.to("nothing")


@pytest.mark.parametrize("kind", dsl.kinds())
def test_one_expression_is_a_language_of_every_kind(kind):
    expression = parse("a(b|c)*")
    language = dsl.kinds()[kind].of(expression)
    assert language.rules == {START: expression}
    assert equivalent(language.regular, expression)
    assert language.accepts_all(["abc", "bc"]) == [True, False]


def test_only_what_is_known_to_be_regular_has_an_expression():
    assert dsl.parse('start: ("a" start "b")?').regular is None
    assert equivalent(dsl.parse('start: "a" start |').regular, parse("a*"))


def test_many_long_texts_are_measured_as_short_ones():
    language = dsl.parse("(ab)*")
    texts = ["ab" * FEW, "ab" * FEW + "a", "", "b"]
    assert language.distances(texts) == [0, 1, 0, 1]
