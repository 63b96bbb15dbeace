"""Canonical names and fingerprints of grammars."""

import random

import pytest

from dsl.expressions.expression import Expression, Ref, children, rebuild
from dsl.grammar import Grammar
from dsl.grammars.canonical import canonical, fingerprint, fresh_name

GRAMMARS = [
    'start: "x"',
    'start: e\ne: e "+" t | t\nt: t "*" f | f\nf: "(" e ")" | "0".."9"+',
    'start: one | two "x"\none: "a" two |\ntwo: "b" one | "c"',
    'start: (p q)* q\np: q | "0"\nq: "1" p "2"',
]


def rename(node: Expression, names: dict[str, str]) -> Expression:
    if isinstance(node, Ref):
        return Ref(names[node.name])
    return rebuild(node, [rename(part, names) for part in children(node)])


@pytest.mark.parametrize("text", GRAMMARS)
def test_names_and_order_of_rules_do_not_matter(text):
    rng, grammar = random.Random(1), Grammar.parse(text)
    for _ in range(20):
        others = [name for name in grammar.rules if name != "start"]
        names = {"start": "start"} | dict(zip(others, rng.sample("zyxwvut", len(others)), strict=True))
        rules = [(names[name], rename(expression, names)) for name, expression in grammar.rules.items()]
        rng.shuffle(rules)
        other = Grammar(dict(rules))
        assert fingerprint(other.rules) == fingerprint(grammar.rules)
        assert canonical(other) == canonical(grammar)


def test_canonical_names():
    grammar = Grammar.parse('start: z y\nx: "3"\ny: "2" x\nz: "1"')
    assert str(canonical(grammar)) == 'start: a b\na: "1"\nb: "2" c\nc: "3"'


def test_what_differs_has_another_fingerprint():
    texts = [
        *GRAMMARS,
        'start: a "x" a\na: "y"\n',
        'start: a "x" b\na: "y"\nb: "y"',
        'start: b "x" b "z" a\na: "y"\nb: "y"',
        'start: a "x" b "z" b\na: "y"\nb: "z"',
        'start: "x"?',
        'start: "x"*',
        'start: "x"~2',
    ]
    assert len({fingerprint(Grammar.parse(text).rules) for text in texts}) == len(texts)


def test_rules_out_of_reach_do_not_count():
    assert fingerprint(Grammar.parse('start: "x"\na: "y"').rules) == fingerprint(Grammar.parse('start: "x"').rules)
    assert canonical(Grammar.parse('start: "x"\na: "y"')) == Grammar.parse('start: "x"')


def test_a_fresh_name_is_not_taken():
    assert fresh_name([]) == "a"
    assert fresh_name(["b", "a"]) == "c"
    assert fresh_name("abcdefghijklmnopqrstuvwxyz") == "a1"
