"""Where a search begins: everything that can be read off the examples at a glance, cheapest reading first."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final, TypeGuard

from dsl.expressions.expression import Expression, Repeat, children, literal, rebuild, repeat, union, walk
from dsl.expressions.programs import MAX_COUNT
from dsl.regex import Regex
from searchers.budget import Budget
from searchers.effort import COMMON_SHAPES, PART_DIVISIONS, PARTS, READING_DIVISIONS
from searchers.problem import Problem
from searchers.scoring.coding import Coding
from searchers.starts.alignment import aligned
from searchers.starts.column import Texts
from searchers.starts.division import Division
from searchers.starts.prefix_tree import merged_tails
from searchers.starts.segmentation import word_loops
from searchers.starts.shapes import common_shapes, look_alike

MAX_DIVIDED_TEXTS: Final = 30
MAX_UNION: Final = 200  # characters of all examples together, for the union of the examples to be a start
FUTURES: Final = (0, 1, 2)  # characters that states of the prefix tree must agree on to be merged
LEAST_FOR_PARTS: Final = 6


def warm_starts(problem: Problem, budget: Budget, rng: random.Random) -> Iterator[Expression]:
    """Guesses of the user, then the union of the examples, divisions of all of them, and of parts without outliers."""
    yield from problem.guesses
    yield from map(with_loops, _readings(problem, budget, rng))


def starts_beside(
    divisions: Iterable[Expression], problem: Problem, budget: Budget, rng: random.Random
) -> Iterator[Expression]:
    """Where a search begins whose examples were divided before: at those divisions, at what else they read like, and at
    divisions of one part of them, in which an outlier may be missing."""
    coding = Coding(set().union(*problem.positives))
    yield from map(with_loops, chain(divisions, _beside_divisions(_few(problem), coding, 1, budget, rng)))


def with_loops(node: Expression) -> Expression:
    """The reading with loops in place of counts that no program has: a{40000}b -> a+b."""
    if not any(map(_is_beyond, walk(node))):
        return node
    parts = [with_loops(part) for part in children(node)]
    return repeat(parts[0], min(node.low, 1), None) if _is_beyond(node) else rebuild(node, parts)


def _is_beyond(node: Expression) -> TypeGuard[Repeat]:
    return isinstance(node, Repeat) and max(node.low, node.high or 0) > MAX_COUNT


def _readings(problem: Problem, budget: Budget, rng: random.Random) -> Iterator[Expression]:
    if sum(map(len, problem.positives)) <= MAX_UNION:
        yield union(*map(literal, problem.positives))
    coding = Coding(set().union(*problem.positives))
    texts = _few(problem)
    for fit in Division(coding, READING_DIVISIONS[budget.effort], budget).fit(texts):
        yield fit.expression
    yield from _beside_divisions(texts, coding, PARTS[budget.effort], budget, rng)


def _few(problem: Problem) -> Texts:
    sample = problem.sample(MAX_DIVIDED_TEXTS)
    return dict(zip(sample.positives, sample.weights, strict=True))


def _beside_divisions(
    texts: Texts, coding: Coding, parts: int, budget: Budget, rng: random.Random
) -> Iterator[Expression]:
    """Words in a loop, texts in columns, prefix trees with states merged, and divisions of parts of the examples."""
    loops = word_loops(texts, coding)  # a word that one example has may be left out
    few = len(texts) < LEAST_FOR_PARTS
    yield from (loop for loop in loops if not few or all(map(Regex(loop).accepts, texts)))
    yield from filter(None, [aligned([*texts], coding)])
    yield from filter(None, (merged_tails([*texts], futures) for futures in FUTURES))
    for part in islice(_parts(texts, budget.effort, rng), parts):
        for fit in Division(coding, PART_DIVISIONS[budget.effort], budget).fit(part):
            yield fit.expression


def _parts(texts: Texts, effort: int, rng: random.Random) -> Iterator[Texts]:
    """The examples without those of rare shapes, and random parts of them: an outlier is not in every part."""
    if len(texts) < LEAST_FOR_PARTS or look_alike(texts):
        return
    yield from islice(common_shapes(texts), COMMON_SHAPES[effort])
    while True:
        chosen = set(rng.sample(sorted(texts), 2 * len(texts) // 3))
        yield {text: times for text, times in texts.items() if text in chosen}
