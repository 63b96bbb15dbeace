import pytest

from dsl.charset import CharSet
from dsl.expressions.notation import parse
from searchers.structure.chains import chain

OPERANDS, POINT = CharSet.of("abxy"), CharSet.of(".")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x(,x)?", "x(,x)*"),
        ("(x,)?x", "(x,)*x"),
        ("x(,x){0,2}", "x(,x)*"),
        ("x(,x){1,2}", "x(,x)+"),
        ("x+(,x)?", "x+(,x)*"),
        ("[ab](,[ab])?;", "[ab](,[ab])*;"),
        ("(x(,x)?;)+", "(x(,x)*;)+"),
        ("x(,y)?", "x(,y)?"),
        ("xx?", "xx?"),
        ("x(,x){2}", "x(,x){2}"),
        ("x(,x)*", "x(,x)*"),
        ("x|,x", "x|,x"),
        (",(x,)?", ",(x,)?"),
        ("x(\\.x)?", "x(\\.x)?"),
        ("(x\\.)?x", "(x\\.)?x"),
        ("x([,.]x)?", "x([,.]x)*"),
    ],
)
def test_what_is_repeated_once_may_be_repeated_again(before, after):
    assert chain(parse(before), OPERANDS, POINT) == parse(after)
