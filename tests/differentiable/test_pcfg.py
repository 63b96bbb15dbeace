"""The layer against all trees of short strings, and its ways from and to grammars."""

import random
from collections import Counter
from itertools import product
from math import comb, exp, inf, log

import pytest
import torch

from differentiable.automata.alphabet import Alphabet
from differentiable.grammars.likelihood import Encoded, Rules
from differentiable.grammars.snap_back import span_f1
from differentiable.pcfg import PCFG
from dsl.errors import ConfigurationError, ExampleError, LimitError
from dsl.grammar import Grammar
from dsl.grammars.recognition import Tree, accepts_all, count_parses
from tests.support.grammars import enumerate_language

BRACKETS = 'start: "(" start ")" start | item?\nitem: "a".."c"+ | "x"'
SUMS = 'start: term | start "+" term\nterm: "a" | "b" | "(" start ")"'
AMBIGUOUS = 'start: start start | "a" | "b"'


def ab(nonterminals=3, **options):
    return PCFG(Alphabet.of((), "ab", closed=True), nonterminals, dtype=torch.float64, **options)


def trees_of(layer, text):
    """All derivations of a text with their log-probabilities, the best first."""
    rules = [tensor.detach().tolist() for tensor in layer.rules()]
    symbols = layer.encode([text]).symbols[0].tolist()

    def below(parent, start, end):
        if end == start + 1:
            return [(rules[1][parent][symbols[start]], Tree(layer.names[parent], start, end, ()))]
        found = []
        for middle, left, right in product(range(start + 1, end), range(len(layer.names)), range(len(layer.names))):
            for one, first in below(left, start, middle):
                for other, second in below(right, middle, end):
                    tree = Tree(layer.names[parent], start, end, (first, second))
                    found.append((rules[2][parent][left][right] + one + other, tree))
        return found

    every = [
        (rules[0][root] + weight, tree)
        for root in range(len(layer.names))
        for weight, tree in below(root, 0, len(symbols))
    ]
    return sorted(every, key=lambda found: -found[0])


# ------------------------------------------------------------------------------------------------ probabilities


@pytest.mark.parametrize("text", ["a", "ab", "bba", "abab"])
def test_strings_are_the_sum_of_their_trees(text):
    layer = ab(2)
    trees = trees_of(layer, text)
    total = log(sum(exp(weight) for weight, _ in trees))
    assert layer.log_prob([text]).item() == pytest.approx(total, abs=1e-10)
    assert layer.count_trees([text]).item() == len(trees)
    found = layer.tree_log_prob([text] * len(trees), [tree for _, tree in trees])
    assert found.tolist() == pytest.approx([weight for weight, _ in trees], abs=1e-10)


def test_the_empty_string_and_others_share_a_batch():
    layer = ab()
    texts = ["", "abba", "b"]
    alone = [layer.log_prob([text]).item() for text in texts]
    assert layer.log_prob(texts).tolist() == pytest.approx(alone, abs=1e-10)
    assert layer.log_prob([""]).item() == layer.rules().root[-1].item()
    torch.testing.assert_close(layer.log_prob(layer.encode(texts)), layer.log_prob(texts))


def test_the_empty_string_may_be_outside_alone_as_among_others():
    layer = PCFG.from_grammar(Grammar.parse(SUMS), slack=0)
    for texts in ([""], ["", "a"]):
        assert layer.log_prob(texts)[0].item() == -inf
        assert layer.viterbi(texts)[0] == (None, -inf)
    with pytest.raises(ExampleError, match="has not all of the examples"):
        layer.reestimate([""])


def test_all_strings_together_are_certain():
    layer = ab(2, seed=1)
    layer.set_rules(Rules(*(torch.where(part == part.amin(), 0.0, part) for part in layer.probabilities())))
    texts = ["".join(letters) for length in range(11) for letters in product("ab", repeat=length)]
    total = layer.log_prob(texts).exp().sum().item()
    lengths = Counter(len(text) for text in layer.sample(2_000, random.Random(0)))
    drawn = sum(count for length, count in lengths.items() if length <= 10) / 2_000
    assert total == pytest.approx(drawn, abs=0.04)


def test_a_symbol_is_spread_over_its_characters():
    layer = PCFG.from_grammar(Grammar.parse('start: "0".."9" | "x" "y"'), slack=0, dtype=torch.float64)
    assert layer.log_prob(["7"]).item() == pytest.approx(log(0.5 / 10))
    assert layer.log_prob(["xy"]).item() == pytest.approx(log(0.5))


def test_derivations_end_at_first():
    layer = ab(6)
    rules = layer.probabilities()
    torch.testing.assert_close(rules.emit.sum(1), torch.full((6,), 0.6, dtype=torch.float64))
    assert layer.spectral_radius() < 0.81
    layer.set_rules(Rules(rules.root, 0.4 * rules.emit, 0.9 * rules.binary))
    assert layer.spectral_radius() > 1.0


# ---------------------------------------------------------------------------------------------------- read-outs


@pytest.mark.parametrize("text", ["a", "aba", "bbab"])
def test_the_best_derivations_are_those_of_the_enumeration(text):
    layer = ab(2)
    every = trees_of(layer, text)
    for k in (1, 4, 9):
        found = layer.k_best([text], k)[0]
        assert [one.log_prob for one in found] == pytest.approx([weight for weight, _ in every[:k]], abs=1e-10)
        assert len({one.tree for one in found}) == len(found)
        weights = layer.tree_log_prob([text] * len(found), [one.tree for one in found])
        assert weights.tolist() == pytest.approx([one.log_prob for one in found], abs=1e-10)
    assert layer.viterbi([text])[0].tree == every[0][1]


def posteriors_of(layer, text):
    every = trees_of(layer, text)
    total = sum(exp(weight) for weight, _ in every)
    return [(exp(weight) / total, tree) for weight, tree in every]


def test_spans_rules_and_roots_are_as_likely_as_in_the_enumeration():
    layer, text = ab(2), "abba"
    spans, roots, rules = Counter(), Counter(), Counter()
    for share, tree in posteriors_of(layer, text):
        roots[tree.rule] += share
        for node in tree.walk():
            spans[node.start, node.end, node.rule] += share
            rules[node.rule, *(child.rule for child in node.children)] += share
    found = layer.span_posteriors([text])
    for (start, end, name), share in spans.items():
        assert found[start, 0, end - start - 1, layer.names.index(name)].item() == pytest.approx(share, abs=1e-10)
    assert found.sum().item() == pytest.approx(sum(spans.values()))
    by_root = layer.root_distribution([text, ""])
    assert by_root[0].tolist() == pytest.approx([roots[name] for name in layer.names], abs=1e-10)
    assert by_root[1].tolist() == [0.0, 0.0]
    counts = layer.expected_counts([text])
    assert counts.emit.sum().item() == pytest.approx(4)
    for parent, left, right in product(range(2), repeat=3):
        expected = rules[layer.names[parent], layer.names[left], layer.names[right]]
        assert counts.binary[parent, left, right].item() == pytest.approx(expected, abs=1e-10)


def test_the_consensus_has_the_most_expected_spans():
    layer, text = ab(2, seed=5), "abbab"
    best = layer.span_posteriors([text]).amax(3)[:, 0]

    def expected(tree):
        return sum(best[node.start, node.end - node.start - 1].item() for node in tree.walk())

    found = layer.mbr([text, ""])
    assert found[1] is None
    assert expected(found[0]) == pytest.approx(max(expected(tree) for _, tree in posteriors_of(layer, text)))


def test_drawn_trees_are_as_likely_as_they_should_be():
    layer, text = ab(2), "aba"
    drawn = Counter(layer.sample_trees([text] * 3_000, random.Random(0)))
    for share, tree in posteriors_of(layer, text)[:5]:
        assert drawn[tree] / 3_000 == pytest.approx(share, abs=0.03)
    assert layer.sample_trees([""], random.Random(0)) == [None]


def test_brackets_leave_the_trees_that_none_crosses():
    layer, text = ab(2), "abba"
    allowed = [
        weight
        for weight, tree in trees_of(layer, text)
        if not any(node.start < 2 < node.end < 4 or 2 < node.start < 4 < node.end for node in tree.walk())
    ]
    found = layer.bracketed_log_prob([text], [[(2, 4)]]).item()
    assert found == pytest.approx(log(sum(map(exp, allowed))), abs=1e-10)
    assert layer.bracketed_log_prob([text], [[]]).item() == pytest.approx(layer.log_prob([text]).item())


def test_trees_of_the_best_derivations_are_as_likely_as_those():
    layer, texts = ab(2), ["", "a", "abba"]
    best = layer.viterbi(texts)
    found = layer.tree_log_prob(texts, [derivation.tree for derivation in best])
    assert found.tolist() == pytest.approx([derivation.log_prob for derivation in best], abs=1e-10)


# ---------------------------------------------------------------------------------------- from and to grammars


@pytest.mark.parametrize("notation", [BRACKETS, SUMS, AMBIGUOUS])
def test_a_grammar_becomes_the_same_language(notation):
    grammar = Grammar.parse(notation)
    layer = PCFG.from_grammar(grammar, slack=0, dtype=torch.float64)
    characters = sorted({character for text in enumerate_language(grammar, 3) for character in text})
    texts = ["".join(letters) for length in range(5) for letters in product(characters[:4], repeat=length)]
    assert (layer.log_prob(texts) > -inf).tolist() == accepts_all(grammar, texts).tolist()


def test_probabilities_are_those_of_the_grammar_s_derivations():
    # start: "(" start ")" start (1/3), item (1/3), ε (1/3)
    layer = PCFG.from_grammar(Grammar.parse(BRACKETS), slack=0, dtype=torch.float64)
    expected = {"": log(1 / 3), "x": log(1 / 3 / 2), "()": 3 * log(1 / 3), "a": log(1 / 3 / 2 / 2 / 3)}
    assert layer.log_prob(list(expected)).tolist() == pytest.approx(list(expected.values()), abs=1e-10)


def test_derivations_are_as_many_as_in_the_grammar():
    grammar = Grammar.parse(AMBIGUOUS)
    layer = PCFG.from_grammar(grammar, slack=0)
    texts = ["a", "ab", "aba", "abab"]
    assert layer.count_trees(texts).tolist() == [count_parses(grammar, text) for text in texts]


def test_derivations_are_counted_exactly_or_refused():
    layer = PCFG.from_grammar(Grammar.parse(AMBIGUOUS), slack=0)
    assert layer.count_trees(["", "a" * 30]).tolist() == [0, comb(58, 29) // 30]  # Catalan's numbers
    with pytest.raises(LimitError, match="more than 2"):
        layer.count_trees(["a" * 36])


def test_slack_lets_strings_in_that_the_grammar_has_not():
    layer = PCFG.from_grammar(Grammar.parse(SUMS))
    outside, within = layer.log_prob(["+a", "a+b"]).tolist()
    assert -inf < outside < within


def test_slack_goes_to_nothing_that_no_string_may_contain():
    layer = PCFG.from_grammar(Grammar.parse('start: "a" | "b" "a"'), slack=0.1, dtype=torch.float64)
    texts = ["".join(letters) for length in range(12) for letters in product("ab", repeat=length)]
    assert layer.log_prob(texts).exp().sum().item() > 0.998
    assert set("".join(layer.sample(500, random.Random(0)))) == {"a", "b"}


def test_examples_tell_how_likely_alternatives_are():
    grammar = Grammar.parse('start: "a" "x" | "b" "y" | "c" "z" start')
    layer = PCFG.from_grammar(grammar, examples=["ax"] * 6 + ["by"] * 3, slack=0, dtype=torch.float64)
    found = layer.log_prob(["ax", "by", "czax"]).exp().tolist()
    shares = [(6 + 1 / 3) / 10, (3 + 1 / 3) / 10, 1 / 3 / 10]  # one imaginary use, spread evenly
    assert found == pytest.approx([shares[0], shares[1], shares[2] * shares[0]], rel=1e-6)


def test_reestimation_never_gets_worse():
    layer, texts = ab(4), ["ab", "aabb", "aaabbb", "ab"]
    found = [layer.reestimate(texts) for _ in range(6)]
    assert found == sorted(found, reverse=True)
    assert found[-1] < found[0] - 0.1
    layer.reestimate(texts, rounds=30)
    assert (layer.probabilities().binary == 0.0).any()  # what hardly any example needs
    assert (layer.log_prob(texts) > -inf).all()


@pytest.mark.parametrize("notation", [BRACKETS, SUMS, AMBIGUOUS, 'start: "a" start "b" | "a" "b"'])
def test_there_and_back_is_the_same_language(notation):
    grammar = Grammar.parse(notation)
    back = PCFG.from_grammar(grammar).snap_back().language
    longest = 5 if notation != BRACKETS else 4
    assert list(enumerate_language(back, longest)) == list(enumerate_language(grammar, longest))
    assert back.size <= 2 * grammar.size + 10


def test_snapping_back_reports_what_it_changed():
    texts = ["a+b", "(a)", "a+a+b", "b", "a"]
    layer = PCFG.from_grammar(Grammar.parse(SUMS), examples=texts)
    trees = [found.tree for found in layer.viterbi(texts)]
    found = layer.snap_back(texts, held_out=texts, trees=trees)
    assert found.before.f1 == found.after.f1 == 1.0
    assert found.after.log_likelihood > found.before.log_likelihood  # nothing goes to impossible rules any more
    assert found.after.accepted == len(texts)
    assert accepts_all(found.language, texts).all()
    assert (found.layer.log_prob(["+", "a+"]) == -inf).all()


def test_a_rare_rule_that_an_example_needs_stays():
    texts = ["ax"] * 500 + ["by"]
    found = PCFG.from_grammar(Grammar.parse('start: "a" "x" | "b" "y" | "c" "z"'))
    language = found.snap_back(texts, share=0.1).language
    assert language.accepts("by")
    assert not language.accepts("cz")


def test_gradients_train():
    layer, texts = ab(4), ["ab", "aabb", "aaabbb"]
    before = layer.loss(texts).item()
    optimiser = torch.optim.Adam(layer.parameters(), lr=0.1)
    for _ in range(30):
        optimiser.zero_grad()
        layer.loss(texts).backward()
        optimiser.step()
    assert layer.loss(texts).item() < 0.5 * before


def test_f1_is_that_of_spans():
    one = Tree("s", 0, 4, (Tree("s", 0, 2, ()), Tree("s", 2, 4, ())))
    other = Tree("s", 0, 4, (Tree("s", 0, 2, ()), Tree("s", 1, 4, ()), Tree("s", 1, 3, ())))
    assert span_f1(one, one) == 1.0
    assert span_f1(one, other) == pytest.approx(2 * 1 / 5)
    assert span_f1(None, one) == 0.0


# ------------------------------------------------------------------------------------------ files and bad input


def test_a_file_gives_the_same_layer(tmp_path):
    layer = PCFG.from_grammar(Grammar.parse(BRACKETS), slack=0)
    layer.save(str(tmp_path / "layer"))
    again = PCFG.load(str(tmp_path / "layer"))
    assert again.names == layer.names
    texts = ["()x", "", "ab"]
    assert again.log_prob(texts).tolist() == layer.log_prob(texts).tolist()


def test_a_file_of_another_alphabet_is_refused(tmp_path):
    ab().save(str(tmp_path / "layer"))
    PCFG.load(str(tmp_path / "layer"), alphabet=Alphabet.of((), "ab", closed=True))
    with pytest.raises(ConfigurationError, match="another alphabet"):
        PCFG.load(str(tmp_path / "layer"), alphabet=Alphabet.of((), "abc", closed=True))
    (tmp_path / "text").write_text("no tensors")
    for name in ("text", "nowhere"):
        with pytest.raises(ConfigurationError, match=name):
            PCFG.load(str(tmp_path / name))


@pytest.mark.parametrize(
    ("batch", "error"),
    [
        ([], ExampleError),
        (["abc"], ExampleError),
        (["a" * 300], LimitError),
        (Encoded(torch.tensor([[0, 9]]), torch.tensor([2])), ExampleError),
        (Encoded(torch.tensor([[0, 1]]), torch.tensor([3])), ExampleError),
    ],
)
def test_bad_batches_are_errors(batch, error):
    for ask in (ab().log_prob, ab().viterbi, ab().expected_counts):
        with pytest.raises(error) as found:
            ask(batch)
        assert found.value.hint


@pytest.mark.parametrize("value", [float("nan"), inf, -inf])
def test_logits_that_are_no_numbers_are_errors(value):
    layer = ab()
    layer.binary.data[0, 0, 0] = value
    with pytest.raises(ConfigurationError, match="NaN or infinite"):
        layer.log_prob(["ab"])


def test_other_mistakes_are_errors():
    with pytest.raises(ConfigurationError):
        PCFG(Alphabet.of((), "ab", closed=True), 0)
    with pytest.raises(ConfigurationError):
        ab().k_best(["a"], 0)
    with pytest.raises(ConfigurationError):
        PCFG(Alphabet.of((), "ab", closed=True), 2, dtype=torch.float16)
    with pytest.raises(ExampleError):
        ab().tree_log_prob(["ab"], [Tree("n0", 0, 2, ())])
    with pytest.raises(ExampleError):
        ab().tree_log_prob(["a"], [Tree("unknown", 0, 1, ())])
    with pytest.raises(ExampleError, match="no tree for a string of 2"):
        ab().tree_log_prob(["ab"], [None])
    for lists in ([[]], [[], [], []]):
        with pytest.raises(ExampleError, match="lists of brackets for 2 strings"):
            ab().bracketed_log_prob(["ab", "a"], lists)
    with pytest.raises(ExampleError):
        PCFG.from_grammar(Grammar.parse(SUMS), examples=["+"], slack=0)
    with pytest.raises(LimitError):
        PCFG.from_grammar(Grammar.parse('start: "a"~300'))


def test_names_of_symbols_may_have_blanks(tmp_path):
    layer = PCFG(Alphabet.of((), "ab", closed=True), ["noun phrase", "verb"])
    layer.save(str(tmp_path / "layer"))
    assert PCFG.load(str(tmp_path / "layer")).names == ("noun phrase", "verb")
