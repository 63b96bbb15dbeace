import pytest

from searchers import effort
from searchers.effort import ISLANDS, LEVELS, Setting, table


def test_a_level_that_does_not_exist_is_an_error():
    assert [ISLANDS[level] for level in LEVELS] == list(ISLANDS.values)
    for level in (0, 6):
        with pytest.raises(ValueError, match="is not in"):
            ISLANDS[level]


def test_more_effort_is_never_less():
    for name, setting in vars(effort).items():
        if isinstance(setting, Setting) and name != "BEAM_PACE":  # a step of the beam has more work with more effort
            assert list(setting.values) == sorted(setting.values), name


def test_the_table_has_every_setting():
    lines = table().splitlines()
    assert lines[0].split() == ["1", "2", "3", "4", "5"]
    assert [line.split()[0] for line in lines[1:]] == [
        name for name, value in vars(effort).items() if isinstance(value, Setting)
    ]
