import json
import re
from random import Random

import pytest

from benchmarks.corpus.corruptions import KINDS, corrupt
from benchmarks.corpus.drawing import lexicon, number
from benchmarks.corpus.formats import FORMATS, PRACTICE, main, practice_tasks, validation_tasks
from benchmarks.corpus.tasks import HELD_OUT, REGIMES, acceptor, make_task

FEWEST_FORMATS = 76


def year(rng):
    return str(rng.randint(1900, 2099))


def test_there_are_many_formats_each_with_a_name_of_its_own():
    every = (*FORMATS, *PRACTICE)
    assert len({format.name for format in every}) == len(every) >= 2 * FEWEST_FORMATS
    assert len(FORMATS) >= FEWEST_FORMATS


def test_the_truth_accepts_what_is_made():
    for format in (*FORMATS, *PRACTICE):
        rng, accepts = Random(0), acceptor(format.pattern)
        strays = [value for _ in range(100) if not accepts(value := format.make(rng))]
        assert not strays, format


def test_no_truth_looks_around_and_none_is_trivial():
    for format in (*FORMATS, *PRACTICE):
        assert not re.search(r"\(\?|\\b|\\[1-9]", format.pattern), format
        assert not acceptor(format.pattern)("\x00~\x00"), format


def test_corruptions_are_never_members():
    for format in FORMATS:
        rng, accepts = Random(1), acceptor(format.pattern)
        for _ in range(20):
            damaged = corrupt(format.make(rng), rng, accepts)
            assert damaged is not None, format
            assert not accepts(damaged), format


def test_nothing_is_corrupted_where_everything_is_accepted():
    assert corrupt("abc", Random(0), lambda text: True) is None


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_corruption_changes_something(kind):
    rng = Random(0)
    assert any(kind("rn 12.50, 2021-Mar-12", rng) != "rn 12.50, 2021-Mar-12" for _ in range(20))
    assert kind("x", rng) is not None


@pytest.mark.parametrize("regime", REGIMES)
def test_a_task_holds_what_it_should(regime):
    for task, format in zip(validation_tasks(regime, 0), FORMATS, strict=True):
        accepts = acceptor(task["target_regex"])
        wanted = {"corrupted": 0, "negatives": 0} | REGIMES[regime]
        assert len(task["positives"]) == wanted["examples"], format
        assert len(task["negatives"]) == wanted["negatives"], format
        assert len(task["outliers"]) == wanted["corrupted"], format
        assert len(task["test_positives"]) == len(task["test_negatives"]) == HELD_OUT, format
        assert [text for text in task["positives"] if not accepts(text)] == [
            text for text in task["positives"] if text in task["outliers"]
        ], format
        assert all(map(accepts, task["test_positives"])), format
        assert not any(map(accepts, task["negatives"] + task["test_negatives"])), format
        assert not {*task["negatives"], *task["outliers"]} & {*task["test_negatives"]}, format


def test_practice_has_every_regime_of_a_format():
    made = list(practice_tasks(PRACTICE[:1], 0))
    assert [task["id"].rpartition("-")[2] for task in made] == [*REGIMES, "0", "1"]
    assert len({*map(json.dumps, made)}) == len(made)


def test_held_out_values_are_new_where_there_are_such():
    task = make_task("year", year, r"(19|20)\d\d", Random(0), examples=50)
    assert len({*task["positives"], *task["test_positives"]}) == 50 + HELD_OUT
    small = make_task("sign", lambda rng: rng.choice("+-"), "[+-]", Random(0), examples=5)
    assert {*small["positives"]} == {*small["test_positives"]} == {"+", "-"}


@pytest.mark.parametrize("examples", [3, 300])
def test_any_number_of_examples(examples):
    task = make_task("year", number(1, 10**6), r"\d+", Random(0), examples=examples, corrupted=examples // 7)
    assert len(task["positives"]) == examples
    assert len(task["outliers"]) == examples // 7


def test_a_generator_that_leaves_the_truth_is_told():
    with pytest.raises(ValueError, match=r"year: .* rejects '19\d\d'"):
        make_task("year", year, r"20\d\d", Random(0), examples=20)


def test_numbers_stay_in_their_range():
    rng = Random(0)
    assert {int(number(0, 9)(rng)) for _ in range(2000)} == set(range(10))
    assert {int(number(3, 5, 3)(rng)) for _ in range(200)} == {3, 4, 5}


def test_words_are_words():
    for kind in ("words", "verbs", "given names", "family names", "places"):
        assert len(lexicon(kind)) > 99
        assert all(re.fullmatch("[A-Za-z][a-z]+", word) for word in lexicon(kind))


def test_the_same_seed_writes_the_same_files(tmp_path, monkeypatch):
    monkeypatch.setattr("benchmarks.corpus.formats.FORMATS", FORMATS[::10])
    monkeypatch.setattr("benchmarks.corpus.formats.PRACTICE", PRACTICE[::40])
    for folder in ("first", "second"):
        monkeypatch.setattr("sys.argv", ["formats", "--out", str(tmp_path / folder), "--seed", "5"])
        main()
    names = [*(f"validation_{regime}.jsonl" for regime in REGIMES), "practice.jsonl", "choosing.jsonl"]
    texts = [[(tmp_path / folder / name).read_text("utf-8") for name in names] for folder in ("first", "second")]
    assert texts[0] == texts[1]
    assert json.loads(texts[0][0].splitlines()[0])["id"] == "order-number"
    fitted_on, chosen_on = ({json.loads(line)["target_regex"] for line in text.splitlines()} for text in texts[0][-2:])
    assert not fitted_on & chosen_on
