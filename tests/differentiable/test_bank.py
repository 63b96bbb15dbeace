"""What a bank says of strings, against sums over all paths; what it snaps back to; what it refuses."""

import itertools

import pytest
import torch

from differentiable import RegexBank
from differentiable.automata.alphabet import Alphabet
from differentiable.automata.dfa_tensor import DFATensor
from differentiable.bank import GAP, MODES
from dsl.automata.dfa import equivalent
from dsl.errors import ConfigurationError, ExampleError, LimitError, PatternError
from dsl.expressions.notation import parse
from dsl.regex import Regex

PATTERNS = ["(ab)*", "a?b+a", "[^a]*a{2,3}", "(a|bc)+"]


def all_strings(characters, longest):
    return ["".join(word) for n in range(longest + 1) for word in itertools.product(characters, repeat=n)]


def restless(mode, dtype=torch.float64):
    return RegexBank.from_patterns(["a*b", "(ab)*"], "ab", mode, random=1, noise=0.7, seed=3, dtype=dtype)


def by_paths(bank, text):
    """The sum over all paths of states, one after the other."""
    arcs, ends = bank.arc_weights(), bank.end_weights()
    symbols = bank.alphabet.batch([text], max_length=100)[0][0].tolist() if text else []
    sums = []
    for automaton in range(len(arcs)):
        weight = 0.0
        for path in itertools.product(range(arcs.shape[-1]), repeat=len(text)):
            product = ends[automaton, ([0, *path])[-1]]
            for symbol, source, target in zip(symbols, [0, *path], path, strict=False):
                product = product * arcs[automaton, symbol, source, target]
            weight = weight + product
        sums.append(weight)
    return torch.stack(sums)


@pytest.mark.parametrize("mode", MODES)
def test_sums_over_all_paths(mode):
    bank = restless(mode)
    texts = all_strings("ab", 3)
    expected = torch.stack([by_paths(bank, text) for text in texts])
    found = bank(texts)
    assert torch.allclose(found if mode == "accept" else found.exp(), expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize("mode", MODES)
def test_gradients_of_the_logits(mode):
    bank = restless(mode)
    texts = ["", "a", "abab", "bba"]

    def forward(arcs, ends):
        return torch.func.functional_call(bank, {"arcs": arcs, "ends": ends}, (texts,))

    assert torch.autograd.gradcheck(forward, (bank.arcs, bank.ends))


def test_log_odds_are_those_of_the_probabilities():
    bank = restless("accept")
    texts = all_strings("ab", 4)
    accepted = bank(texts)
    assert torch.allclose(bank.log_odds(texts), accepted.log() - (1 - accepted).log(), atol=1e-9)


def test_states_are_shares_and_stay_behind_the_end():
    bank = restless("accept")
    states = bank.states(["ab", "abba"])
    assert states.shape == (2, 3, 5, bank.ends.shape[1])
    assert torch.allclose(states.sum(-1), torch.ones(()).double())
    assert torch.equal(states[0, :, 2], states[0, :, 4])
    assert torch.allclose((states[:, :, -1] * bank.end_weights()).sum(-1), bank(["ab", "abba"]))


def test_generative_probabilities_of_all_strings_sum_to_one():
    bank = RegexBank.from_patterns(["(ab)?", "a{0,3}"], "abc", "generative")
    total = bank(all_strings("abc", 5)).exp().sum(0)
    assert torch.all((total > 0.98) & (total <= 1.0))


def test_a_class_spreads_evenly_over_its_characters():
    bank = RegexBank.from_patterns(["[ab]", "a|b"], mode="generative")
    several = RegexBank.from_patterns(["[ab]|c"], mode="generative")
    texts = ["a", "b"]
    assert torch.allclose(bank(texts)[:, 0], bank(texts)[:, 1])
    assert torch.equal(several(["a"]), several(["b"]))


@pytest.mark.parametrize("mode", MODES)
def test_hard_is_the_automata_on_all_strings(mode):
    bank = RegexBank.from_patterns(PATTERNS, mode=mode)
    texts = all_strings("abc", 8)
    languages = list(map(Regex.parse, PATTERNS))
    expected = [[language.accepts(text) for language in languages] for text in texts]
    assert torch.equal(bank.hard()(texts), torch.tensor(expected).float())


def test_soft_tends_to_hard_as_the_temperature_falls():
    bank = RegexBank.from_patterns(PATTERNS, noise=1.0)
    texts = all_strings("abc", 5)
    bank.temperature.fill_(0.02)
    assert torch.allclose(bank(texts), bank.hard()(texts), atol=1e-5)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("alphabet", [None, "abcd"])
def test_an_untouched_bank_gives_its_patterns_back(mode, alphabet):
    patterns = [*PATTERNS, "", "[ab]{3}", *([] if alphabet else [r"[\s\S]*", "[^b]+"])]
    for pattern, found in zip(patterns, RegexBank.from_patterns(patterns, alphabet, mode).snap_back(), strict=True):
        assert equivalent(found.language.expression, parse(pattern))
        assert found.pattern == str(found.language)


def test_projecting_makes_the_automata_sharp():
    bank = RegexBank.from_patterns(PATTERNS, noise=1.5)
    before = bank.hard()(all_strings("abc", 6))
    bank.project_()
    assert torch.equal(bank.hard()(all_strings("abc", 6)), before)
    assert {round(gap, 4) for gap in (bank.arcs.topk(2).values @ torch.tensor([1.0, -1.0])).unique().tolist()} == {GAP}


def test_unseen_characters_share_a_symbol():
    bank = RegexBank.from_patterns(["[^a]b", "ab"])
    assert torch.equal(bank(["xb"]), bank(["☃b"]))
    assert torch.equal(bank.hard()(["xb", "ab"]), torch.tensor([[1.0, 0.0], [0.0, 1.0]]))


def test_encoded_batches_are_as_good_as_strings():
    bank = RegexBank.from_patterns(PATTERNS)
    symbols, lengths = bank.alphabet.batch(["abab", "ba"], max_length=9)
    assert torch.equal(bank(symbols, lengths), bank(["abab", "ba"]))
    assert torch.equal(bank(symbols[:1]), bank(["abab"]))


def test_the_log_tensor_is_the_documents():
    alphabet = Alphabet.of([parse("ab"), parse("a*")])
    tensor = DFATensor.compile([parse("ab"), parse("a*")], alphabet, max_states=9)
    log = tensor.log_transitions()
    for number, automaton in enumerate(map(tensor.automaton, range(2))):
        for state, row in enumerate(automaton.table):
            for symbol, following in enumerate(row):
                assert log[number, state, :, symbol].exp().nonzero().tolist() == [[following]]
    packed = tensor.packed()
    first = tensor.sizes[0]
    assert torch.equal(packed[:first, :first], log[0, :first, :first])
    assert torch.equal(packed[first:, first:], log[1, : tensor.sizes[1], : tensor.sizes[1]])
    assert packed[:first, first:].max() == packed[first:, :first].max() == -torch.inf


@pytest.mark.parametrize("mode", MODES)
def test_save_and_load(tmp_path, mode):
    bank = restless(mode)
    bank.temperature.fill_(0.5)
    bank.save(tmp_path / "bank.safetensors")
    again = RegexBank.load(tmp_path / "bank.safetensors")
    texts = all_strings("ab", 3)
    assert torch.equal(again(texts), bank(texts))
    with pytest.raises(ExampleError, match="'z' is not in the alphabet"):
        again(["z"])
    again.load_state_dict(bank.state_dict())


def test_the_same_seed_makes_the_same_bank():
    one, other = (RegexBank.random(2, 3, "ab", seed=5) for _ in range(2))
    assert torch.equal(one.arcs, other.arcs)
    assert not torch.equal(one.arcs, RegexBank.random(2, 3, "ab", seed=6).arcs)
    texts = all_strings("ab", 6)
    gradients = [torch.autograd.grad(bank(texts).sum(), bank.arcs)[0] for bank in (one, other)]
    assert torch.equal(*gradients)


# -------------------------------------------------------------------------------------------------------- bad input


def test_a_regex_with_too_many_states_is_named():
    with pytest.raises(LimitError, match=r"\[ab\]\*a\[ab\]\{9\} needs 1,025 states"):
        RegexBank.from_patterns(["a", "[ab]*a[ab]{9}"])


def test_a_bank_that_is_too_large_is_refused():
    with pytest.raises(LimitError, match="have more than"):
        RegexBank.random(1000, 1000, "ab")


@pytest.mark.parametrize(
    ("batch", "error", "message"),
    [
        (["a" * 11], LimitError, "11 characters, the limit of the layer is 10"),
        (["a", "az"], ExampleError, "'z' is not in the alphabet"),
        ([], ExampleError, "the batch is empty"),
        ("ab", ExampleError, "list of strings"),
        (torch.zeros(0, 3, dtype=torch.int64), ExampleError, "the batch is empty"),
        (torch.zeros(2, 11, dtype=torch.int64), LimitError, "the limit of the layer is 10"),
        (torch.full((1, 2), 7), ExampleError, "outside the alphabet"),
        (torch.zeros(3), ExampleError, "symbols of shape"),
    ],
)
def test_bad_batches_are_refused(batch, error, message):
    bank = RegexBank.from_patterns(["a*"], "ab", max_length=10)
    for called in (bank, bank.hard()):
        with pytest.raises(error, match=message):
            called(batch)


def test_lengths_have_to_fit():
    with pytest.raises(ExampleError, match="lengths do not fit"):
        RegexBank.from_patterns(["a*"])(torch.zeros(2, 3, dtype=torch.int64), torch.tensor([4, 0]))


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), float("-inf")])
def test_logits_that_are_not_finite_are_refused(wrong):
    bank = RegexBank.from_patterns(["a*"])
    with torch.no_grad():
        bank.arcs[0, 0, 0, 0] = wrong
    for action in (lambda: bank(["a"]), bank.snap_back, lambda: RegexBank(bank.alphabet, bank.arcs, bank.ends)):
        with pytest.raises(ConfigurationError, match="not finite"):
            action()


def test_a_checkpoint_of_another_alphabet_is_refused(tmp_path):
    bank, other = RegexBank.from_patterns(["ab"]), RegexBank.from_patterns(["cd"])
    with pytest.raises(ConfigurationError, match="another alphabet"):
        bank.load_state_dict(other.state_dict())
    other.save(tmp_path / "bank.safetensors")
    with pytest.raises(ConfigurationError, match="another alphabet"):
        RegexBank.load(tmp_path / "bank.safetensors", bank.alphabet)


def test_files_that_are_no_bank_are_refused(tmp_path):
    from safetensors.torch import save_file

    with pytest.raises(ConfigurationError, match="cannot read"):
        RegexBank.load(tmp_path / "nowhere")
    (tmp_path / "text").write_text("not weights")
    with pytest.raises(ConfigurationError, match="not a file of weights"):
        RegexBank.load(tmp_path / "text")
    save_file({"arcs": torch.zeros(1)}, tmp_path / "other")
    with pytest.raises(ConfigurationError, match="holds no RegexBank"):
        RegexBank.load(tmp_path / "other")
    with pytest.raises(ConfigurationError, match="cannot write"):
        RegexBank.from_patterns(["a"]).save(tmp_path / "nowhere" / "bank")


def test_other_mistakes_are_named():
    with pytest.raises(ConfigurationError, match="no mode 'hard'"):
        RegexBank.from_patterns(["a"], mode="hard")
    with pytest.raises(ConfigurationError, match="at least one"):
        RegexBank.from_patterns([])
    with pytest.raises(ConfigurationError, match="float16"):
        RegexBank.from_patterns(["a"], dtype=torch.float16)
    with pytest.raises(PatternError):
        RegexBank.from_patterns(["(a"])


def test_weights_beyond_what_numbers_hold_are_added_in_logarithms():
    bank = restless("weighted", torch.float32)
    expected = bank(["", "a", "abb"]).detach() + 100.0 * torch.tensor([1, 2, 4])[:, None]
    with torch.no_grad():
        bank.arcs += 100.0
        bank.ends += 100.0
    found = bank(["", "a", "abb"])
    assert torch.allclose(found, expected, rtol=1e-4)
    found.sum().backward()
    assert bank.arcs.grad.isfinite().all()
