"""The hall of fame against its definition."""

from hypothesis import given
from hypothesis import strategies as st

from dsl.expressions.expression import literal
from dsl.regex import Regex
from searchers.archive import Archive
from searchers.candidate import Candidate, Score


def candidate(length, objective):
    return Candidate(Regex(literal("a" * length)), Score(objective, {}, 0, 0, 0))


candidates = st.lists(st.builds(candidate, st.integers(1, 6), st.integers(0, 8).map(float)), max_size=20)


def pareto(found):
    """Sizes and objectives of everything that nothing as small or smaller equals or beats."""
    points = {(one.size, one.objective) for one in found}
    return sorted(p for p in points if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in points))


def points(archive):
    return [(one.size, one.objective) for one in archive.front]


@given(candidates)
def test_the_front_is_the_pareto_front(found):
    archive = Archive()
    for one in found:
        archive.add(one)
    assert points(archive) == pareto(found)


@given(candidates)
def test_add_tells_whether_the_front_changed(found):
    archive = Archive()
    for one in found:
        before = points(archive)
        assert archive.add(one) == (points(archive) != before)


@given(candidates)
def test_the_best_is_the_last_of_the_front(found):
    archive = Archive()
    for one in found:
        archive.add(one)
    assert archive.best is (archive.front[-1] if found else None)
    assert all(archive.best.objective <= one.objective for one in found)


def test_of_equals_the_first_stays():
    archive = Archive()
    first = candidate(2, 5.0)
    assert archive.add(first)
    assert not archive.add(candidate(2, 5.0))
    assert archive.best is first
