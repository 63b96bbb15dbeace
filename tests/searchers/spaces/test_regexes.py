import synth
from dsl.regex import Regex
from searchers.budget import Budget
from searchers.problem import Problem
from searchers.scoring.regexes import DescriptionLength
from searchers.spaces.regexes import Regexes

REPORTS = [
    *("EDDF 060220Z 31019KT", "ESSA 230250Z 22013KT", "LFPG 240200Z 28030KT", "LOWW 081800Z 25029KT"),
    *("EHAM 092200Z VRB14KT", "EDDF 111420Z VRB01KT", "EDDF 211820Z 08008G41KT", "ESSA 130920Z 19021G33KT"),
]

WORDS = [(number, word) for number in range(6) for word in ("latest", "stable")]


def reread(texts, pattern, budget):
    """What has a part read anew, and the description lengths of it and of the pattern."""
    problem = Problem.of(texts)
    space = Regexes(problem, DescriptionLength(problem))
    best = space.objective.score(Regex.parse(pattern))
    found = [space.objective.score(Regex(tree)) for tree in space.reread([best], budget)]
    return [one.pattern for one in found], [one.objective for one in found], best.objective


def test_what_is_read_anew_is_better_and_the_best_comes_first():
    patterns, objectives, before = reread(REPORTS, "[A-Z]{4} [0-9]{6}Z [A-Z0-9]+", Budget())
    assert patterns
    assert sorted(objectives) == objectives
    assert objectives[-1] < before
    assert patterns[0].startswith("[A-Z]{4} [0-9]{6}Z ")
    assert patterns[0].endswith("KT")  # which all end with


def test_words_that_no_edit_leads_to_are_read_anew():
    names = {
        "Alpha": "Cargo Press Version Update",
        "Beta": "Elbow Bread Root Steam Sugar Evidence",
        "Gamma": "Hat Index Process Tea Market Ladder Diary",
        "Delta": "Design Village Player",
    }
    texts = [f"{letter} {name}" for letter in names for name in names[letter].split()]
    pattern = "[A-Z][aelmp]{1,2}[hmt]a [A-Z][a-z]+"
    found, _, _ = reread(texts, pattern, Budget())
    assert found[0] == "(Alpha|Beta|Delta|Gamma) [A-Z][a-z]+"
    found = synth.induce(texts, kind="regex", seed=0).best.language
    assert found == Regex.parse("(Alpha|Beta|Gamma|Delta) [A-Z][a-z]+")


def test_large_expressions_are_read_anew_where_time_is_given():
    signs = "-/:;.," * 6
    texts = ["".join(f"{number + place}{sign}" for place, sign in enumerate(signs)) + word for number, word in WORDS]
    pattern = "".join(f"[0-9]+{sign}" for sign in signs) + "[a-z]+"
    assert not reread(texts, pattern, Budget())[0]
    assert any("(latest|stable)" in found for found in reread(texts, pattern, Budget(seconds=10.0))[0])


def test_counts_that_no_program_has_are_read_as_loops():
    texts = ["a" * 40_000 + f"b{digit}" for digit in range(6)]
    found, _, _ = reread(texts, "[a-z0-9]+", Budget())
    assert found
    assert all(Regex.parse(pattern).accepts_all(texts) == [True] * 6 for pattern in found)
