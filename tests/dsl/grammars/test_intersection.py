import pytest

from dsl.automata.dfa import DFA
from dsl.expressions.notation import parse
from dsl.grammar import Grammar
from dsl.grammars.intersection import intersects

BALANCED = Grammar.parse('start: "(" start ")" start |')
ODD = Grammar.parse('start: "a" start "a" | "b" word?\nword: /[c-e]+/')


@pytest.mark.parametrize(
    ("grammar", "pattern", "expected"),
    [
        (BALANCED, r"\(*", True),  # the empty string
        (BALANCED, r"\(+", False),
        (BALANCED, r"\({3}\)+", True),
        (BALANCED, r"\({3}\){4}", False),
        (BALANCED, r".*\)\(.*", True),
        (BALANCED, r"(\(\))*\(", False),
        (ODD, r"a{3}b[^a]*d.*a", True),
        (ODD, r"(aa)*b", True),
        (ODD, r".*c.*b.*", False),
        (ODD, r"[^b]*", False),
    ],
)
def test_a_string_in_common_is_found(grammar, pattern, expected):
    dfa = DFA.from_expression(parse(pattern))
    assert intersects(grammar, dfa) is expected
    assert any(dfa.accepts(text) for text in grammar.sample(300, 0)) <= expected
