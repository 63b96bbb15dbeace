"""Training tasks: realistic members, the same for the same seed, and from the patterns of one side only."""

import re
from collections import Counter
from random import Random

import pytest

from benchmarks.corpus.faker_values import outline, providers, shape, values_of
from benchmarks.corpus.patterns import read_patterns
from benchmarks.corpus.strings import LONGEST, Unfilled, column
from benchmarks.corpus.tasks import HELD_OUT, regime_of
from benchmarks.corpus.training import PER_FAMILY, PER_PATTERN, Supply, tasks
from dsl.regex import Regex


def values(pattern, seed=0, count=50):
    rng = Random(seed)
    make = column(Regex.parse(pattern), rng)
    return [make(rng) for _ in range(count)]


@pytest.fixture(scope="module")
def rows():
    return read_patterns()[::9]


def test_strings_are_members(rows):
    rng = Random(3)
    for row in rng.sample(rows, 60):
        language = Regex.parse(row.pattern)
        try:
            made = values(row.pattern, rng.random(), 5)
        except Unfilled:
            continue
        assert all(language.accepts(text) and len(text) <= LONGEST for text in made), row.pattern


def test_the_same_chance_makes_the_same_strings():
    assert values(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?", 5) == values(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?", 5)


def test_open_places_hold_words_of_natural_length():
    lengths = [len(text) for seed in range(20) for text in values("[a-z]{1,255}", seed, 10)]
    assert max(lengths) < 20
    assert 4 < sum(lengths) / len(lengths) < 9


def test_a_column_is_of_one_style():
    """All divided or hardly any, and by the same character: what a uniform draw would never do."""
    for seed in range(30):
        found = Counter(re.sub(r"\d", "", text) for text in values(r"\d{3}[- .]\d{2}[- .]\d{4}", seed))
        assert found.most_common(1)[0][1] > len(found)


def test_alternatives_are_used_unevenly():
    counts = [Counter(values("(red|green|blue|grey|pink)-[0-9]", seed, 200)) for seed in range(20)]
    colours = [Counter(text[:3] for text in count.elements()) for count in counts]
    assert sum(max(each.values()) > 2 * min(each.values()) for each in colours) > 12


def test_texts_before_a_place_say_what_it_holds():
    found = [text for seed in range(20) for text in values("locations/[^/]+", seed, 5)]
    assert sum(bool(re.fullmatch(r"locations/([a-z]+-[a-z0-9-]+|global)", text)) for text in found) > 60


@pytest.mark.parametrize("pattern", ["[A-Za-z0-9+/=]{1,3}", "[0-9]{1,2}", "[A-Z]{2}", "[a-z]{40,}", ".{0,5}"])
def test_narrow_and_wide_places_are_filled(pattern):
    assert all(len(set(values(pattern, seed))) > 1 for seed in range(40))


def test_what_has_no_visible_members_is_not_filled():
    with pytest.raises(Unfilled):
        values("[\t\r]{2}")


def test_regimes_are_mixed():
    drawn = [regime_of(Random(seed)) for seed in range(2_000)]
    assert min(each.examples for each in drawn) == 3
    assert 250 < max(each.examples for each in drawn) <= 300
    assert 0.15 < sum(each.negatives > 0 for each in drawn) / len(drawn) < 0.25
    assert 0.15 < sum(each.corrupted > 0 for each in drawn) / len(drawn) < 0.25
    assert all(each.corrupted <= 0.2 * each.examples for each in drawn)


def test_no_pattern_weighs_more_than_a_few_tasks(rows):
    supply, rng = Supply.of(rows), Random(1)
    taken = [row for row in (supply.draw(rng) for _ in range(3_000)) if supply.take(row)]
    assert max(Counter(row.pattern for row in taken).values()) == PER_PATTERN
    assert max(Counter(row.family for row in taken).values()) == PER_FAMILY
    assert max(Counter(row.source for row in taken).values()) < 0.5 * len(taken)


def test_shapes_tell_kinds_and_counts():
    assert shape("PL-1234567") == "A2.-1.97."
    assert outline("harbor.tar.gz") == outline("a.b.c") == "a.a.a"


def test_tasks_are_of_their_side_and_the_same_for_the_same_seed(rows):
    pytest.importorskip("faker")
    made = {split: list(tasks(rows, split, 20, 7)) for split in ("train", "validation")}
    assert made["train"] == list(tasks(rows, "train", 20, 7))
    for split, of_side in made.items():
        patterns = {row.pattern for row in rows if row.split == split}
        assert Counter(task["kind"] for task in of_side) == {"corpus": 14, "faker": 3, "joined": 3}
        for task in of_side:
            assert (task["target_regex"] in patterns) == (task["kind"] == "corpus")
            assert len(task["test_positives"]) == len(task["test_negatives"]) == HELD_OUT
            assert set(task["outliers"]) <= set(task["positives"])
            if task["target_regex"]:
                accepts = Regex.parse(task["target_regex"]).accepts
                assert all(accepts(text) for text in task["test_positives"])
                assert not any(accepts(text) for text in task["negatives"] + task["test_negatives"] + task["outliers"])


def test_near_misses_of_faker_have_shapes_that_no_value_has():
    pytest.importorskip("faker")
    listed = {(provider.method, provider.locale): provider for provider in providers()}
    assert len({provider.method for provider in listed.values() if provider.split == "train"}) > 50
    found = values_of(listed["vat_id", "pl_PL"])
    assert found.accepts("PL0123456789")
    assert not found.accepts("PL012345678")
    assert all(map(found.accepts, found.members))
