from dsl.expressions.expression import Chars
from dsl.expressions.notation import parse
from dsl.expressions.tandems import tandems


def found(pattern, *widths):
    return [*tandems(parse(pattern).parts, widths)]


def test_runs_of_equal_groups_are_found_by_width_and_start():
    assert found(":[0-9]x:[0-9]x:[0-9]", 2, 3) == [(0, 3, 2), (1, 3, 2), (2, 3, 2)]
    assert found("abababa", 3, 2) == [(0, 2, 3), (1, 2, 3), (2, 2, 2), (3, 2, 2)]
    assert found("xaaay", 1) == [(1, 1, 3), (2, 1, 2)]


def test_different_parts_are_in_no_run():
    assert found("abcdef", 1, 2, 3) == []
    assert [*tandems([Chars(each.set) for each in parse("aba").parts], [1])] == []
