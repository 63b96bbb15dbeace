import pytest

from searchers.nesting.idioms import number_idiom

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
    found = number_idiom(lexemes)
    assert (None if found is None else str(found)) == pattern
