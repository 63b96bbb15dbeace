from dataclasses import fields
from math import log2
from typing import NamedTuple

import pytest

from searchers.scoring.prices import MARGINS, PRICES, Margins, Prices


@pytest.mark.parametrize("numbers", [Prices, Margins])
def test_each_says_its_unit_and_where_it_comes_from(numbers):
    for field in fields(numbers):
        assert field.metadata["unit"] in ("bits", "share", "count"), field.name
        assert field.metadata["origin"], field.name
        assert (0 <= field.default <= 1) or field.metadata["unit"] != "share", field.name


def test_they_are_constant():
    with pytest.raises(AttributeError):
        PRICES.union = 0.0
    with pytest.raises(AttributeError):
        MARGINS.rival = 0.0


def test_outliers_are_dear_among_few_examples_and_must_be_pointed_at_among_many():
    assert PRICES.among(5).noise == PRICES.noise + PRICES.noise_among_few * (PRICES.few - 5)
    assert PRICES.among(5).outlier == PRICES.outlier
    assert PRICES.among(1000).noise == PRICES.noise
    assert PRICES.among(1000).outlier == pytest.approx(2 * log2(1000 / PRICES.many))
    assert PRICES.among(1000).union == PRICES.union


def test_a_kernel_gets_those_that_it_names():
    class Asked(NamedTuple):
        star: float
        edit: float

    assert PRICES.handed(Asked) == (PRICES.star, PRICES.edit)
