"""Machines from labelled strings, and tables made right again."""

import itertools

import pytest

torch = pytest.importorskip("torch")

from differentiable.pushdown import PushdownAutomaton  # noqa: E402
from differentiable.stacks.labels import learn, repair  # noqa: E402
from dsl.errors import ConfigurationError, ExampleError  # noqa: E402
from dsl.grammar import Grammar  # noqa: E402

NESTED = Grammar.parse('start: ("(" start ")" | "[" start "]")*')


def labelled(grammar, alphabet, longest):
    texts = ["".join(text) for length in range(longest + 1) for text in itertools.product(alphabet, repeat=length)]
    inside = grammar.accepts_all(texts)
    return [t for t, own in zip(texts, inside, strict=True) if own], [
        t for t, own in zip(texts, inside, strict=True) if not own
    ]


def test_counts_are_learned_from_labels_and_hold_for_long_strings():
    accepted, rejected = labelled(Grammar.parse('start: "a" start "b" | "ab"'), "ab", 8)
    found = learn(accepted, rejected, symbols=2, seed=1)
    assert found.right == 1.0
    long = ["a" * 90 + "b" * 90, "a" * 90 + "b" * 89, "a" * 89 + "b" * 90, "ab" * 20]
    assert found.machine.accepts_all(long) == [True, False, False, False]


def test_two_wrong_cells_are_found():
    accepted, rejected = labelled(NESTED, "()[]", 5)
    layer = PushdownAutomaton.from_grammar(NESTED, gap=4.0)
    with torch.no_grad():
        for symbol, text in [(1, "["), (2, ")")]:
            column = layer.machine.texts.index((layer.alphabet.atoms.atom_of(text),))
            layer.table[symbol, column] = layer.table[symbol, column].roll(1)
    assert layer.hard()(accepted).mean() < 1
    found = repair(layer, accepted, rejected, gap=8.0)
    assert found.right == 1.0
    longer = labelled(NESTED, "()[]", 6)
    assert layer.hard()(longer[0]).all()
    assert not layer.hard()(longer[1]).any()


def test_strings_of_one_kind_and_longer_lookaheads_are_refused():
    with pytest.raises(ExampleError, match="one kind"):
        learn(["a"], [])
    layer = PushdownAutomaton.from_grammar(Grammar.parse('start: "a" start "b" | "ab"'), 2)
    with pytest.raises(ConfigurationError, match="2 symbols ahead"):
        repair(layer, ["ab"], ["a"])
