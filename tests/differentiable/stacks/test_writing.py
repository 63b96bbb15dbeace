"""Stack machines as generators, against sums over all strings, and what they draw against what they accept."""

import itertools
import math
import random
from collections import Counter

import pytest

torch = pytest.importorskip("torch")

from differentiable.pushdown import PushdownAutomaton  # noqa: E402
from dsl.errors import ConfigurationError, LimitError  # noqa: E402
from dsl.grammar import Grammar  # noqa: E402

NESTED = Grammar.parse('start: "a" start "b" | "c"')
LIST = Grammar.parse('start: "[" (item ("," item)*)? "]"\nitem: start | /[0-9]/')


def strings(alphabet, longest):
    return ["".join(text) for length in range(longest + 1) for text in itertools.product(alphabet, repeat=length)]


def test_a_hard_table_writes_each_alternative_as_often():
    layer = PushdownAutomaton.from_grammar(NESTED, gap=60.0)
    found = layer.log_prob(["c", "acb", "aacbb", "ab", "acbb"])
    assert found[:3].tolist() == pytest.approx([-math.log(2), -2 * math.log(2), -3 * math.log(2)], abs=1e-4)
    assert found[3:].max() < -40


def test_characters_share_what_their_class_has():
    layer = PushdownAutomaton.from_grammar(LIST, gap=60.0)
    digit, empty = layer.log_prob(["[1]", "[[]]"]).tolist()  # behind "[": an end, a digit, or another list
    assert digit - empty == pytest.approx(math.log(1 / 10) - math.log(1 / 3), abs=1e-3)


def test_the_probabilities_of_all_strings_sum_to_one():
    layer = PushdownAutomaton.random(1, "ab", width=64, seed=2, dtype=torch.float64)
    with torch.no_grad():
        layer.table[1, :, [len(left) == 2 for left in layer.machine.writes]] -= 4.0  # so that texts are short
        layer.table[1, :, [not left for left in layer.machine.writes]] += 2.0
    total = layer.log_prob(strings("ab", 9)).exp().sum().item()
    assert 0.99 < total < 1.0 + 1e-9


def test_what_is_drawn_is_accepted_and_as_frequent_as_it_should_be():
    layer = PushdownAutomaton.from_grammar(LIST)
    texts = layer.sample(300, random.Random(0), longest=60)
    assert all(LIST.accepts_all(texts))
    assert len(set(texts)) > 100
    nested = Counter(PushdownAutomaton.from_grammar(NESTED).sample(2_000, random.Random(1)))
    assert nested["c"] / 2_000 == pytest.approx(0.5, abs=0.05)
    assert nested["acb"] / 2_000 == pytest.approx(0.25, abs=0.05)


def test_accepted_strings_alone_teach_how_often_each_alternative_is_taken():
    layer = PushdownAutomaton.from_grammar(NESTED)
    examples = ["c"] * 9 + ["acb"]
    optimizer = torch.optim.Adam(layer.parameters(), 0.2)
    for _ in range(60):
        loss = -layer.log_prob(examples).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert layer.log_prob(["c"]).exp().item() == pytest.approx(0.9, abs=0.03)
    drawn = layer.sample(500, random.Random(0))
    assert drawn.count("c") / 500 == pytest.approx(10 / 11, abs=0.05)


def test_longer_lookaheads_and_texts_that_never_end_are_refused():
    with pytest.raises(ConfigurationError, match="2 symbols ahead"):
        PushdownAutomaton.from_grammar(NESTED, 2).log_prob(["c"])
    endless = PushdownAutomaton.from_grammar(Grammar.parse('start: "a" start start | "b"'))
    with torch.no_grad():
        column = endless.machine.texts.index((endless.alphabet.atoms.atom_of("a"),))
        endless.table[:, column, 1:] += 50.0 * (endless.table[:, column, 1:] > 1)
    with pytest.raises(LimitError, match="0 of 2 texts end within 20"):
        endless.sample(2, random.Random(0), longest=20)
