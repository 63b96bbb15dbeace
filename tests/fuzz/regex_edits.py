"""Edits of expressions: in normal form, printed as what reads back, and all of them among the kernel's neighbours."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import numpy as np

from dsl.automata.positions import PositionAutomaton
from dsl.charset import CharSet
from dsl.expressions.edits import MAX_SIZE, crossover, mutate, single_token_edits
from dsl.expressions.expression import (
    Chars,
    Concat,
    Empty,
    Epsilon,
    Expression,
    Repeat,
    Union,
    children,
    rebuild,
    size,
    walk,
)
from dsl.expressions.neighbours import Vocabulary, neighbours
from dsl.expressions.notation import parse, write
from dsl.expressions.programs import ClassTable, Program, decode, encode
from dsl.kernels.packing import unpack
from tests.fuzz.drawing import draw_alphabet, draw_expression, draw_sets
from tests.fuzz.fuzzing import Failure, python_line
from tests.fuzz.regex_language import positions
from tests.fuzz.shrinking import shrunk, smaller_expressions

EXPRESSIONS: Final = 8
READ_BACK: Final = 100
RANDOM_EDITS: Final = 20
POSITIONS: Final = 63
COUNTS: Final = [(2, 2), (1, 3), (2, -1)]


def case(rng: random.Random) -> int:
    """Check the edits of some expressions."""
    letters = draw_alphabet(rng)
    sets = list(dict.fromkeys(draw_sets(rng, letters, 2)))
    checks = 0
    for _ in range(EXPRESSIONS):
        expression = draw_expression(rng, sets, rng.randint(1, 9))
        seed = rng.randint(0, 1 << 30)
        what, count = wrong(expression, sets, seed)
        if what is not None:
            raise _shrunk(expression, sets, seed)
        checks += count
    return checks


def wrong(expression: Expression, sets: Sequence[CharSet], seed: int) -> tuple[str | None, int]:
    """What is wrong about the edits of an expression, if anything, and how many there are."""
    rng = random.Random(seed)
    edited = list(dict.fromkeys(single_token_edits(expression, sets)))
    near, what = _neighbours(expression, sets)
    drawn = [mutate(expression, rng, sets) for _ in range(RANDOM_EDITS)]
    for other in rng.sample(edited, min(5, len(edited))):
        drawn.extend(crossover(expression, other, rng))
    for node in drawn:
        if isinstance(node, Empty) or (size(node) > MAX_SIZE and size(expression) <= MAX_SIZE):
            what = what or f"drawn: {node!r}"
    every = [*edited, *near, *drawn]
    for node in every:
        what = what or why_not_normal(node)
    for node in rng.sample(every, min(READ_BACK, len(every))):
        if parse(write(node)) != node:
            what = what or f"{write(node)!r} reads back as {parse(write(node))!r}"
    missing = set(edited) - set(near) - {expression}
    if missing and all(positions(node) <= POSITIONS // 2 for node in missing):  # as the kernel counts them
        what = what or f"no neighbour: {sorted(map(write, missing))[0]!r}"
    return what, len(every)


def why_not_normal(node: Expression) -> str | None:
    """What is wrong with an expression that the constructors of dsl.expressions.expression do not make."""
    for part in walk(node):
        inner = children(part)
        kinds = [type(child) for child in inner]
        if (
            (isinstance(part, Concat | Union) and len(inner) < 2)
            or (isinstance(part, Concat) and {Concat, Epsilon, Empty} & set(kinds))
            or (isinstance(part, Union) and ({Union, Epsilon, Empty} & set(kinds) or kinds.count(Chars) > 1))
            or (isinstance(part, Union) and len(set(inner)) < len(inner))
            or (isinstance(part, Repeat) and ((part.low, part.high) == (1, 1) or part.high == 0))
            or (isinstance(part, Chars) and not part.set)
            or (inner and rebuild(part, inner) != part)
        ):
            return f"not in normal form: {part!r}"
    return None


def _neighbours(expression: Expression, sets: Sequence[CharSet]) -> tuple[list[Expression], str | None]:
    """What the kernel makes, and what is wrong with it."""
    classes = ClassTable(sets)
    program = encode(expression, classes)
    symbols = np.arange(len(sets), dtype=np.int16)
    nothing = np.zeros(len(classes) + 1, dtype=np.int64), np.empty(0, dtype=np.int16)
    found = list(unpack(neighbours(program, Vocabulary(symbols, *nothing, np.array(COUNTS)), POSITIONS)))
    tokens = [tuple(one.tolist()) for one in found]
    what = None
    if len(set(tokens)) < len(tokens):
        what = "a neighbour is there twice"
    elif tuple(program.tolist()) in tokens:
        what = "the program is its own neighbour"
    elif any(_positions(one) > POSITIONS for one in found):
        what = "a neighbour has too many positions"
    return [decode(one, classes) for one in found], what


def _positions(program: Program) -> int:
    classes = ClassTable(CharSet.of(chr(number)) for number in range(200))
    return len(PositionAutomaton(decode(program, classes)))


def _shrunk(expression: Expression, sets: Sequence[CharSet], seed: int) -> Failure:
    expression = shrunk(expression, smaller_expressions, lambda node: wrong(node, sets, seed)[0] is not None, 300)
    fewer = shrunk(
        tuple(sets),
        lambda found: [found[:place] + found[place + 1 :] for place in range(len(found)) if len(found) > 1],
        lambda found: wrong(expression, found, seed)[0] is not None,
        100,
    )
    code = "from tests.fuzz.regex_edits import *; "
    code += f"print(wrong(parse({write(expression)!r}), {list(fewer)!r}, {seed}))"
    return Failure(f"{write(expression)!r}: {wrong(expression, fewer, seed)[0]}", python_line(code))
