from dataclasses import dataclass

import pytest

from synth.report.drawings.front_plot import front_plot


@dataclass
class Member:
    pattern: str
    size: int
    distance: int
    objective: float


FRONT = [Member(f"<{'a' * size}>", size, 0, 500.0 / size) for size in (1, 2, 5, 9, 20)]


@pytest.mark.parametrize("width", [340.0, 880.0])
@pytest.mark.parametrize("pick", [0, 3, 4])
def test_every_member_has_a_mark_and_the_pick_has_its_own(width, pick, drawn, styled):
    svg = drawn(front_plot(FRONT, pick, width))
    marks = styled(svg, "mark")
    assert len(marks) == len(FRONT)
    assert ["pick" in mark.get("class") for mark in marks] == [index == pick for index in range(len(FRONT))]
    assert len(styled(svg, "ring")) == 1
    for mark, member in zip(marks, FRONT, strict=True):
        assert member.pattern in mark[0].text


def test_simpler_lies_left_and_better_lies_lower(drawn, styled):
    dots = styled(drawn(front_plot(FRONT, 4, 880.0)), "dot")
    across = [float(dot.get("cx")) for dot in dots]
    down = [float(dot.get("cy")) for dot in dots]
    assert across == sorted(across)
    assert down == sorted(down)


@pytest.mark.parametrize("width", [340.0, 880.0])
def test_labels_do_not_overlap_and_stay_inside(width, drawn, styled):
    crowded = [Member(f"[a-z]+{size}", size, 0, 300.0 - size) for size in range(1, 60)]
    labels = styled(drawn(front_plot(crowded, 30, width)), "label")
    assert "pick" in labels[0].get("class")
    areas = [(float(one.get("x")), float(one.get("y")), len(one.text) * 7.26) for one in labels]
    for x, y, long in areas:
        assert x >= 0
        assert x + long <= width
        meeting = [u for u, v, other in areas if abs(v - y) < 12 and u < x + long and x < u + other]
        assert meeting == [x]


def test_one_member_is_enough(drawn, styled):
    assert len(styled(drawn(front_plot(FRONT[:1], 0, 340.0)), "mark")) == 1
