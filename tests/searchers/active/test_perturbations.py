"""What could be otherwise in an expression."""

import pytest

from dsl.automata.dfa import equivalent
from dsl.expressions.notation import parse
from searchers.active.perturbations import perturbations


@pytest.mark.parametrize(
    ("pattern", "perturbed"),
    [
        ("[a-z]", ["[0-9]", "[A-Z]", "[a-z]"]),
        ("[ab]", ["a", "b", "[c-z]"]),
        ("ab", ["a", "b", "aab", "abb", "[b-z]b"]),
        ("a{2,4}", ["a", "a{2}", "a{4}", "a{5}"]),
        ("(ab)*", ["ab", "(ab){6}", "(ab){7}", "b"]),
        ("x(ab?)?", ["xab", "xabb", "xa", "x"]),
        ("ab|cd", ["ab", "cd", "abb", "c"]),
        ("(ab?){3,}c", ["ab(ab?){2}c", "(ab?){2}c"]),
    ],
)
def test_every_part_is_perturbed(pattern, perturbed):
    found = list(perturbations(parse(pattern)))
    for wanted in perturbed:
        assert any(equivalent(expression, parse(wanted)) for expression in found), wanted
