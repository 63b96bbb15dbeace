"""Operations on automata and the rewrites of expressions, against the same operations on sets of all short words."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import numpy as np

from dsl.automata.dfa import DFA, witness
from dsl.automata.elimination import either, sequence, starred, to_expression
from dsl.errors import LimitError
from dsl.expressions.expression import Expression, concat, star, union
from dsl.expressions.notation import write
from dsl.expressions.programs import ClassTable, decode, encode
from searchers.starts.simplification import without_redundant_alternatives
from tests.fuzz.drawing import draw_alphabet, draw_expression, draw_sets
from tests.fuzz.fuzzing import Failure, python_line
from tests.fuzz.shrinking import shrunk, smaller_expressions
from tests.fuzz.words import Language, Words

PAIRS: Final = 15
WORDS: Final = 1_500
MOST_STATES: Final = 100

Pair = tuple[Expression, Expression]
Operation = Callable[[DFA, DFA], DFA]
Rewrite = Callable[[Expression, Expression], tuple[Expression, Expression]]

OPERATIONS: Final[dict[str, tuple[Operation, Callable[..., object]]]] = {
    "one & other": (lambda one, other: one & other, np.logical_and),
    "one | other": (lambda one, other: one | other, np.logical_or),
    "one - other": (lambda one, other: one - other, np.greater),
    "~one": (lambda one, other: ~one, lambda left, right: ~left),
    "(one & other).minimise()": (lambda one, other: (one & other).minimise(), np.logical_and),
    "one.reversed().reversed()": (lambda one, other: one.reversed().reversed(), lambda left, right: left),
}
REWRITES: Final[dict[str, Rewrite]] = {  # what is made, and what it must be equal to
    "to_expression(DFA.from_expression(one))": lambda one, other: (to_expression(_automaton(one)), one),
    "sequence(one, other)": lambda one, other: (sequence(one, other), concat(one, other)),
    "either(one, other)": lambda one, other: (either(one, other), union(one, other)),
    "starred(one)": lambda one, other: (starred(one), star(one)),
    "without_redundant_alternatives(union(one, other))": lambda one, other: (
        without_redundant_alternatives(union(one, other)),
        union(one, other),
    ),
    "decode(encode(one, classes), classes)": lambda one, other: (_through_a_program(one), one),
}


def case(rng: random.Random) -> int:
    """Check pairs of expressions over one alphabet."""
    letters = draw_alphabet(rng)
    words = Words.about(letters, WORDS)
    sets = draw_sets(rng, letters, 4)
    checks = 0
    for _ in range(PAIRS):
        pair = draw_expression(rng, sets, rng.randint(1, 6)), draw_expression(rng, sets, rng.randint(1, 6))
        try:
            what = wrong(pair, words)
        except LimitError:
            continue
        if what is not None:
            raise _shrunk(pair, words)
        checks += len(words) * (len(OPERATIONS) + len(REWRITES) + 1)
    return checks


def wrong(pair: Pair, words: Words) -> str | None:
    """What is wrong about operations on the two; None when all is right."""
    languages = words.of(pair[0]), words.of(pair[1])
    one, other = map(_automaton, pair)
    for name, (operate, expected) in OPERATIONS.items():
        right = [expected(*rows) for rows in zip(*languages, strict=True)]
        if not _are_equal(words.read_by(operate(one, other)), right):
            return name
    for name, rewrite in REWRITES.items():
        made, original = rewrite(*pair)
        if not _are_equal(words.of(made), words.of(original)):
            return name
    return _wrong_answer(pair, words, languages)


def _wrong_answer(pair: Pair, words: Words, languages: tuple[Language, Language]) -> str | None:
    one, other = map(_automaton, pair)
    found = witness(*pair)
    in_one, in_other = map(words.flat, languages)
    differing = [len(words.texts[number]) for number in np.flatnonzero(in_one != in_other)]
    if found is None and differing:
        return "witness(one, other)"
    if found is not None and (one.accepts(found) == other.accepts(found) or len(found) > min(differing, default=99)):
        return "witness(one, other)"
    if one.contains(other) and (in_other & ~in_one).any():
        return "one.contains(other)"
    shortest = one.shortest()
    least = min((len(words.texts[number]) for number in np.flatnonzero(in_one)), default=99)
    if shortest is None or len(shortest) > least or not one.accepts(shortest):
        return "one.shortest()"
    same = one.minimise(), _automaton(to_expression(one))._over(one.atoms).minimise()
    return None if same[0].table == same[1].table and same[0].accepting == same[1].accepting else "one.minimise()"


def _automaton(expression: Expression) -> DFA:
    return DFA.from_expression(expression, max_states=MOST_STATES)


def _through_a_program(expression: Expression) -> Expression:
    classes = ClassTable()
    return decode(encode(expression, classes), classes)


def _are_equal(one: Language, other: list[object]) -> bool:
    return all(np.array_equal(left, right) for left, right in zip(one, other, strict=True))


def _shrunk(pair: Pair, words: Words) -> Failure:
    def fails(smaller: Pair) -> bool:
        try:
            return wrong(smaller, words) is not None
        except LimitError:
            return False

    pair = shrunk(
        pair,
        lambda found: [
            *((smaller, found[1]) for smaller in smaller_expressions(found[0])),
            *((found[0], smaller) for smaller in smaller_expressions(found[1])),
        ],
        fails,
        500,
    )
    one, other = map(write, pair)
    code = "from tests.fuzz.automata import *; from dsl.expressions.notation import parse; "
    code += f"print(wrong((parse({one!r}), parse({other!r})), Words({words.letters!r}, {words.longest})))"
    return Failure(f"{wrong(pair, words)} where one is {one!r} and the other {other!r}", python_line(code))
