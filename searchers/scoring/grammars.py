"""What a grammar is judged by."""

from __future__ import annotations

from math import inf, log2
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Repeat
from dsl.grammar import Grammar
from dsl.grammars.distance import grammar_distances, grammar_median_distance
from dsl.grammars.recognition import accepts_all
from dsl.grammars.symbols import Texts
from dsl.kernels.compilation.interruptible import interruptible
from searchers.candidate import Candidate, Score
from searchers.problem import Problem
from searchers.scoring.coding import Coding, choice_bits
from searchers.scoring.flat_grammars import FlatDescriptionLength, FlatMedianDistance, is_for_charts
from searchers.scoring.objective import Objective
from searchers.scoring.prices import PRICES

if TYPE_CHECKING:
    from dsl.grammars.binarised import Binarised
    from searchers.scoring.kernels.derivation import Rules, Scratch

MAX_CELLS: Final = 20_000_000  # symbols times parts of a string
MAX_DISTANCE: Final = 1 << 20


class _Description(NamedTuple):
    """The terms in bits, and the examples outside the language and negatives inside, as indices."""

    terms: dict[str, float]
    outliers: NDArray[np.intp]
    wrong: int

    @property
    def total(self) -> float:
        return sum(self.terms.values())


TOO_DEAR: Final = _Description({"total": inf}, np.empty(0, dtype=np.intp), 0)


class DescriptionLength(Objective[Grammar]):
    """The default: bits of the rules, of the examples given them, of the edits of outliers, and of negatives.

    An example costs the choices and characters of its cheapest derivation (see `kernels.derivation`). A character
    is priced as in a run of its class when the class also holds the character before it.
    """

    name = "mdl"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.coding = Coding({character for text in (*problem.positives, *problem.negatives) for character in text})
        self._prices = PRICES.among(problem.total)
        self._texts = Texts(problem.positives, problem.weights)
        self._negatives = Texts(problem.negatives)
        self._lengths = np.diff(self._texts.offsets)
        self._reading: dict[CharSet, NDArray[np.float64]] = {}
        kinds = [self.coding.kind_of(character) for text in problem.positives for character in text]
        self._kinds = np.array(kinds, dtype=np.int64)
        self._outlying: tuple[tuple[int, ...], Texts] = ((), Texts(()))
        self._scratch: Scratch | None = None

    def total(self, language: Grammar, cutoff: float = inf) -> float:
        """Bits; infinite when they are certainly above `cutoff`, or the grammar is too large."""
        try:
            return self._describe(language, cutoff).total
        except LimitError:
            return inf

    def score(self, language: Grammar) -> Candidate[Grammar]:
        """Bits over all examples. `terms` has pattern, examples, edits and negatives. Raises LimitError."""
        found = self._describe(language, inf)
        accepted = self.problem.total - int(self._texts.weights[found.outliers].sum())
        distance = 0 if 2 * accepted >= self.problem.total else grammar_median_distance(language, self._texts)
        rejected = len(self.problem.negatives) - found.wrong
        return Candidate(language, Score(found.total, found.terms, distance, accepted, rejected))

    def _describe(self, grammar: Grammar, cutoff: float) -> _Description:
        """All terms, or TOO_DEAR when they are certainly above `cutoff`; what is cheap to know is looked at first."""
        pattern = self.coding.rules_bits(grammar.rules)
        if pattern > cutoff:
            return TOO_DEAR
        wrong = int(accepts_all(grammar, self._negatives).sum()) if len(self._negatives) else 0
        room = cutoff - pattern - self._prices.negative * wrong
        if room < 0:
            return TOO_DEAR
        examples, outliers = self._anything_bits(grammar) or self._examples_bits(grammar.binarised, room)
        room -= examples
        if room < 0 or examples == inf:
            return TOO_DEAR
        edits = self._edits_bits(grammar, outliers, examples, room) if len(outliers) else 0.0
        if edits > room:
            return TOO_DEAR
        terms = {"pattern": pattern, "examples": examples, "edits": edits, "negatives": self._prices.negative * wrong}
        return _Description(terms, outliers, wrong)

    def _anything_bits(self, grammar: Grammar) -> tuple[float, NDArray[np.intp]] | None:
        """What `_examples_bits` gives, without a chart, for all strings over characters that the examples have."""
        match grammar.flat:
            case Repeat(Chars(charset), 0, None):
                bits = float(self._reading_of(charset) @ np.repeat(self._texts.weights, self._lengths))
                turns, ends = int(self._texts.weights @ self._lengths), int(self._texts.weights.sum())
                choices = self._prices.count_weight * choice_bits(turns, ends, open=True)
                return None if bits == inf else (bits + choices, np.empty(0, dtype=np.intp))
        return None

    def _examples_bits(self, binarised: Binarised, room: float) -> tuple[float, NDArray[np.intp]]:
        """Bits of the examples that are accepted, infinite when there is no room for them, and the others."""
        from searchers.scoring.kernels.derivation import Prices, Strings, describe

        texts = self._texts
        shape = len(binarised.sets), len(self._kinds)
        reading = np.array([self._reading_of(charset) for charset in binarised.sets]).reshape(shape)
        accepted = np.zeros(len(texts), dtype=np.bool_)
        bits = interruptible(
            describe,
            binarised.productions,
            _rules(binarised),
            self._prices.handed(Prices),
            Strings(texts.symbols, texts.offsets, texts.weights, texts.membership(binarised.sets), reading),
            room,
            self._scratch_for(binarised.productions.size),
            accepted,
            work=texts.chart_work * binarised.productions.size,
        )
        return bits, np.flatnonzero(~accepted)

    def _reading_of(self, charset: CharSet) -> NDArray[np.float64]:
        """Bits of each character of the examples as one of `charset`, infinite where it is none; (characters,)."""
        known = self._reading.get(charset)
        if known is None:
            readable = self._texts.membership([charset])[0][self._texts.symbols]
            first_of_run = len(self.coding.kinds) + 1
            before = np.full(len(self._kinds), first_of_run)
            before[1:] = np.where(readable[:-1], self._kinds[:-1], first_of_run)
            starts = self._texts.offsets[:-1]
            before[starts[self._lengths > 0]] = first_of_run
            prices = np.array(self.coding.prices(charset)).reshape(first_of_run + 1, first_of_run)
            known = self._reading[charset] = np.where(readable, prices[before, self._kinds], inf)
        return known

    def _scratch_for(self, symbols: int) -> Scratch:
        from searchers.scoring.kernels.derivation import FACT, Scratch

        height = int(self._lengths.max(initial=0)) + 1
        cells = symbols * height * height
        if cells > MAX_CELLS:
            raise LimitError(
                f"a grammar of {symbols:,} symbols is too large for examples of {height - 1:,} characters",
                hint="give shorter examples",
            )
        if self._scratch is None or len(self._scratch.places) < cells:
            facts = cells // 2 + symbols * height
            places, indices = np.zeros(2 * cells, np.int32), np.empty((2, 2 * facts), np.int32)
            self._scratch = Scratch(np.empty(2 * facts, FACT), places, indices[0], indices[1])
        return self._scratch

    def _edits_bits(self, grammar: Grammar, outliers: NDArray[np.intp], examples: float, room: float) -> float:
        """Bits of the outliers, infinite when they are certainly more than `room`."""
        prices, weights, lengths = self._prices, self._texts.weights[outliers], self._lengths[outliers]
        characters = int(self._texts.weights @ self._lengths)
        strange = int(weights @ lengths)
        each = (examples + strange * prices.outlier_character) / max(characters, 1)
        bits = prices.noise + prices.outlier * int(weights.sum()) + each * strange
        room -= bits + prices.edit * int(weights.sum())  # by at least one edit
        if room < 0:
            return inf
        most = 2.0 ** min(1.0 + room / (prices.edit * int(weights.min())), log2(MAX_DISTANCE))
        found = grammar_distances(grammar, self._outlying_texts(outliers), int(most))
        if (found > int(most)).any():
            return inf
        return bits + prices.edit * float(weights @ np.log2(1.0 + found))

    def _outlying_texts(self, outliers: NDArray[np.intp]) -> Texts:
        """The examples outside the language; neighbours of a grammar often have the same."""
        key = tuple(outliers.tolist())
        if self._outlying[0] != key:
            self._outlying = key, Texts([self.problem.positives[index] for index in key])
        return self._outlying[1]


def _rules(binarised: Binarised) -> Rules:
    """The rules of a binarised grammar by symbol."""
    from searchers.scoring.kernels.derivation import NOTHING, Rules

    productions = binarised.productions
    parents = np.concatenate([productions.binary[:, 0], productions.units[:, 0], productions.empty])
    parts = np.full((len(parents), 2), NOTHING, dtype=np.int32)
    binary, units = len(productions.binary), len(productions.units)
    parts[:binary] = productions.binary[:, 1:]
    parts[binary : binary + units, 0] = productions.units[:, 1]
    order = np.argsort(parents, kind="stable")
    reads = np.full(productions.size, NOTHING, dtype=np.int32)
    reads[productions.terminals] = np.arange(len(productions.terminals))
    loops = np.zeros(productions.size, dtype=np.bool_)
    loops[productions.binary[productions.binary[:, 0] == productions.binary[:, 2], 0]] = True
    loops[: len(binarised.names)] = False  # a rule that ends with itself is no repeat
    return Rules(np.searchsorted(parents[order], np.arange(productions.size + 1)), parts[order], reads, loops)


class MedianDistance(Objective[Grammar]):
    """The median distance, plus λ times the size, plus one for each negative accepted."""

    name = "median"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._texts = Texts(problem.positives, problem.weights)
        self._negatives = Texts(problem.negatives)

    def total(self, language: Grammar, cutoff: float = inf) -> float:
        """L + λ|G| + negatives accepted; infinite when it is above `cutoff`."""
        try:
            others = PRICES.size * language.size + self._wrong(language)
            if others > cutoff:
                return inf
            most = int(min(cutoff - others, MAX_DISTANCE))
            distance = grammar_median_distance(language, self._texts, most)
        except LimitError:
            return inf
        return inf if distance > most else others + distance

    def _wrong(self, grammar: Grammar) -> int:
        return int(accepts_all(grammar, self._negatives).sum()) if len(self._negatives) else 0

    def score(self, language: Grammar) -> Candidate[Grammar]:
        """The exact value over all examples. `terms` has distance, size and negatives. Raises LimitError."""
        distance, wrong = grammar_median_distance(language, self._texts), self._wrong(language)
        terms = {"distance": float(distance), "size": PRICES.size * language.size, "negatives": float(wrong)}
        accepted = int(self._texts.weights[accepts_all(language, self._texts)].sum())
        score = Score(sum(terms.values()), terms, distance, accepted, len(self.problem.negatives) - wrong)
        return Candidate(language, score)


def make(name: str, problem: Problem) -> Objective[Grammar]:
    """The objective "mdl" or "median" for a problem. Raises KeyError on another name."""
    charts: dict[str, type[Objective[Grammar]]] = {"mdl": DescriptionLength, "median": MedianDistance}
    flat: dict[str, type[Objective[Grammar]]] = {"mdl": FlatDescriptionLength, "median": FlatMedianDistance}
    return (charts if is_for_charts(problem) else flat)[name](problem)
