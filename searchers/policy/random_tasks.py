"""Random tasks drawn from the DSL: an expression, strings of it, and strings near them that it does not match."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from dsl.automata.sampling import generate
from dsl.charset import DIGITS, LETTERS, LOWER, PRINTABLE, UPPER, CharSet
from dsl.expressions.edits import draw_expression
from dsl.expressions.expression import Expression, Repeat, children, rebuild, repeat
from dsl.regex import Regex
from searchers.problem import Problem

LEAVES: Final = (2, 7)
POSITIVES: Final = 24
NEGATIVES: Final = 16
DRAWN: Final = 3  # strings for each that is wanted
MAX_LENGTH: Final = 20
CLASSES: Final = (DIGITS, LOWER, UPPER, LETTERS)
MAX_LETTERS: Final = 4
LETTERS_ALONE: Final = 0.5  # of the tasks have no classes and no counts
COUNTED: Final = 0.4  # of the repeats of the others have counts


class RandomTask(NamedTuple):
    """A problem and the expression that it was made of."""

    problem: Problem
    target: Expression


def random_task(rng: random.Random) -> RandomTask:
    """A task with several positives; half of the tasks have negatives."""
    while True:
        sets = _sets(rng)
        target = draw_expression(rng, sets, rng.randint(*LEAVES))
        if any(len(charset) > 1 for charset in sets):
            target = _with_counts(target, rng)
        drawn = dict.fromkeys(generate(target, rng) for _ in range(DRAWN * POSITIVES))
        positives = [text for text in drawn if len(text) <= MAX_LENGTH][:POSITIVES]
        if len(positives) > 1:
            reject = _near_misses(target, positives, rng) if rng.getrandbits(1) else []
            return RandomTask(Problem.of(positives, reject), target)


def _sets(rng: random.Random) -> list[CharSet]:
    """The characters of a task, and classes of them: few letters alone, or letters and signs with classes."""
    if rng.random() < LETTERS_ALONE:
        return [CharSet.of(letter) for letter in rng.sample([*LOWER], rng.randint(2, MAX_LETTERS))]
    signs = rng.sample([*PRINTABLE], rng.randint(2, 5))
    return [*map(CharSet.of, signs), *rng.sample(CLASSES, rng.randint(2, 3))]


def _with_counts(node: Expression, rng: random.Random) -> Expression:
    """Some repeats with small counts in place of `*`, `+` and `?`."""
    if isinstance(node, Repeat) and rng.random() < COUNTED:
        low = rng.randint(2, 4)
        return repeat(_with_counts(node.body, rng), low, rng.choice([low, low + 1]))
    parts = [_with_counts(part, rng) for part in children(node)]
    return rebuild(node, parts) if parts else node


def _near_misses(target: Expression, positives: Sequence[str], rng: random.Random) -> list[str]:
    """Positives with an edit or two that take them out of the language."""
    language, characters = Regex(target), sorted(set().union(*positives)) or ["a"]
    found: dict[str, None] = {}
    for _ in range(DRAWN * NEGATIVES):
        text = rng.choice(positives)
        for _ in range(rng.randint(1, 2)):
            place = rng.randint(0, len(text))
            text = text[:place] + rng.choice(["", rng.choice(characters)]) + text[place + rng.getrandbits(1) :]
        if text not in positives and not language.accepts(text):
            found[text] = None
    return list(found)[:NEGATIVES]
