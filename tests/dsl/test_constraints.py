import re
import shutil
import subprocess

import pytest
from hypothesis import assume, given

from dsl.automata.dfa import DFA
from dsl.charset import CharSet
from dsl.constraints import Constraints, parse_constraints
from dsl.errors import ConstraintError
from dsl.expressions.expression import Chars, Concat, Repeat, Union, walk
from dsl.expressions.notation import parse, write_count, write_set
from tests.support.strategies import expressions


@pytest.mark.parametrize(
    ("constraint", "admitted", "refused"),
    [
        ("posix", ["(a|b)*c{2,255}", "[^a]+", ".", r"\s", "()"], ["a{256}", "a{2,300}", r"\x00", r"a\n", r"[^\s\S]"]),
        ("linear-time", ["(a|b)*abb", "(www[.])?[a-z.]+"], ["a*a*", "(a?b?)*", "(a{0,9}){9}", "(ab){900}"]),
        ("max-states=4", ["(a|b)*abb", "abc", "a*"], ["abcd", "(a|b)*a(a|b){3}", "(a|b)*a(a|b){16}"]),
        ("alphabet=[0-9a-f]", ["[0-9]+", "a{2}|f", "()"], ["g", "[a-g]", ".", "[^0]"]),
        ("tokens=seed", ["(a|b)*c+d?", "[abc]x"], ["a{2}", "[a-z]", ".", "()", r"[^\s\S]", "a{0,2}"]),
    ],
)
def test_each_constraint(constraint, admitted, refused):
    constraints = parse_constraints([constraint])
    for pattern in admitted:
        assert constraints.why_not(parse(pattern)) is None
        assert constraints.admits(parse(pattern))
    for pattern in refused:
        assert constraints.why_not(parse(pattern))
        assert not constraints.admits(parse(pattern))


def test_all_constraints_hold_together():
    constraints = parse_constraints(["posix", "alphabet=[a-f]", "alphabet=[d-z]", "max-states=3"])
    assert constraints.alphabet == CharSet.of("def")
    assert constraints.admits(parse("d*e"))
    assert "alphabet" in constraints.why_not(parse("a"))
    assert "states" in constraints.why_not(parse("ddd"))
    assert Constraints().admits(parse("a{300}"))


@given(expressions())
def test_states_are_those_of_the_minimal_automaton(expression):
    states = sum(DFA.from_expression(expression).minimise().live())
    assert parse_constraints([f"max-states={states}"]).admits(expression)
    if states > 1:
        assert not parse_constraints([f"max-states={states - 1}"]).admits(expression)


def write_seed(node):
    """The notation without classes: `[ab]c+` is written `(a|b)c+`."""
    match node:
        case Chars(charset):
            return "|".join(write_set(CharSet.of(character)) for character in charset)
        case Concat(parts):
            return "".join(write_seed(part) if is_tight(part) else f"({write_seed(part)})" for part in parts)
        case Union(parts):
            return "|".join(map(write_seed, parts))
        case Repeat(body, low, high):
            tight = is_tight(body) and not isinstance(body, Concat | Repeat)
            return (write_seed(body) if tight else f"({write_seed(body)})") + write_count(low, high)
        case _:
            raise ValueError(f"not a regex: {node}")


def is_tight(node):
    # whether it can stand in a sequence without parentheses
    return not isinstance(node, Union) and not (isinstance(node, Chars) and len(node.set) > 1)


@given(expressions(alphabet="ab*|(\\ ."))
def test_the_seed_notation_says_the_same_without_classes(expression):
    assume(parse_constraints(["tokens=seed"]).admits(expression))
    text = write_seed(expression)
    assert parse(text) == expression
    assert not re.search(r"(?<!\\)[\[\]{}]", text)


@pytest.mark.parametrize(("pattern", "seed"), [("[ab]c", "(a|b)c"), ("[ab]*", "(a|b)*"), ("[ab]|cd*", "a|b|cd*")])
def test_seed_examples(pattern, seed):
    assert write_seed(parse(pattern)) == seed


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["posx"], "did you mean posix?"),
        (["linear"], "did you mean linear-time?"),
        (["max-state=3"], "did you mean max-states=20?"),
        (["tokens=sed"], "did you mean tokens=seed?"),
        (["posix=1"], "did you mean posix?"),
        (["zzz"], "There are: posix, linear-time"),
        (["max-states=x"], "not a number of states"),
        (["max-states=0"], "not a number of states"),
        (["max-states"], "no constraint"),
        (["alphabet=ab"], "not a class"),
        (["alphabet=[a"], "not closed"),
        ([r"alphabet=[^\s\S]"], "not a class"),
        (["alphabet=a", "alphabet=b"], "no character in common"),
    ],
)
def test_what_is_no_constraint(texts, said):
    with pytest.raises(ConstraintError) as raised:
        parse_constraints(texts)
    assert said in str(raised.value)
    assert raised.value.hint


@pytest.mark.skipif(not shutil.which("grep"), reason="needs grep")
@pytest.mark.parametrize(
    "pattern", ["(ab|c)*d{2,3}", "[^a]+x?", r"a\.b\*", "a(b|cd?)+", "[]x^-]+", "[0-9]{4}-[0-9]{2}"]
)
def test_admitted_patterns_mean_the_same_to_grep(pattern):
    expression = parse(pattern.replace("[]x^-]", r"[\]x\^\-]"))
    assert parse_constraints(["posix"]).admits(expression)
    words = ["ab", "abcdd", "dd", "bx", "axx", "a.b*", "abcd", "x]^-", "2024-01", "2024-1", "a"]
    command = ["grep", "-xE", "-e", pattern]
    found = subprocess.run(command, input="\n".join(words), capture_output=True, text=True).stdout.split()
    assert found == [word for word in words if re.fullmatch(str(expression), word)]


def test_the_named_parts_of_an_admitted_pattern():
    constraints = parse_constraints(["alphabet=[a-c]", "tokens=seed"])
    expression = parse("(a|b)*c")
    assert constraints.admits(expression)
    assert all(node.set <= CharSet.of("abc") for node in walk(expression) if isinstance(node, Chars))
    assert all((node.low, node.high) == (0, None) for node in walk(expression) if isinstance(node, Repeat))
