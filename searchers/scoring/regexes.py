"""What a regular expression is judged by: alone, or many at once as packed programs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from math import inf
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.programs import ClassTable, encode
from dsl.regex import Regex
from searchers.candidate import Candidate, Score
from searchers.problem import Problem
from searchers.scoring import vocabularies, words
from searchers.scoring.coding import Coding
from searchers.scoring.objective import Objective
from searchers.scoring.parameters import Parameters, in_force
from searchers.scoring.prices import PRICES
from searchers.scoring.prior import GROUP, leaf_kind, letter_of
from searchers.scoring.repetition import repeated
from searchers.scoring.separators import separators

if TYPE_CHECKING:
    from dsl.kernels.batch import Batch
    from dsl.kernels.packing import Programs

_Numbers: TypeAlias = tuple[Any, ...]  # texts, leaves, words, vocabularies, prices and prior, as the kernel reads them


class RegexObjective(Objective[Regex]):
    """Scores many programs at once; a program that is scored reads each example `readings` times, or takes as long.

    An edit may cost `doubt` less where the rest of a program has changed. How much is found out of those that end up
    to `horizon` above what is looked for: of the others, that they cost more.
    """

    readings: ClassVar[int]
    doubt: ClassVar[float]
    horizon: ClassVar[float]

    @abstractmethod
    def totals(self, programs: Programs, classes: ClassTable, cutoff: float) -> NDArray[np.float64]:
        """Totals of many programs, shape (programs,); infinite for those certainly above `cutoff`."""


_Made = TypeVar("_Made")


class _ForClasses(Generic[_Made]):
    """What `make` makes for a search's classes, made again when the search has met new ones."""

    def __init__(self, make: Callable[[ClassTable], _Made]) -> None:
        self._make = make
        self._known: tuple[ClassTable, int, _Made] | None = None
        self._lock = Lock()  # threads score at once

    def __call__(self, classes: ClassTable) -> _Made:
        with self._lock:
            known = self._known
            if known is None or known[0] is not classes or known[1] != len(classes):
                made = self._make(classes)
                self._known = known = classes, len(classes), made
            return known[2]


class DescriptionLength(RegexObjective):
    """The default: bits of the expression, of the examples given it, of the edits of outliers, and of negatives."""

    name = "mdl"
    readings = 1
    doubt = 3.0  # bits: what is written already, and which class stands beside it, changes prices by less
    horizon = 12.0

    def __init__(self, problem: Problem, parameters: Parameters | None = None) -> None:
        super().__init__(problem)
        self.parameters = parameters or in_force()
        characters = {character for text in (*problem.positives, *problem.negatives) for character in text}
        numbers = self.parameters
        self.coding = Coding(characters, numbers.prices, numbers.named, numbers.frequencies, separators(problem))
        self._tables_for = _ForClasses(self._tables)
        self._classes = ClassTable()  # of what was scored alone
        self._own_tables_for = _ForClasses(self._tables)

    def with_numbers_of(self, parameters: Parameters) -> Self:
        """The same with other prices and another prior, but its own code for characters and classes."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))  # a copy would read the examples again
        other.parameters = parameters
        vars(other).pop("_numbers", None)
        return other

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        usual = self.parameters is in_force()
        return type(self), (self.problem,) if usual else (self.problem, self.parameters)

    def on(self, problem: Problem) -> Self:
        """The same objective on other examples."""
        return self if problem is self.problem else type(self)(problem, self.parameters)

    @cached_property
    def _numbers(self) -> _Numbers:
        from searchers.scoring.kernels.prices import Prices

        prices = self.parameters.prices.among(self.problem.total).handed(Prices)
        return words.in_force(), vocabularies.trie(), prices, self.parameters.prior

    def totals(self, programs: Programs, classes: ClassTable, cutoff: float) -> NDArray[np.float64]:
        """Bits of each program, shape (programs,)."""
        from dsl.automata.distance import possibly_accepted

        batch, tables = self._tables_for(classes)
        numbers = *tables, *self._numbers
        return _describe(programs, numbers, cutoff, possibly_accepted(programs, batch))[:, 0]

    def score(self, language: Regex) -> Candidate[Regex]:
        """Bits over all examples. `terms` has pattern, examples, edits and negatives."""
        from dsl.kernels.packing import pack
        from searchers.scoring.kernels import description as kernel

        programs = pack([encode(language.expression, self._classes)])
        batch, tables = self._own_tables_for(self._classes)
        numbers = *tables, *self._numbers
        every = np.ones((1, len(batch)), dtype=np.bool_)  # to read one program is as quick as to ask what it accepts
        row = _describe(programs, numbers, inf, every)[0]
        terms = {
            "pattern": float(row[kernel.PATTERN]),
            "examples": float(row[kernel.EXAMPLES]),
            "edits": float(row[kernel.EDITS]),
            "negatives": float(row[kernel.NEGATIVES]),
        }
        accepted = self.problem.total - int(row[kernel.OUTLIERS])
        distance = 0 if 2 * accepted >= self.problem.total else self._median(programs, batch)
        rejected = len(self.problem.negatives) - int(row[kernel.ACCEPTED_NEGATIVES])
        return Candidate(language, Score(float(row[kernel.TOTAL]), terms, distance, accepted, rejected))

    def score_all(self, languages: Sequence[Regex]) -> list[Candidate[Regex]]:
        """As `Objective.score_all`; the examples are read for the classes of all at once."""
        for language in languages:
            encode(language.expression, self._classes)
        return super().score_all(languages)

    def _median(self, programs: Programs, batch: Batch) -> int:
        from dsl.automata.distance import distance_table, lower_median

        count = len(self.problem.positives)  # the negatives are behind them
        return lower_median(distance_table(programs, batch)[0, :count], batch.weights[:count])

    def _tables(self, classes: ClassTable) -> tuple[Batch, _Numbers]:
        from dsl.kernels.batch import Batch
        from searchers.scoring.kernels.paths import Texts
        from searchers.scoring.kernels.writing import Leaves

        problem, negatives = self.problem, self.problem.negatives
        # with the kinds, so that no symbol stands for characters of two of them; in a copy: edits know nothing of them
        classes = ClassTable((*classes.sets, *self.coding.kinds))
        batch = Batch((*problem.positives, *negatives), classes, (*problem.weights, *(1 for _ in negatives)))
        examples = len(problem.positives)
        characters = float(batch.weights[:examples] @ np.diff(batch.offsets)[:examples])
        weights = batch.weights.astype(np.float64)
        symbols, kinds, bits = self._read_as(batch)
        constants = self._constants(symbols, kinds, batch)
        constant = float(weights[:examples] @ constants[:examples])
        closed = _closed(symbols, len(kinds) - 1, batch.offsets)
        texts = Texts(*closed, weights, examples, characters, constants, constant, kinds, bits)
        written = [(self.coding.class_bits(charset), self.coding.again_bits(charset)) for charset in classes.sets]
        leaves = Leaves(
            np.array(written).reshape(-1, 2),
            np.array([*map(leaf_kind, classes.sets), GROUP], np.int64),
            np.array([*map(letter_of, classes.sets)], np.int64),
            np.array([*map(vocabularies.character_of, classes.sets)], np.int64),
        )
        return batch, (texts, leaves)

    def _constants(self, symbols: NDArray[np.int32], kinds: NDArray[np.int64], batch: Batch) -> NDArray[np.float64]:
        """Bits that the characters of each text cost whatever class reads them, (texts,)."""
        anew = kinds.size - 1 if not self.coding.tells_repeated else (kinds.size - 1) // 2
        bits = np.zeros(kinds.size)  # (symbols,)
        bits[:anew] = np.array([*self.coding.presence, 0.0])[kinds[:anew]]
        texts = np.repeat(np.arange(len(batch)), np.diff(batch.offsets))  # (characters,)
        constants = np.zeros(len(batch))
        np.add.at(constants, texts, bits[symbols])
        return constants

    @cached_property
    def _repeated(self) -> NDArray[np.bool_]:
        """Which characters of the examples an example before has in the same word, (characters,)."""
        return repeated(self.problem.positives, self.problem.weights)

    def _read_as(self, batch: Batch) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.float64]]:
        """The symbols of the texts, the kind of each symbol, and the bits of each in each class behind each kind,
        (classes, kinds + 1, symbols). The last symbol is the end of a text, which alone is in the last class."""
        specimens = dict(zip(batch.symbols.tolist(), "".join(batch.strings), strict=True))
        kinds = np.array([self.coding.kind_of(specimens.get(n, "\0")) for n in range(batch.membership.shape[1])])
        bits = self._character_bits(batch, kinds, repeated=False)
        symbols = batch.symbols.astype(np.int32)
        if self.coding.tells_repeated:
            # a character of a repeated word is a symbol of its own
            symbols[: len(self._repeated)] += self._repeated * len(kinds)
            bits = np.concatenate([bits, self._character_bits(batch, kinds, repeated=True)], axis=2)
            kinds = np.tile(kinds, 2)
        bits = np.pad(bits, ((0, 1), (0, 0), (0, 1)), constant_values=np.inf)
        bits[-1, :, -1] = 0.0
        return symbols, np.append(kinds, 0), bits

    def _character_bits(self, batch: Batch, kinds: NDArray[np.int64], *, repeated: bool) -> NDArray[np.float64]:
        """(classes, kinds + 1, symbols), infinite for symbols of other classes."""
        rows = len(self.coding.kinds) + 2
        prices = [self.coding.prices(charset, repeated=repeated) for charset in batch.classes.sets]
        priced = np.array(prices).reshape(-1, rows, rows - 1)
        return np.where(batch.membership[:, np.newaxis, :], priced[:, :, kinds], np.inf)


def _closed(
    symbols: NDArray[np.int32], end: int, offsets: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The texts with the symbol of the end behind each, in one array, and where each starts."""
    return np.insert(symbols, offsets[1:], end), offsets + np.arange(len(offsets))


def _describe(programs: Programs, numbers: _Numbers, cutoff: float, possible: NDArray[np.bool_]) -> NDArray[np.float64]:
    from searchers.scoring.kernels import description as kernel
    from searchers.scoring.kernels.generator import GENERATOR

    results = np.empty((programs.count, kernel.COLUMNS))
    memory = np.empty(2, GENERATOR)
    kernel.describe(programs.tokens, programs.offsets, *numbers, cutoff, possible, memory, results)
    return results


class MedianDistance(RegexObjective):
    """The median distance, plus λ times the size, plus one for each negative accepted."""

    name = "median"
    readings = 10  # once for each number of edits, which are some
    doubt = inf  # two edits may bring a median down that neither does alone
    horizon = 0.0

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._batches_for = _ForClasses(self._batches)
        self._classes = ClassTable()  # of what was scored alone
        self._own_batches_for = _ForClasses(self._batches)

    def totals(self, programs: Programs, classes: ClassTable, cutoff: float) -> NDArray[np.float64]:
        """L + λ|r| + negatives accepted of each program, shape (programs,)."""
        from dsl.automata.distance import distance_table, median_distances
        from dsl.kernels.packing import sizes

        positives, negatives = self._batches_for(classes)
        limit = int(min(cutoff, 1 << 20))
        totals = median_distances(programs, positives, limit) + PRICES.size * sizes(programs)
        if self.problem.negatives:
            totals += (distance_table(programs, negatives, 0) == 0) @ negatives.weights
        return np.where(totals <= cutoff, totals, np.inf)

    def _batches(self, classes: ClassTable) -> tuple[Batch, Batch]:
        from dsl.kernels.batch import Batch

        positives = Batch(self.problem.positives, classes, self.problem.weights)
        return positives, Batch(self.problem.negatives, classes)

    def score(self, language: Regex) -> Candidate[Regex]:
        """The exact value over all examples. `terms` has distance, size and negatives."""
        from dsl.automata.distance import distance_table, lower_median
        from dsl.kernels.packing import pack

        programs = pack([encode(language.expression, self._classes)])
        positives, negatives = self._own_batches_for(self._classes)
        found, weights = distance_table(programs, positives)[0], positives.weights
        outside = distance_table(programs, negatives)[0, negatives.inverse]
        distance = lower_median(found, weights)
        wrong = int((outside == 0).sum())
        terms = {"distance": float(distance), "size": PRICES.size * language.size, "negatives": float(wrong)}
        accepted = int(weights[found == 0].sum())
        score = Score(sum(terms.values()), terms, distance, accepted, len(self.problem.negatives) - wrong)
        return Candidate(language, score)


OBJECTIVES: Final[dict[str, type[RegexObjective]]] = {"mdl": DescriptionLength, "median": MedianDistance}


def make(name: str, problem: Problem) -> RegexObjective:
    """The objective "mdl" or "median" for a problem. Raises KeyError on another name."""
    return OBJECTIVES[name](problem)
