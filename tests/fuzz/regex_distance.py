"""Distances to regular languages against brute force: from all short words, step by step through their neighbours."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from dsl.automata.distance import _relaxed_distances, distance_table, distances, median_distances
from dsl.automata.positions import PositionAutomaton
from dsl.automata.sampling import generate
from dsl.charset import CharSet
from dsl.expressions.expression import Chars, Expression, walk
from dsl.expressions.notation import write
from dsl.expressions.programs import ClassTable, encode
from dsl.kernels.batch import Batch
from dsl.kernels.packing import pack
from dsl.regex import Regex
from tests.fuzz.drawing import draw_alphabet, draw_expression, draw_sets, mutated
from tests.fuzz.fuzzing import Failure, python_line
from tests.fuzz.shrinking import shrunk, smaller_expressions, smaller_texts
from tests.fuzz.words import Words

EXPRESSIONS: Final = 30
WORDS: Final = 4_000
MOST_WORDS: Final = 20_000
SAMPLES: Final = 4
LONGEST: Final = 300


def case(rng: random.Random) -> int:
    """Check the words of one alphabet with some expressions."""
    letters = draw_alphabet(rng)
    words = Words.about(letters, WORDS)
    sets = known_sets(draw_sets(rng, letters[: rng.randint(1, len(letters))]), letters)
    expressions = [draw_expression(rng, sets, rng.randint(1, 8)) for _ in range(EXPRESSIONS)]
    classes = ClassTable()
    programs = pack([encode(expression, classes) for expression in expressions])
    weights = [rng.randint(1, 4) for _ in words.texts]
    batch = Batch(words.texts, classes, weights)
    table = distance_table(programs, batch)
    checks = 0
    for index, expression in enumerate(expressions):
        _compare(expression, words, table[index])
        checks += len(words)
        if rng.random() < 0.1:  # the way of automata that are too large for the others
            _compare(expression, words, _relaxed_distances(programs.program(index), batch))
            checks += len(words)
        checks += _check_longer(rng, expression, letters)
    checks += _check_cutoffs(rng.randint(0, 5), table, programs, batch)
    return checks


def known_sets(sets: Sequence[CharSet], letters: str) -> list[CharSet]:
    """The sets with some of the letters: of these alone, a nearest string is always among the words."""
    return [charset for charset in sets if any(letter in charset for letter in letters)]


def words_around(text: str, sets: Iterable[CharSet]) -> Words | None:
    """Words with the text and longer ones among them, and letters of all sets; None when they are too many."""
    letters = sorted({*text, *(charset.first() for charset in sets)} or {"x"})
    if len(letters) ** (len(text) + 1) > MOST_WORDS:
        return None
    return Words(letters, len(text) + 1)


def _compare(expression: Expression, words: Words, found: NDArray[np.int32]) -> None:
    expected = np.concatenate(words.distances(words.of(expression)))
    wrong = np.flatnonzero(is_wrong(found, expected, words))
    if len(wrong):
        raise _disagreement(expression, words.texts[wrong[0]])


def is_wrong(found: NDArray[np.int32], expected: NDArray[np.int64], words: Words) -> NDArray[np.bool_]:
    """Whether each distance is other than that by way of the words, or less than that to longer words can be."""
    nearest_longer = words.longest + 1 - np.array([len(text) for text in words.texts])
    is_exact = (expected >= 0) & (expected <= nearest_longer)
    wrong: NDArray[np.bool_] = np.where(is_exact, found != expected, found < nearest_longer)
    return wrong


def _disagreement(expression: Expression, text: str) -> Failure:
    def differ(pair: tuple[Expression, str]) -> bool:
        node, string = pair
        words = words_around(string, (leaf.set for leaf in walk(node) if isinstance(leaf, Chars)))
        if words is None:
            return False
        expected = np.concatenate(words.distances(words.of(node)))
        found = distances(node, words.texts)
        return bool(is_wrong(found, expected, words)[words.texts.index(string)])

    if differ((expression, text)):
        expression, text = shrunk(
            (expression, text),
            lambda pair: [
                *((pair[0], shorter) for shorter in smaller_texts(pair[1])),
                *((smaller, pair[1]) for smaller in smaller_expressions(pair[0])),
            ],
            differ,
        )
    code = f"import dsl; from dsl.automata.distance import distances; regex = dsl.parse({write(expression)!r}); "
    code += f"print(distances(regex.expression, [{text!r}]), regex.distance({text!r}))"
    return Failure("a distance is wrong", python_line(code))


def _check_longer(rng: random.Random, expression: Expression, letters: str) -> int:
    """All ways agree on longer strings, and none finds more than the edits that were made."""
    inside = [generate(expression, rng)[:LONGEST] for _ in range(SAMPLES)]
    texts = [mutated(rng, text, letters) for text in inside]
    found = distances(expression, texts).tolist()
    automaton = PositionAutomaton(expression)
    for before, text, distance in zip(inside, texts, found, strict=True):
        most = Levenshtein.distance(before, text) if Regex(expression).accepts(before) else len(text) + LONGEST
        if distance != automaton.distance(text) or distance > most:
            raise _disagreement(expression, text)
    return len(texts)


def _check_cutoffs(cutoff: int, table: NDArray[np.int32], programs: object, batch: Batch) -> int:
    medians = [_lower_median(row, batch.weights) for row in table]
    line = "a cutoff or a median is wrong: run the case again"
    if not (distance_table(programs, batch, cutoff) == np.minimum(table, cutoff + 1)).all():
        raise Failure(f"distances with a cutoff of {cutoff}", line)
    if median_distances(programs, batch).tolist() != medians:
        raise Failure("medians", line)
    if median_distances(programs, batch, cutoff).tolist() != np.minimum(medians, cutoff + 1).tolist():
        raise Failure(f"medians with a cutoff of {cutoff}", line)
    return table.size + 2 * len(medians)


def _lower_median(found: NDArray[np.int32], weights: NDArray[np.int64]) -> int:
    repeated = np.sort(np.repeat(found, weights))
    return int(repeated[(len(repeated) - 1) // 2])
