"""Distances to context-free languages against brute force on all short words, and what mends them."""

from __future__ import annotations

import random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.automata.distance import lower_median
from dsl.expressions.expression import Chars, walk
from dsl.grammar import Grammar
from dsl.grammars.distance import apply_edits, edits, grammar_distances, grammar_median_distance
from dsl.grammars.symbols import Texts
from tests.fuzz.drawing import draw_alphabet, draw_grammar, draw_sets
from tests.fuzz.fuzzing import Failure, python_line
from tests.fuzz.regex_distance import is_wrong, known_sets, words_around
from tests.fuzz.shrinking import shrunk, smaller_grammars, smaller_texts
from tests.fuzz.words import Words

GRAMMARS: Final = 10
WORDS: Final = 1_500
MENDED: Final = 5


def case(rng: random.Random) -> int:
    """Check the words of one alphabet with some grammars."""
    letters = draw_alphabet(rng)[:3]
    words = Words.about(letters, WORDS)
    sets = known_sets(draw_sets(rng, letters[: rng.randint(1, len(letters))], 4), letters)
    texts = Texts(words.texts, [rng.randint(1, 4) for _ in words.texts])
    checks = 0
    for _ in range(GRAMMARS):
        grammar = draw_grammar(rng, letters, sets)
        expected = np.concatenate(words.distances(words.of_rules(grammar.rules)["start"]))
        found = grammar_distances(grammar, texts)
        wrong = np.flatnonzero(is_wrong(found.astype(np.int32), expected, words))
        if len(wrong):
            raise _disagreement(grammar, words.texts[wrong[0]])
        checks += len(words)
        checks += _check_cutoff(rng.randint(0, 4), grammar, texts, found)
        for number in rng.sample(range(len(words)), MENDED):
            checks += _check_edits(grammar, words.texts[number], int(found[number]))
    return checks


def _disagreement(grammar: Grammar, text: str) -> Failure:
    def differ(pair: tuple[Grammar, str]) -> bool:
        leaves = (leaf for body in pair[0].rules.values() for leaf in walk(body) if isinstance(leaf, Chars))
        words = words_around(pair[1], (leaf.set for leaf in leaves))
        if words is None:
            return False
        expected = np.concatenate(words.distances(words.of_rules(pair[0].rules)["start"]))
        found = grammar_distances(pair[0], words.texts).astype(np.int32)
        return bool(is_wrong(found, expected, words)[words.texts.index(pair[1])])

    if differ((grammar, text)):
        grammar, text = shrunk(
            (grammar, text),
            lambda pair: [
                *((pair[0], shorter) for shorter in smaller_texts(pair[1])),
                *((smaller, pair[1]) for smaller in smaller_grammars(pair[0])),
            ],
            differ,
        )
    code = f"from dsl.grammar import *; print({grammar!r}.distance({text!r}))"
    return Failure("a distance is wrong", python_line(code))


def _check_cutoff(cutoff: int, grammar: Grammar, texts: Texts, found: NDArray[np.int64]) -> int:
    median = lower_median(found.astype(np.int32), texts.weights)
    code = f"from dsl.grammar import *; from dsl.grammars.distance import *; grammar = {grammar!r}; "
    if not (grammar_distances(grammar, texts, cutoff) == np.minimum(found, cutoff + 1)).all():
        code += f"print(grammar_distances(grammar, {texts.strings[:20]!r}, {cutoff}))"
        raise Failure("distances with a cutoff", python_line(code))
    medians = grammar_median_distance(grammar, texts), grammar_median_distance(grammar, texts, cutoff)
    if medians != (median, min(median, cutoff + 1)):
        raise Failure(f"the medians are {medians}, not {median}, with a cutoff of {cutoff}", f"{grammar!r}")
    return len(texts) + 2


def _check_edits(grammar: Grammar, text: str, distance: int) -> int:
    found = edits(grammar, text)
    mended = apply_edits(text, found)
    if len(found) != distance or not grammar.accepts(mended):
        code = f"from dsl.grammar import *; from dsl.grammars.distance import *; print(edits({grammar!r}, {text!r}))"
        raise Failure(f"the edits, which should be {distance}, give {mended!r}", python_line(code))
    return 1
