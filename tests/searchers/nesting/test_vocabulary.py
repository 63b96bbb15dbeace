import keyword

from searchers.nesting.vocabulary import common_words


def test_keywords_literals_and_functions_are_common():
    words = common_words()
    assert set(words) >= {"if", "else", "while", "true", "false", "null", "nil", "sin", "max", "abs", "then", "end"}
    assert set(words) >= {word for word in keyword.kwlist if word.islower()}


def test_words_are_distinct_sorted_and_small():
    words = common_words()
    assert list(words) == sorted(set(words))
    assert all(word.isalnum() and word == word.lower() for word in words)
    assert common_words() is words
