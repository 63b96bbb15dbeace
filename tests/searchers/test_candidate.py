from dsl.regex import Regex
from searchers.candidate import Candidate, Score


def test_what_a_candidate_tells():
    score = Score(12.5, {"pattern": 10.0, "examples": 2.5}, 3, 4, 5)
    candidate = Candidate(Regex.parse("ab*|c"), score)
    assert candidate.pattern == "ab*|c"
    assert candidate.size == 6
    assert candidate.distance == 3
    assert candidate.objective == 12.5
    assert candidate.language.accepts("abb")
    assert not candidate.language.accepts("cb")
    assert candidate == Candidate(Regex.parse("c|ab*"), score)
