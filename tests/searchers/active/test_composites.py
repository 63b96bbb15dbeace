import pytest

from dsl.automata.atoms import Atoms
from dsl.automata.dfa import DFA, equivalent
from dsl.automata.elimination import to_expression
from dsl.charset import CharSet
from dsl.expressions.notation import parse
from searchers.active.composites import Composite, without_detours

# a and i are units, A and I the same behind a space, X and Y any line of level 0 without and with a space before it
ALPHABET = "aiAIXY"
COMPOSITES = {"X": Composite("", 0, ("a",)), "Y": Composite(" ", 0, ("a",))}
JOINED = {"a": "A", "i": "I", "X": "Y"}


def automaton(regex):
    return DFA.from_expression(parse(regex), atoms=Atoms(map(CharSet.of, ALPHABET)))


def left(*regexes):
    found = without_detours(
        {number: automaton(regex) for number, regex in enumerate(regexes)},
        COMPOSITES,
        ALPHABET,
        lambda before, unit: JOINED.get(unit),
    )
    return [to_expression(each) for each in found.values()]


@pytest.mark.parametrize(
    ("levels", "kept"),
    [
        (["a(a|X)*"], ["a+"]),  # what X spells may be spelled without it
        (["a(A|Y)*"], ["aA*"]),
        (["a|ai(a|X)"], ["a|ai(a|X)"]),  # X nests
        (["a", "i(a|X)"], ["a", "ia"]),
        (["a", "i(A|Y)"], ["a", "iA"]),
        (["a|aa", "i(aa?|X)I"], ["a|aa", "iaa?I"]),
        (["a|aa", "i(a|X)I"], ["a|aa", "i(a|X)I"]),
        (["a", "i(aA?|X)"], ["a", "iaA?"]),  # behind X there is less than behind what it spells
        (["a", "X"], ["a", "X"]),
        (["ia?", "a(I|IA|Y)"], ["ia?", "a(I|IA|Y)"]),
        (["[^\\s\\S]", "i|X"], ["[^\\s\\S]", "i"]),  # a level without lines
    ],
)
def test_units_that_say_nothing_new_are_left_out(levels, kept):
    found = left(*levels)
    assert all(equivalent(one, parse(other)) for one, other in zip(found, kept, strict=True))
