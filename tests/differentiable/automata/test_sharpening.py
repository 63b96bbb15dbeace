"""Banks made sharp: their decisions stay, their certificate reaches far."""

import torch

from differentiable import RegexBank
from differentiable.automata.sharpening import sharpen


def test_decisions_stay_and_the_certificate_reaches_all_that_is_read():
    bank = RegexBank.random(5, 4, "ab", seed=3)
    before, automata = bank.snap_back(), bank.automata()
    sharpen(bank)
    assert torch.equal(bank.automata().following, automata.following)
    assert torch.equal(bank.automata().accepting, automata.accepting)
    for blunt, sharp in zip(before, bank.snap_back(), strict=True):
        assert sharp.automaton.witness(blunt.automaton) is None
        assert blunt.certified_length < 10
        assert sharp.certified_length >= bank.max_length
    texts = ["ab" * 5000, "b" + "a" * 9999, ""]
    assert torch.equal(bank(texts) > 0.5, bank.hard()(texts) > 0.5)


def test_what_reaches_far_enough_is_left_alone():
    bank = RegexBank.from_patterns(["(ab)*", "a?b+a"])
    arcs = bank.arcs.detach().clone()
    sharpen(bank, longest=100)
    assert torch.equal(bank.arcs, arcs)
    sharpen(bank, longest=5000)
    assert not torch.equal(bank.arcs, arcs)
    for pattern, found in zip(["(ab)*", "a?b+a"], bank.snap_back(), strict=True):
        assert found.pattern == pattern
        assert found.certified_length >= 5000
