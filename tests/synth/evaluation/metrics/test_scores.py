"""Metrics against cases by hand and those of their official tools."""

import pytest

from synth.evaluation.metrics.answers import answer_scores, normalised
from synth.evaluation.metrics.attachment import attachment_scores
from synth.evaluation.metrics.queries import exact_match, exact_set_match
from synth.evaluation.metrics.tags import chunk_scores, tag_accuracy
from synth.evaluation.metrics.translation import bleu


def by_conlleval(tags):
    """The chunks of a sentence by conlleval's own two questions: does one end before this tag, does one begin at it."""
    found, begun = set(), None
    for place, tag in enumerate([*tags, "O"]):
        before = tags[place - 1] if place else "O"
        prefix, kind = (tag[:1], tag[2:])
        begins = prefix == "B" or (prefix == "I" and (before == "O" or before[2:] != kind))
        if begun is not None and (prefix in "BO" or before[2:] != kind):
            found.add((begun, place, before[2:]))
            begun = None
        if begins:
            begun = place
    return found


TAGS = ["O", "B-A", "I-A", "B-B", "I-B"]


def test_chunks_are_those_of_conlleval():
    from random import Random

    rng = Random(0)
    gold, guess = ([[rng.choice(TAGS) for _ in range(8)] for _ in range(60)] for _ in range(2))
    right = wanted = given = 0
    for one, other in zip(gold, guess, strict=True):
        own, others = by_conlleval(one), by_conlleval(other)
        right, wanted, given = right + len(own & others), wanted + len(own), given + len(others)
    scores = chunk_scores(gold, guess)
    assert scores["precision"] == pytest.approx(right / given)
    assert scores["recall"] == pytest.approx(right / wanted)
    assert scores["f1"] == pytest.approx(2 * right / (given + wanted))


def test_tags_by_hand():
    gold, guess = [["B-A", "I-A", "O"], ["B-B"]], [["B-A", "I-A", "O"], ["O"]]
    assert tag_accuracy(gold, guess) == {"accuracy": 0.75, "sentences": 0.5}
    assert chunk_scores(gold, guess)["f1"] == pytest.approx(2 / 3)
    assert chunk_scores(gold, [["O"] * 3, ["O"]])["f1"] == 0


def test_answers_as_the_script_of_squad_has_them():
    assert normalised("The  cat's (hat), an apple!") == "cats hat apple"
    gold = [("the Denver Broncos", "Broncos"), ("1,000",), ()]
    assert answer_scores(gold, ["Broncos!", "1000", ""]) == {
        "em": 1.0, "f1": 1.0, "answerable_f1": 1.0, "unanswerable": 1.0
    }  # fmt: skip
    scores = answer_scores([("Denver Broncos",), ()], ["Denver team", "x"])
    assert scores["em"] == 0
    assert scores["f1"] == pytest.approx(
        0.25
    )  # one of two words, both ways, and nothing for an answer that is not there
    assert scores["answerable_f1"] == pytest.approx(0.5)


def test_attachment_counts_all_words_and_main_relations():
    gold = [[(2, "nsubj:pass"), (0, "root"), (2, "punct")]]
    guess = [[(2, "nsubj"), (0, "root"), (1, "punct")]]
    scores = attachment_scores(gold, guess)
    assert scores == {"las": pytest.approx(2 / 3), "uas": pytest.approx(2 / 3), "exact": 0.0}
    assert attachment_scores(gold, [[(2, "obj"), (0, "root"), (2, "punct")]])["uas"] == 1


def test_queries_are_the_same_in_any_order():
    query = "SELECT a , b FROM t , u WHERE t.x = u.y AND t.z = 1 ;"
    same = "select b , a from u , t where t.z = 1 and u.y = t.x ;"
    assert exact_set_match([query], [same]) == {"exact": 1.0, "string": 0.0, "parses": 1.0}
    for other in (
        "SELECT a , b FROM t , u WHERE t.x = u.y OR t.z = 1 ;",
        "SELECT a FROM t , u WHERE t.x = u.y AND t.z = 1 ;",
        "SELECT a , b FROM t WHERE t.x = u.y AND t.z = 1 ;",
        "SELECT a , b FROM t , u WHERE t.x = u.y AND t.z > 1 ;",
        "SELECT DISTINCT a , b FROM t , u WHERE t.x = u.y AND t.z = 1 ;",
    ):
        assert exact_set_match([query], [other])["exact"] == 0
    assert exact_set_match([query], ["SELECT FROM WHERE ("])["parses"] == 0
    assert exact_set_match([query], [f"SELECT a FROM b WHERE {'( ' * 5000}"])["parses"] == 0
    assert exact_match([("a", "b"), ("c",)], [("a", "b"), ("d",)]) == {"exact": 0.5}


def test_an_order_that_matters_counts():
    assert exact_set_match(["SELECT a FROM t WHERE x < y"], ["SELECT a FROM t WHERE y < x"])["exact"] == 0


def test_bleu_by_hand():
    assert bleu(["the cat sat on the mat"], ["the cat sat on the mat"])["bleu"] == pytest.approx(100)
    # precisions 5/6, 3/5, 2/4, 1/3 and no penalty: (5/6 · 3/5 · 1/2 · 1/3) ** ¼
    assert bleu(["the cat sat on the mat"], ["the cat sat on a mat"])["bleu"] == pytest.approx(
        100 * (5 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** 0.25
    )
