import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from searchers.structure.private_characters import GROUPS
from searchers.structure.token_classes import MAX_TYPES, likeliest_merges, token_classes
from searchers.structure.tokens import NUMBER, WORD

GROUP = GROUPS.character(0)


def sets(classes):
    return {frozenset(names) for names in classes}


def sums(rng, rows):
    for _ in range(rows):
        row = [rng.choice([NUMBER, NUMBER, GROUP])]
        while rng.random() < 0.6:
            row += [rng.choice("+-*"), rng.choice([NUMBER, NUMBER, GROUP])]
        yield row


def assignments(rng, rows):
    for _ in range(rows):
        row = ["let", WORD, "=", rng.choice([WORD, NUMBER])]
        while rng.random() < 0.5:
            row += ["in", rng.choice([WORD, NUMBER])]
        yield row


@pytest.mark.parametrize("seed", range(5))
def test_operands_and_operators(seed):
    found = token_classes(sums(random.Random(seed), 40))
    assert sets(found) == {frozenset({NUMBER, GROUP}), frozenset("+-*")}


@pytest.mark.parametrize("seed", range(5))
def test_keywords_are_no_names(seed):
    found = token_classes(assignments(random.Random(seed), 60))
    (names,) = (names for names in found if WORD in names)
    assert not {"let", "in", "="} & set(names)


def test_openings_and_closings():
    rows = [["<", word, ">"] for word in ("a", "b", "c")] * 6
    assert sets(token_classes(rows)) == {frozenset("<"), frozenset("abc"), frozenset(">")}


rows = st.lists(st.lists(st.sampled_from("abc+"), max_size=5), max_size=8)


@given(rows)
def test_every_type_is_in_one_class(rows):
    found = [token for names in token_classes(rows) for token in names]
    assert sorted(found) == sorted({token for row in rows for token in row})


@given(rows, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(rows, rng):
    shuffled = list(rows)
    rng.shuffle(shuffled)
    assert token_classes(shuffled) == token_classes(iter(rows))


def test_too_many_types_are_left_alone():
    types = [f"{number:03}" for number in range(MAX_TYPES + 1)]
    assert token_classes([[token] for token in types]) == [[token] for token in types]


def test_what_stands_in_the_same_places_is_merged_first():
    rows = ["a+b", "b+a", "a-b", "b-a+a", "a", "b"]
    assert set(likeliest_merges(rows, "ab+-")[:2]) == {(0, 1), (2, 3)}
    assert len(likeliest_merges(rows, "ab+-")) == 6
    assert not likeliest_merges([""], "")
