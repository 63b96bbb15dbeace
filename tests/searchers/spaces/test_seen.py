"""The set of programs met, against a set of expressions."""

import pytest

from dsl.expressions.expression import literal
from dsl.expressions.notation import parse
from dsl.expressions.programs import ClassTable, decode, encode
from dsl.kernels.packing import pack, unpack
from searchers.spaces import seen as module
from searchers.spaces.seen import Seen

CLASSES = ClassTable()


def packed(patterns):
    return pack([encode(parse(pattern), CLASSES) for pattern in patterns])


def new(seen, *patterns):
    return [str(decode(program, CLASSES)) for program in unpack(seen.new(packed(patterns)))]


def test_each_program_is_new_once():
    seen = Seen()
    assert new(seen, "a", "ab*", "a", "b") == ["a", "ab*", "b"]
    assert new(seen, "b", "a{2,3}", "ab*", "ab|c") == ["a{2,3}", "ab|c"]
    assert new(seen) == []


def test_alternatives_have_no_order():
    seen = Seen()
    one = encode(parse("ab|c"), CLASSES)
    swapped = pack([one[[3, 0, 1, 2, 4]]])
    assert seen.new(pack([one])).count == 1
    assert seen.new(swapped).count == 0


@pytest.mark.parametrize("room", [8, 64])
def test_it_grows(room, monkeypatch):
    monkeypatch.setattr(module, "FIRST_ROOM", room)
    texts = [format(number, "b") for number in range(500)]
    seen = Seen()
    for _ in range(2):
        found = [text for start in range(0, 500, 100) for text in new(seen, *texts[start : start + 100])]
        assert found == (texts if _ == 0 else [])


def test_digests_make_the_same_set():
    seen = Seen()
    new(seen, "a", "b", "ab")
    again = Seen(seen.digests)
    assert new(again, "b", "ba", "a") == ["ba"]
    assert len(again.digests) == 4


def test_what_is_too_much_is_forgotten(monkeypatch):
    monkeypatch.setattr(module, "MAX_KNOWN", 2)
    seen = Seen()
    new(seen, "a", "b", "c")
    assert new(seen, "a") == ["a"]


def test_literals_are_as_they_are_written():
    assert new(Seen(), str(literal("abc"))) == ["abc"]
