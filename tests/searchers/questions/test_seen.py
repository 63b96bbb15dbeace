from dsl.charset import DIGITS, LOWER
from searchers.questions.seen import Seen


def test_runs_are_counted_by_class():
    seen = Seen(["ab12", "c345-6"])
    assert seen.runs(DIGITS) == {1, 2, 3}
    assert seen.runs(LOWER) == {1, 2}


def test_what_is_learned_counts_and_new_characters_are_told():
    seen = Seen(["ab12"])
    assert not seen.see(["a1212"])
    assert seen.runs(DIGITS) == {2, 4}
    assert seen.see(["a-1"])
    assert "-" in seen.characters
    assert not seen.see([])


def test_of_many_examples_some_are_counted_and_all_characters_are_known():
    seen = Seen([*("a" * length for length in range(1, 1001)), "-"])
    assert 40 < len(seen.runs(LOWER)) < 60
    assert "-" in seen.characters
