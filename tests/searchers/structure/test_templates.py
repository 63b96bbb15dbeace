import pytest

from searchers.structure.templates import letters_template, number_template

YEARS = {str(year): 1 for year in range(1990, 1998)}


@pytest.mark.parametrize(
    ("lexemes", "pattern"),
    [
        ({"10": 26}, None),  # 26 * log2(10/9) = 3.95 bits
        ({"10": 27}, "0|[1-9][0-9]*"),
        ({"10": 26, "7": 100}, None),
        ({"10": 27, "7": 26}, "0|[1-9][0-9]*"),
        ({"10": 27, "7": 27}, "[1-9][0-9]*"),
        ({"10": 27, "7": 27, "0": 1}, "0|[1-9][0-9]*"),
        ({"10": 27, "07": 1}, None),
        ({"10": 27, "00": 1}, None),
        ({"5": 1000}, None),
        ({}, None),
        ({"10": 27, "1.5": 1}, None),
        ({"10": 27, "²³": 1}, None),
        (YEARS | {"12": 19}, "0|[1-9][0-9]{0,3}"),
        ({**YEARS, "1990": 0, "12": 40, "20000": 1}, "0|[1-9][0-9]*"),
        (dict(list(YEARS.items())[1:]) | {"12": 40}, "0|[1-9][0-9]*"),
        (YEARS | {"12": 19, "3": 27}, "[1-9][0-9]{0,3}"),
    ],
)
def test_numbers(lexemes, pattern):
    found = number_template(lexemes)
    assert (None if found is None else str(found)) == pattern


@pytest.mark.parametrize(
    ("lexemes", "letters"),
    [
        ({"p": 6, "q": 6, "r": 6}, "pqr"),
        ({"p": 17, "q": 1}, None),  # where one comes once, others may come
        ({"p": 4, "q": 4, "r": 3}, None),  # 11 * log2(26/3) - log2(2600) = 22.9 bits
        ({"p": 4, "q": 4, "r": 4}, "pqr"),
        ({"A": 4, "q": 4, "r": 4}, "Aqr"),
        ({"p": 6, "q": 6, "r": 6, "true": 2}, "pqr"),
        ({"p": 6, "q": 6, "r": 6, "true": 1}, None),
        (dict.fromkeys("abcdefghijklmnopqrst", 5), None),
        ({"7": 20, "+": 20}, None),
        ({}, None),
    ],
)
def test_letters(lexemes, letters):
    found = letters_template(lexemes)
    assert (None if found is None else "".join(found)) == letters
