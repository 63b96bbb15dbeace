"""Grammars over two sides, of a small language of colours (after Lake, Linzen and Baroni 2019)."""

from itertools import product

import pytest

from synth.evaluation.structured.synchronous import Rule, SynchronousGrammar

COLOURS = {"dax": "RED", "lug": "BLUE", "wif": "GREEN", "zup": "YELLOW"}


def meaning(words):
    """ "kiki" turns around and binds least, "fep" is three times, "blicket" puts what is left around what is right."""
    if "kiki" in words:
        place = words.index("kiki")
        return (*meaning(words[place + 1 :]), *meaning(words[:place]))
    if words[-1] == "fep":
        return meaning(words[:-1]) * 3
    if "blicket" in words:
        left, _, right = words
        return (COLOURS[left], COLOURS[right], COLOURS[left])
    return (COLOURS[words[0]],)


def pairs(texts):
    return [(tuple(text.split()), meaning(tuple(text.split()))) for text in texts]


@pytest.fixture(scope="module")
def grammar():
    texts = [f"{one} fep" for one in COLOURS]
    texts += [f"{one} {word} {other}" for one, other in product(COLOURS, repeat=2) for word in ("kiki", "blicket")]
    texts += [f"{one} fep kiki {other}" for one, other in product(COLOURS, repeat=2) if one != "zup"]
    texts += [f"{one} kiki {other} fep" for one, other in product(COLOURS, repeat=2) if other not in ("dax", "zup")]
    three = list(product(COLOURS, repeat=3))
    texts += [f"{one} blicket {two} kiki {other}" for one, two, other in three if one != "dax" and other != one]
    texts += [f"{one} kiki {two} blicket {other}" for one, two, other in three if other not in ("zup", one)]
    return SynchronousGrammar.induce(pairs(texts))


def test_rules_are_those_of_the_language(grammar):
    rules = set(grammar.rules)
    assert {Rule((word,), (colour,)) for word, colour in COLOURS.items()} <= rules
    assert Rule((1, "fep"), (1, 1, 1)) in rules
    assert Rule((1, "blicket", 2), (1, 2, 1)) in rules
    assert Rule((1, "kiki", 2), (2, 1)) in rules
    assert len(rules) == 7
    assert str(Rule((1, "kiki", 2), (2, 1))) == "X1 kiki X2 -> X2 X1"


def test_what_was_not_seen_together_is_understood(grammar):
    texts = [
        "zup fep kiki dax fep",
        "dax blicket wif kiki zup fep",
        "lug kiki zup fep",
        "dax blicket lug kiki dax blicket zup",
    ]
    for source, target in pairs(texts):
        assert grammar.answer(source) == target


def test_what_has_no_derivation_has_no_answer(grammar):
    assert grammar.answer(("dax", "glorp")) is None
