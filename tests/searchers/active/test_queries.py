"""Questions about texts, and the contexts that they are made of."""

import pytest

from searchers.active.queries import Context, Membership, contents, edges, merged, shortest

CALL = Context("f(ab)", 2, 4)


def test_a_context_holds_something_else():
    assert CALL.inside == "ab"
    assert CALL.around("") == "f()"
    assert CALL.around("x(y)") == "f(x(y))"


def test_the_order_of_contexts_and_of_what_they_hold():
    others = [Context("(b)", 1, 2), Context("g(ab)", 2, 4), CALL]
    assert shortest(others) == others[0]
    assert contents(others) == ["b", "ab"]
    assert edges(["b", "a", "c", "zz", "ab"]) == ["a", "c", "ab", "zz"]


@pytest.mark.parametrize(("answer", "is_inside"), [(True, True), (False, False), (None, False)])
def test_every_text_is_asked_about_once(answer, is_inside):
    asked = []
    member = Membership(["b", "a", "b"], lambda text: asked.append(text) or answer, lambda: False)
    assert member.texts == ["a", "b"]
    assert [member(text) for text in ("a", "x", "x")] == [True, is_inside, is_inside]
    assert asked == ["x"]
    assert member.answers == {"a": True, "b": True} | ({} if answer is None else {"x": answer})


def test_nothing_is_asked_when_time_is_spent():
    member = Membership(["a"], lambda text: 1 / 0, lambda: True)
    assert not member("b")
    assert member("a")


def test_only_members_are_added_once():
    member = Membership(["aa"], lambda text: "a" in text, lambda: False)
    assert [member.add(text) for text in ("a", "a", "aa", "b", "ba")] == [True, False, False, False, True]
    assert member.texts == ["a", "aa", "ba"]


def test_what_is_alike_is_joined_to_the_first():
    assert merged(["a", "b", "aa", "c"], lambda one, other: one[0] == other[0], str.__add__) == ["aaa", "b", "c"]
