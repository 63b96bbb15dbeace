from xml.etree import ElementTree

import pytest

from dsl.regex import Regex
from searchers.candidate import Candidate, Score
from synth.results.result import Result, Stats


def candidate(pattern: str, objective: float) -> Candidate:
    return Candidate(Regex.parse(pattern), Score(objective, {}, 0, 3, 0))


@pytest.fixture
def result():
    front = [candidate(".*", 90.0), candidate("<[a-z]+>", 40.0)]
    stats = Stats(
        seconds=1.0,
        candidates=10,
        candidates_per_second=10.0,
        searcher="beam",
        seed=0,
        interrupted=False,
        proved=False,
        questions=0,
    )
    return Result(candidate("<script>\\$x", 45.0), front, stats, warnings=("<b>careful</b>",))


def test_a_result_shows_itself_in_a_notebook(result):
    shown = ElementTree.fromstring(result._repr_html_())
    text = "".join(shown.itertext())
    assert "<script>\\$x" in text
    assert "<b>careful</b>" in text
    assert not shown.findall(".//script")
    assert len(shown.findall(".//tbody/tr")) == 3
    (pick,) = shown.findall(".//tbody/tr[@class='pick']")
    assert "→" in "".join(pick.itertext())


def test_long_fronts_are_cut_but_the_pick_stays(result):
    front = [candidate("a" * length, 500.0 - length) for length in range(1, 60)]
    shown = ElementTree.fromstring(Result(front[3], front, result.stats)._repr_html_())
    assert len(shown.findall(".//tbody/tr")) < 20
    assert len(shown.findall(".//tbody/tr[@class='pick']")) == 1


def test_members_are_the_front_and_the_pick_by_size(result):
    assert [member.pattern for member in result.members] == [".*", "<[a-z]+>", "<script>\\$x"]
