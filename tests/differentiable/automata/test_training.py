"""Training signals, against their formulas; and banks that learn languages."""

import math
import random

import pytest
import torch

from differentiable import RegexBank, losses
from differentiable.automata.alphabet import Alphabet
from differentiable.automata.corruptions import corrupt
from differentiable.automata.description import description_lengths
from differentiable.automata.snapping import certified_length
from differentiable.automata.training import REPAIR, Signals, Training
from dsl.errors import ExampleError, LimitError
from dsl.expressions.notation import parse
from dsl.regex import Regex

INSIDE = ["", "ab", "abab", "ababab", "abababab"]
OUTSIDE = ["a", "b", "ba", "aba", "bab", "abb", "aab", "abba", "baba", "ababa", "bb", "aa"]


def last(training, steps):
    *_, lesson = training.lessons(steps)
    return lesson


def test_learns_from_a_random_bank_and_again_the_same():
    found = []
    for _ in range(2):
        bank = RegexBank.random(8, 3, "ab", seed=1)
        lesson = last(Training(bank, INSIDE, OUTSIDE, seed=1), 75)
        assert lesson.agreement == 1.0
        found.append((lesson, bank.arcs.detach().clone()))
    assert found[0][0] == found[1][0]
    assert torch.equal(found[0][1], found[1][1])
    assert bank.snap_back()[lesson.best].pattern == "(ab)*"


def test_bits_are_those_of_the_code():
    alphabet = Alphabet.of((), "ab", closed=True)  # a, b, all others
    patterns = ["(ab)*", "a?", "[ab]*", "(a|b)*"]
    automata = RegexBank.from_patterns(patterns, alphabet).automata()
    texts = ["", "ab", "abab"]
    found = description_lengths(automata, *alphabet.batch(texts, max_length=9)).tolist()
    # two states, two arcs; at the start it goes on 3 times and ends 3 times, of (3 + 1) · C(6, 3) ways
    assert found[0] == pytest.approx(2 * (1 + math.log2(3)) + 2 + math.log2(7 * math.comb(6, 3)))
    # one arc from one state to the other; "" is written, by one choice of two, the others are not
    assert found[1] == pytest.approx((1 + math.log2(3)) + 2 + 1 + (3 + 5) * math.log2(4) + 2)
    # one state; three times "a", three times "b", three ends
    ways = math.comb(11, 2) * math.factorial(9) // math.factorial(3) ** 3
    assert found[2] == found[3] == pytest.approx(2 * math.log2(3) + 1 + math.log2(ways))


def test_without_negatives_accepting_everything_is_not_best():
    bank = RegexBank.from_patterns(["[ab]*", "(ab)*", "a*"], "ab", "generative")
    lesson = Training(bank, INSIDE * 4).look(0, torch.zeros(3))
    assert (lesson.best, lesson.states) == (1, 3)
    assert lesson.bits is not None


def test_a_wrong_literal_is_repaired():
    right, wrong = Regex.parse("(xy)+q"), parse("(xz)+q")
    positives = ["xyq", "xyxyq", "xyxyxyq"]
    negatives = ["xzq", "xzxzq", "q", "xy", "xyxq", "yq", "xq", "xyqq"]
    bank = RegexBank.from_patterns([wrong], Alphabet.of([wrong], "xyzq"), loose=5.0)
    lesson = last(Training(bank, positives, negatives, REPAIR), 1000)
    assert lesson.agreement == 1.0
    assert lesson.step < 1000
    assert bank.snap_back()[0].pattern == right.pattern


@pytest.mark.parametrize("mode", ["accept", "generative", "weighted"])
def test_unlabelled_strings_are_told_from_others(mode):
    bank = RegexBank.random(4, 3, "ab", mode, seed=2)
    training = Training(bank, INSIDE, signals=Signals(contrast=1.0), seed=2)
    before = (bank(INSIDE) - bank(["a", "b", "ba", "aba", "bab"])).mean()
    last(training, 60)
    assert (bank(INSIDE) - bank(["a", "b", "ba", "aba", "bab"])).mean() > before


def test_temperature_and_projection_follow_their_schedules():
    bank = RegexBank.random(2, 3, "ab")
    heats = []
    for _ in Training(bank, INSIDE, OUTSIDE, Signals(hot=4.0, project=20, regularise=0.1)).lessons(100):
        heats.append(float(bank.temperature))
    assert heats == sorted(heats, reverse=True)
    assert heats[-1] == pytest.approx(1.0)
    assert bank.arcs.detach().sort(-1).values[..., -1].max() == 0.0  # step 100 projects


def test_losses_are_their_formulas():
    bank = RegexBank.from_patterns(["ab*"], "ab", noise=1.0, dtype=torch.float64)
    bank.temperature.fill_(1.7)
    automata = bank.automata()
    rows = (bank.arcs / bank.temperature).softmax(-1)[0].detach()
    states = range(bank.arcs.shape[1])
    pairs = [(state, symbol) for state in states for symbol in range(bank.arcs.shape[2])]
    pairs = [(s, v) for s, v in pairs if automata.following[0, s, v] < len(states)]  # the others lead out of the bank
    targets = [int(automata.following[0, s, v]) for s, v in pairs]
    hard = [-math.log(rows[s, v, t]) for (s, v), t in zip(pairs, targets, strict=True)]
    assert losses.to_automata(bank, automata).item() == pytest.approx(sum(hard) / len(hard))
    smooth = 0.0
    for (s, v), t in zip(pairs, targets, strict=True):
        wanted = [0.1 / len(states) + (0.9 if j == t else 0.0) for j in states]
        smooth += sum(float(rows[s, v, j]) * math.log(float(rows[s, v, j]) / wanted[j]) for j in states)
    assert losses.from_automata(bank, automata, 0.1).item() == pytest.approx(smooth / len(pairs))
    with pytest.raises(ValueError, match="smoothing"):
        losses.from_automata(bank, automata, 0.0)
    scores = torch.tensor([[1.0], [0.0]])
    others = torch.tensor([[[0.5], [0.0]], [[2.0], [0.0]]])
    expected = (math.log(math.e + math.exp(0.5) + math.exp(2.0)) - 1.0 + math.log(3.0)) / 2
    assert losses.contrastive(scores, others).item() == pytest.approx(expected)


def test_a_corruption_is_one_edit_away():
    from rapidfuzz.distance import Levenshtein

    stream = torch.Generator().manual_seed(0)
    rng = random.Random(0)
    texts = ["".join(rng.choice("abc") for _ in range(rng.randrange(6))) for _ in range(300)]
    alphabet = Alphabet.of([], "abc", closed=True)
    symbols, lengths = alphabet.batch(texts, max_length=9)
    allowed = alphabet.readable().nonzero()[:, 0]
    edited, edited_lengths = corrupt(symbols, lengths, allowed, stream)
    for row, length, before, before_length in zip(edited, edited_lengths, symbols, lengths, strict=True):
        assert Levenshtein.distance(row[:length].tolist(), before[:before_length].tolist()) == 1
        assert set(row[:length].tolist()) <= set(allowed.tolist())


def test_the_certificate_holds_on_random_automata():
    for seed in range(20):
        bank = RegexBank.random(1, 4, "ab", seed=seed, dtype=torch.float64)
        with torch.no_grad():
            bank.arcs.mul_(6.0)
            bank.ends.mul_(6.0)
        (found,) = bank.snap_back()
        length = min(found.certified_length, 6)
        texts = [
            "".join("ab"[number >> place & 1] for place in range(n))
            for n in range(length + 1)
            for number in range(2**n)
        ]
        soft = bank(texts)[:, 0]
        assert torch.equal(soft > 0.5, bank.hard()(texts)[:, 0] > 0.5)
        with torch.no_grad():
            bank.ends.copy_(bank.ends.sign() * 40.0)  # hard acceptance
        error = (bank(texts)[:, 0] - bank.hard()(texts)[:, 0]).abs()
        bound = torch.tensor([1.0 - (1.0 - found.epsilon) ** len(text) for text in texts])
        assert torch.all(error <= bound + 1e-12)


def test_certified_lengths():
    assert certified_length(0.5) in (0, 1)
    assert certified_length(1.0) == certified_length(0.1, eta=0.5) == 0
    length = certified_length(0.01, eta=0.1)
    assert 0.99**length * 0.9 > 0.5 >= 0.99 ** (length + 1) * 0.9


def test_an_automaton_without_structure_has_no_regex_but_an_automaton():
    found = RegexBank.random(1, 14, "abcdefgh", seed=0).snap_back()[0]
    assert len(found.automaton) > 10
    with pytest.raises(LimitError, match="no regex of at most"):
        _ = found.pattern


def test_without_positives_there_is_nothing_to_learn():
    with pytest.raises(ExampleError, match="no positives"):
        Training(RegexBank.from_patterns(["a"]), [])
    with pytest.raises(ExampleError, match="also positives"):
        Training(RegexBank.from_patterns(["a"]), ["a", "b"], ["b"])
