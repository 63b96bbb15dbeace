"""The numbers that the objective is made of, each with its unit and where its value comes from.

`Prices` are those of the two-part code (`scoring.coding`) and of the median objective; `Margins` are what an answer
must save to be taken instead of one that is more likely meant.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import log2
from typing import Final, NamedTuple, TypeVar

BY_HAND: Final = "set by hand"
FITTED: Final = (
    "fitted on half of the regex tasks (benchmarks/RESULTS.md, Induction) and kept where the other half agreed; which "
    "half was not recorded"
)
ON_REGEXES: Final = (
    "chosen on all tasks of forest, forest_noisy, regexlib, resyn and regel_so, where 3 to 12 bits differ by less than "
    ".006 (benchmarks/RESULTS.md, Searchers)"
)
ON_REGEXLIB: Final = "chosen on 75 tasks of regexlib and looked at on all others (benchmarks/RESULTS.md, Searchers)"
ON_PRACTICE: Final = "chosen on formats such as people meet (benchmarks/RESULTS.md, A learned objective: mistakes)"
ON_GRAMMARS: Final = "chosen on the 24 folders of grammars with negatives (benchmarks/RESULTS.md, Searchers)"
TIE_BREAK: Final = "by definition: decides between equal distances, as long as expressions have under 100 nodes"

_Numbers = TypeVar("_Numbers", bound=NamedTuple)


def _price(value: float, unit: str, origin: str = BY_HAND) -> float:
    return field(default=value, metadata={"unit": unit, "origin": origin})


@dataclass(frozen=True, slots=True)
class Prices:
    """What an answer pays. The unit and the origin of each value are in the metadata of its field.

    Grammars pay these. Regular expressions pay what was learned from them: `searchers.scoring.parameters.in_force`.
    """

    # to write a leaf: a character, or a class by its name, by ranges, and by single characters
    literal: float = _price(1.0, "bits")  # a leaf of one character, besides which one of the universe it is
    literal_again: float = _price(4.0, "bits", FITTED)  # one that was written before is named by pointing back at it
    word_letter: float = _price(1.0, "share")  # one that goes on a word, of its bits by `searchers.scoring.words`
    vocabulary: float = _price(5.0, "bits")  # all words of a set of `searchers.scoring.vocabularies`
    charset: float = _price(3.0, "bits", FITTED)  # a leaf of a class, besides which
    charset_again: float = _price(5.0, "bits")
    charset_end: float = _price(1.0, "bits")  # of what a class lists
    negated: float = _price(3.0, "bits")  # [^…]
    span: float = _price(4.0, "bits")  # a range, besides its ends
    span_end: float = _price(-3.0, "bits")  # what each end of a range costs more than a literal
    partial: float = _price(24.0, "bits", FITTED)  # a class of some letters or digits of their kind that has no name
    mixed: float = _price(
        6.0, "bits", FITTED
    )  # one of letters or digits and of signs, with which people write structure
    separator: float = _price(8.0, "bits")  # a sign of `searchers.scoring.separators` in a class of letters or digits

    # to write operators and rules
    epsilon: float = _price(2.0, "bits")
    concat: float = _price(1.0, "bits")
    union: float = _price(7.0, "bits")
    option: float = _price(6.0, "bits")  # ?
    plus: float = _price(3.0, "bits")
    star: float = _price(6.0, "bits")
    exact: float = _price(2.5, "bits", FITTED)  # {n}
    open_from: float = _price(9.0, "bits")  # {n,}
    bounded: float = _price(5.0, "bits")  # {n,m}
    integer_slope: float = _price(2.0, "bits", FITTED)  # an integer, each time it is twice as large
    counts_again: float = _price(1.0, "bits")  # of digits, {n} or {n,m} that the same class had before
    rule: float = _price(3.0, "bits")  # each but the first
    reference: float = _price(1.0, "bits")  # each use of a rule, besides saying which

    # Which character of its kind (a digit, a lower-case letter, …) an example has says less than it seems to: real
    # examples are not drawn evenly, and people write [0-9] although they saw no 9. The same for counts. So these bits
    # are discounted: a power likelihood, as in coarsened posteriors (Miller and Dunson 2019).
    within_kind: float = _price(0.25, "share", FITTED)
    # A word or a number that other examples have as well says more: of a column of GET, PUT and POST no letter is free.
    repeated_letter: float = _price(0.25, "share")
    repeated_digit: float = _price(0.25, "share")
    # That others of its kind never come says that a class lacks them: a share of the bits by how frequent they are.
    absent_letter: float = _price(0.0, "share")
    count_weight: float = _price(0.7, "share")
    same_kind: float = _price(
        0.6, "share"
    )  # of a run of one class, characters of the kind before: rather AB12 than A1B2
    same_case: float = _price(0.95, "share")  # the same for letters: words are mostly in one case

    # pseudocounts of the adaptive coder of choices
    choice_prior: float = _price(5.0, "count")  # of both ways of a choice between two
    go_prior: float = _price(8.0, "count")  # of another turn of an open repeat
    stop_prior: float = _price(1.0, "count")  # of its end

    # outside the language
    negative: float = _price(25.0, "bits", FITTED)  # each that is accepted
    noise: float = _price(6.0, "bits")  # that there are outliers at all
    noise_among_few: float = _price(2.0, "bits")  # the same, more for each example that is lacking to
    few: float = _price(20.0, "count")  # examples
    outlier: float = _price(2.0, "bits")  # to point at an outlier, at least; it costs more
    many: float = _price(15.0, "count")  # from so many examples on
    edit: float = _price(5.0, "bits")  # of an outlier, times log2(1 + edits)
    outlier_character: float = _price(5.0, "bits")  # where all are outliers; nearer to what others cost where few are

    size: float = _price(0.01, "count", TIE_BREAK)  # λ of the median objective, edits for each node

    def among(self, examples: int) -> Prices:
        """The prices for so many examples: hardly anyone has mistakes among a few; of many they must be pointed at."""
        noise = self.noise + self.noise_among_few * max(0.0, self.few - examples)
        return replace(self, noise=noise, outlier=max(self.outlier, 2 * log2(max(1, examples) / self.many)))

    def handed(self, numbers: type[_Numbers]) -> _Numbers:
        """Those that a kernel asks for, by the names of the fields of its NamedTuple."""
        return numbers._make(getattr(self, name) for name in numbers._fields)


@dataclass(frozen=True, slots=True)
class Margins:
    """What the less likely of two answers must save, beyond what the objective says."""

    # a regex that the search found, against what the beam reads off the examples
    regex: float = _price(8.0, "bits", ON_REGEXES)
    agreeing_regex: float = _price(3.0, "bits", ON_REGEXLIB)  # where both accept as many of the examples
    # each example that a regex leaves out, against one that leaves out others
    mistaken: float = _price(2.0, "bits", ON_PRACTICE)  # less where it may be a string with a mistake in it
    unforeseen: float = _price(3.0, "bits", ON_PRACTICE)  # more where it may not
    # a grammar that the search found, against what the examples read like: shorter is often looser
    grammar: float = _price(25.0, "bits", ON_GRAMMARS)
    grammar_share: float = _price(0.15, "share", ON_GRAMMARS)  # of the bits of the reading, where that is more
    # among the structures that nested examples are read to have
    flat: float = _price(25.0, "bits")  # a regular language: who asks for a grammar means nesting
    rejected: float = _price(40.0, "bits")  # for each example outside: who asks for a grammar means all examples
    elements: float = _price(500.0, "bits")  # one without tags: tags that match in all examples leave no doubt
    template: float = _price(1.0, "bits")  # one without templates of what people mean by few examples
    chain: float = _price(16.0, "bits")  # one without chains of operands, and without operands that stand alone
    # a grammar against a regex, which is easier to read and runs everywhere
    nested: float = _price(3.0, "bits")
    matched: float = _price(40.0, "bits")  # ... and may take more where brackets match in all examples and nest
    rival: float = _price(20.0, "bits")  # an answer is still asked about when it is not worse by more


PRICES: Final = Prices()
MARGINS: Final = Margins()
