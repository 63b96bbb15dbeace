import pytest

from dsl.regex import Regex
from searchers.questions.readings import readings


@pytest.mark.parametrize(
    ("texts", "meant"),
    [
        (["12-AB", "7-CDE"], {"[0-9]{1,2}-[A-Z]{2,3}", "[0-9]+-[A-Z]+", "[A-Za-z0-9]+-[A-Za-z0-9]+"}),
        (["215-121-1247"], {"[0-9]{3}-[0-9]{3}-[0-9]{4}", "[0-9]+(-[0-9]+)*"}),
        (["12345", "90210-1234"], {"[0-9]{5}(-[0-9]{4})?"}),
        (["v1.2", "1.2.3"], {"[a-z]*[0-9]+\\.[0-9]+(\\.[0-9]+)?"}),
        (["1;2;3", "4", "10;20"], {"[0-9]+(;[0-9]+)*", "[0-9]{1,2}(;[0-9]{1,2}){0,2}"}),
        (["{a}", "{ab,c}"], {"\\{[a-z]+(,[a-z]+)*\\}"}),
        (["John Smith", "Mary"], {"[A-Z][a-z]+( [A-Z][a-z]+)*"}),
        (["Page 2", "Page 13"], {"Page [0-9]+"}),
        (["AB1C2-XXXXX", "00000-A1B2C"], {"[A-Z0-9]{5}-[A-Z0-9]{5}"}),
    ],
)
def test_a_person_may_read_examples_so(texts, meant):
    assert meant <= {Regex(reading).pattern for reading in readings(texts)}


@pytest.mark.parametrize(
    "texts",
    [
        ["x1_y22 Zé", "a3_b4 Qé"],
        ["a", "", "b"],
        ["1,2", "3;4", "5"],
        ["--a", "-b-"],
        ["a b", "ab", "a  b"],
        ["(1)", "2"],
    ],
)
def test_all_readings_have_all_examples(texts):
    for reading in readings(texts):
        assert all(Regex(reading).accepts_all(texts)), Regex(reading).pattern


def test_long_rows_of_signs_are_not_read():
    assert readings(["a-" * 50]) == []
