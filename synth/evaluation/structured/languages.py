"""From labelled strings to a pattern, and from patterns to an encoder of characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from differentiable.automata.training import AUTOMATA, Training
from differentiable.bank import RegexBank
from differentiable.encoders.bank import BankEncoder
from dsl.automata.elimination import to_expression
from dsl.errors import LimitError
from dsl.expressions.expression import Expression, concat, literal
from dsl.expressions.notation import parse
from searchers.budget import Budget
from searchers.structure.merging.labelled_tree import LabelledTree
from searchers.structure.merging.state_colouring import smallest_automata

if TYPE_CHECKING:
    from synth.evaluation.heads.head import Material

STEPS: Final = 200
MOST_STATES: Final = 8
SHARPNESS: Final = 0.2  # the temperature of a bank of patterns: hundreds of symbols then add up to no doubt


def induced(inside: Sequence[str], outside: Sequence[str], seed: int) -> Expression:
    """The pattern of the smallest automaton that agrees with all labels. Raises LimitError where there is none."""
    found = smallest_automata(LabelledTree(inside, outside), Budget())
    if not found:
        raise LimitError("no small automaton agrees with the labels", hint="give more strings")
    return to_expression(found[0])


def trained(inside: Sequence[str], outside: Sequence[str], seed: int) -> Expression:
    """The pattern that a bank, trained by gradient with more and more states, snaps back to.

    Raises LimitError when none decides all strings rightly.
    """
    for states in range(2, MOST_STATES + 1):
        bank = RegexBank.random(AUTOMATA, states, "".join(sorted(set("".join([*inside, *outside])))), seed=seed)
        for lesson in Training(bank, inside, outside, seed=seed).lessons(STEPS):
            if lesson.agreement == 1.0:
                return parse(bank.snap_back()[lesson.best].pattern)
    raise LimitError(f"no bank of up to {MOST_STATES} states learned the labels", hint="give another seed")


def bank_of(patterns: Sequence[Expression], end: str, width: int, material: Material) -> BankEncoder:
    """A bank of patterns over texts of single characters that `end` ends, which stays as it begins."""
    whole = [concat(pattern, literal(end)) for pattern in patterns]
    words = [token or end for token in material.vocabulary.tokens]  # padding is never read
    encoder = BankEncoder(material.embedding, width, patterns=whole, random=0, way="tokens", words=words, frozen=True)
    encoder.bank.temperature.fill_(SHARPNESS)
    return encoder
