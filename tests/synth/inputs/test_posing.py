import pytest

from dsl.errors import ConfigurationError
from synth.inputs.posing import pose
from synth.options import Options


def test_a_problem_holds_the_constraints_and_guesses_of_its_request():
    request = Options.of(constraints=("max-states=20",), guesses=("a+",))
    problem = pose(request, ["a", "a", "aa"], ["b"])
    assert (problem.positives, problem.weights, problem.negatives) == (("a", "aa"), (2, 1), ("b",))
    assert problem.constraints.checks
    assert len(problem.guesses) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"searcher": "exact", "kind": "cfg"}, "not for kind='cfg'"),
        ({"searcher": "bean"}, "no searcher 'bean'"),
        ({"questions": 3}, "questions without an oracle"),
        ({"device": "cuda"}, "device is for"),
        ({"searcher": "exact", "warm_start": False}, "without warm starts"),
        ({"kind": "cfg", "constraints": ("max-states=20",)}, "constraints are not for"),
    ],
)
def test_options_that_do_not_fit_each_other_are_refused(options, message):
    with pytest.raises(ConfigurationError, match=message):
        pose(Options.of(**options), ["a"])
