import re

from synth.report.drawings.progress_plot import falling, progress_plot


def test_only_improvements_of_the_best_count():
    assert falling([(0, 9.0), (1, 9.5), (2, 9.0), (3, 4.0)]) == [(0, 9.0), (3, 4.0)]


def test_a_step_for_each_improvement(drawn, styled):
    svg = drawn(progress_plot([(0.1, 30.0), (0.5, 35.0), (1.0, 20.0), (4.0, 12.5)], 10.0, 880.0))
    (line,) = styled(svg, "steps")
    assert re.findall("[MHV]", line.get("d")) == [*"MHVHVH"]
    assert len(styled(svg, "dot")) == 3
    assert [label.text for label in styled(svg, "label")] == ["12.5"]


def test_a_search_without_time_or_progress_is_drawn(drawn, styled):
    assert len(styled(drawn(progress_plot([(0.0, 5.0)], 0.0, 340.0)), "dot")) == 1
