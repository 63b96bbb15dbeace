import random

from dsl.automata.ambiguity import Ambiguity, ambiguity
from dsl.charset import CharSet
from dsl.expressions.edits import draw_expression
from dsl.expressions.notation import parse
from searchers.starts.fallbacks import is_safe

SETS = [CharSet.of("a"), CharSet.of("ab"), CharSet.of("b")]


def test_what_is_safe_is_what_has_no_exponential_ambiguity():
    rng = random.Random(1)
    drawn = [draw_expression(rng, SETS, rng.randint(1, 9)) for _ in range(1_000)]
    assert [is_safe(one) for one in drawn] == [ambiguity(one) is not Ambiguity.EXPONENTIAL for one in drawn]
    assert not all(map(is_safe, drawn))


def test_what_is_too_large_to_tell_is_not_safe():
    assert is_safe(parse("(ab){400}c+"))
    assert not is_safe(parse("(ab){600}c+"))
    assert not is_safe(parse("a{1000}"))
    assert is_safe(parse("a{999}"))
