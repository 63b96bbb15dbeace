import random

import pytest

from searchers.questions.exchanges import exchanges

TEXTS = ["[1]", "[x]", "(x)", "f([1],2)"]


@pytest.mark.parametrize("text", ["[]", "[(x)]", "[1,1]", "[[1]]", "f(1,2)"])
def test_parts_of_examples_stand_in_one_anothers_place(text):
    found = {text for seed in range(5) for text in exchanges(TEXTS, random.Random(seed))}
    assert text in found


def test_one_example_is_enough():
    assert "a,a" in set(exchanges(["a"], random.Random(0)))
    assert set(exchanges([""], random.Random(0)))
