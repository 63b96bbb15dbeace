from dsl.regex import Regex
from searchers.candidate import Candidate, Score
from searchers.spaces.contenders import NEAR, RIVALS, Contenders


def candidate(pattern, bits, accepted=5, edits=0.0):
    return Candidate(Regex.parse(pattern), Score(bits, {"edits": edits}, 0, accepted, 0))


def test_rivals_are_the_best_for_what_they_leave_out():
    best, worse, other = candidate("a", 90, 5, 7.5), candidate("b", 95, 5, 7.5), candidate("c", 99, 6)
    contenders = Contenders([worse, best, other, worse])
    assert contenders.rivals == [best, other]
    assert contenders.near == contenders.all == [best, worse, other]


def test_the_worst_of_many_go():
    contenders = Contenders(candidate(f"a{{{bits}}}", bits, edits=bits) for bits in reversed(range(1, 2 * NEAR)))
    assert [one.objective for one in contenders.near] == [*range(1, NEAR + 1)]
    assert [one.objective for one in contenders.rivals] == [*range(1, RIVALS + 1)]
    assert contenders.all == contenders.near


def test_what_is_far_from_the_best_stays_where_it_is_the_only_one_of_its_kind():
    near = [candidate(f"a{{{bits}}}", bits) for bits in range(1, NEAR + 1)]
    odd = candidate("b", 1_000, accepted=6)
    assert Contenders([odd, *near]).all == [*near, odd]
