import itertools
import random
from collections import Counter
from math import exp, log

import numpy as np
import pytest

from dsl.automata.atoms import Atoms
from dsl.charset import CharSet
from dsl.errors import ConfigurationError
from synth.decoding.masks.vocabulary import Vocabulary
from synth.decoding.model import NextToken
from synth.decoding.priors.lifting import Lifted
from synth.decoding.priors.mixture import LearnedWeighing, Mixture, fixed, scheduled
from synth.decoding.priors.writers import AutomataWriter, GrammarWriter, write
from tests.support.token_models import random_model


def random_grammar(seed, symbols=2, size=3):
    """Probabilities of rules whose derivations end."""
    rng = np.random.default_rng(seed)
    emit, binary = rng.dirichlet(np.ones(symbols), size) * 0.65, rng.dirichlet(np.ones(size**2), size) * 0.35
    return rng.dirichlet(np.ones(size + 1)), emit, binary.reshape(size, size, size)


def random_automata(seed, symbols=2, size=3):
    rng = np.random.default_rng(seed)
    choices = rng.dirichlet(np.ones(symbols * size + 1), size)
    arcs = choices[:, :-1].reshape(size, symbols, size).transpose(1, 0, 2)
    return rng.dirichlet(np.ones(size)), arcs, choices[:, -1]


def probability_of_derivations(rules, text):
    root, emit, binary = rules
    if not text:
        return root[-1]

    def inside(first, last):
        if last - first == 1:
            return emit[:, text[first]]
        splits = range(first + 1, last)
        return sum(np.einsum("abc,b,c->a", binary, inside(first, k), inside(k, last)) for k in splits)

    return float(root[:-1] @ inside(0, len(text)))


def probability_of_paths(rules, text):
    starts, arcs, stops = rules
    state = starts
    for symbol in text:
        state = state @ arcs[symbol]
    return float(state @ stops)


KINDS = [
    (GrammarWriter, random_grammar, probability_of_derivations),
    (AutomataWriter, random_automata, probability_of_paths),
]


@pytest.mark.parametrize(("writer_of", "rules_of", "probability"), KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_writers_tell_what_lies_ahead(writer_of, rules_of, probability, seed):
    rules = rules_of(seed)
    writer = writer_of(*rules)
    for length in range(5):
        for text in itertools.product(range(2), repeat=length):
            state, mass = writer.start(), 1.0
            for symbol in text:
                mass *= writer.ahead(state)[symbol]
                state = writer.read(state, symbol)
            # what ends here and what goes on are all there is: so prefixes have the mass of what they begin
            assert mass * writer.stop(state) == pytest.approx(probability(rules, text))
            assert writer.ahead(state).sum() + writer.stop(state) == pytest.approx(1)


@pytest.mark.parametrize(("writer_of", "rules_of", "probability"), KINDS)
def test_long_prefixes_do_not_underflow(writer_of, rules_of, probability):
    writer = writer_of(*rules_of(1, symbols=40))
    state = writer.start()
    for symbol in np.random.default_rng(0).integers(40, size=150).tolist():
        state = writer.read(state, symbol)
    assert writer.ahead(state).sum() + writer.stop(state) == pytest.approx(1)


@pytest.mark.parametrize(("writer_of", "rules_of", "probability"), KINDS)
def test_strings_are_written_in_proportion_to_their_weights(writer_of, rules_of, probability):
    rules = rules_of(2)
    atoms = Atoms([CharSet.of("a")])  # everything else is symbol 0
    drawn = Counter(
        tuple(int(character == "a") for character in text)
        for text in write(writer_of(*rules), atoms, 2000, random.Random(0))
    )
    for length in range(4):
        for text in itertools.product(range(2), repeat=length):
            assert drawn[text] / 2000 == pytest.approx(probability(rules, text), abs=0.04)


# symbol 0 is all but a and b, 1 is a, 2 is b
ATOMS = Atoms([CharSet.of("a"), CharSet.of("b")])
WORDS = Vocabulary([b"a", b"b", b"ab", b"abb", b"\xc3", b"c", b"", b"a"], [6])
RULES = (np.array([1.0, 0.0]), np.zeros((3, 2, 2)), np.array([0.2, 0.5]))
RULES[1][1] = [[0.1, 0.3], [0.2, 0.0]]
RULES[1][2] = [[0.1, 0.3], [0.0, 0.3]]


def test_tokens_take_the_mass_of_the_longest_match():
    lifted = Lifted(AutomataWriter(*RULES), ATOMS, WORDS)

    def mass(text):
        state = RULES[0]
        for character in text:
            state = state @ RULES[1][" ab".index(character)]
        return state.sum()

    for prefix, text in [((), ""), ((0,), "a"), ((2, 1), "abb")]:
        expected = np.zeros(8)
        expected[:4] = [mass(text + "a") - mass(text + "ab"), mass(text + "b"), 0, mass(text + "abb")]
        expected[2] = mass(text + "ab") - mass(text + "abb")
        state = RULES[0]
        for character in text:
            state = state @ RULES[1][" ab".index(character)]
        expected[6] = state @ RULES[2]
        assert np.exp(lifted.log_probs([prefix])[0]) == pytest.approx(expected / expected.sum())
        assert expected.sum() == pytest.approx(mass(text))


def test_behind_what_could_not_be_written_nothing_has_a_probability():
    lifted = Lifted(AutomataWriter(*RULES), ATOMS, WORDS)
    assert (lifted.log_probs([(5,), (4,), (0, 5, 0)]) == -np.inf).all()


def test_classes_are_spread_over_their_characters():
    atoms = Atoms([CharSet.between("0", "9")])
    words = Vocabulary([*(b"%d" % n for n in range(10)), *(b"%02d" % n for n in range(100)), b"x", b""], [111])
    arcs = np.zeros((2, 3, 3))
    arcs[1, 0, 1] = arcs[1, 1, 2] = 1.0
    lifted = Lifted(AutomataWriter(np.array([1.0, 0, 0]), arcs, np.array([0, 0, 1.0])), atoms, words)
    row = np.exp(lifted.log_probs([()])[0])
    assert row[10:110] == pytest.approx(np.full(100, 0.01))
    assert row.sum() == pytest.approx(1)
    assert np.exp(lifted.log_probs([(3,)])[0])[:10] == pytest.approx(np.full(10, 0.1))
    assert np.exp(lifted.log_probs([(42,)])[0])[111] == pytest.approx(1)


def test_a_mixture_is_a_sum_of_probabilities():
    models = [random_model(5, seed) for seed in range(3)]
    mixture = Mixture(models, fixed([0.0, log(2), log(3)]))
    expected = sum(n / 6 * np.exp(models[n - 1].function((2, 1))) for n in (1, 2, 3))
    assert np.exp(mixture.log_probs([(0,), (2, 1)])[1]) == pytest.approx(expected)


def test_a_schedule_weighs_by_place():
    models = [random_model(5, seed) for seed in range(2)]
    mixture = Mixture(models, scheduled(lambda step: [50.0 * (step == 0), 50.0 * (step == 1)]))
    rows = np.exp(mixture.log_probs([(), (1,)]))
    assert rows[0] == pytest.approx(np.exp(models[0].function(())))
    assert rows[1] == pytest.approx(np.exp(models[1].function((1,))))


def test_a_model_without_an_opinion_is_left_out():
    silent = NextToken(lambda prefix: np.full(5, -np.inf), 5, 4)
    model = random_model(5, 0)
    assert Mixture([silent, model], fixed([9.0, 0.0])).log_probs([()])[0] == pytest.approx(model.function(()))


def test_weights_are_learned_from_texts():
    # the first model knows how texts begin, the second one how they go on
    begins = NextToken(lambda prefix: np.log([0.01, 0.98, 0.01] if prefix else [0.98, 0.01, 0.01]), 3, 2)
    goes_on = NextToken(lambda prefix: np.log([0.8, 0.01, 0.19] if prefix else [0.01, 0.98, 0.01]), 3, 2)
    models = [begins, goes_on]
    texts = [(0, 0), (0, 0, 0), (0, 0, 0, 0)]
    weighing = LearnedWeighing(2)
    before = weighing.fit(models, texts, steps=0)
    after = weighing.fit(models, texts, steps=2000, rate=1.0)
    mixture = Mixture(models, weighing)
    likelihood = np.mean([mixture.log_probs([t[:n]])[0][v] for t in texts for n, v in enumerate((*t, 2))])
    assert after == pytest.approx(likelihood)
    assert after > before + 0.3
    assert exp(mixture.log_probs([()])[0][0]) > 0.8


def test_end_tokens_have_to_agree():
    with pytest.raises(ConfigurationError, match="different end tokens"):
        Mixture([random_model(5, 0), random_model(6, 0)], fixed([0, 0]))


def test_padding_of_one_model_is_nothing_to_the_others():
    small = random_model(5, 0)
    padded = NextToken(lambda prefix: np.log(np.full(8, 1 / 8)), 8, 4)
    row = np.exp(Mixture([small, padded], fixed([0.0, 0.0])).log_probs([()])[0])
    assert row[:5] == pytest.approx((np.exp(small.function(())) + 1 / 8) / 2)
    assert row[5:] == pytest.approx(1 / 16)
