"""The constraint `linear-time` against the clock: what it admits, `re` reads in linear time, whatever the text."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from itertools import product
from typing import Final

from dsl.automata.ambiguity import is_linear
from dsl.errors import LimitError
from dsl.expressions.expression import Expression
from dsl.expressions.notation import write
from tests.fuzz.drawing import draw_expression, draw_sets
from tests.fuzz.fuzzing import Failure, limited, python_line
from tests.fuzz.shrinking import shrunk, smaller_expressions

EXPRESSIONS: Final = 20
LONGEST_PUMP: Final = 3
ROUNDS: Final = 24  # of the first trial, of all texts
SLOWEST: Final = 2  # that are then tried with more and more rounds
MORE_ROUNDS: Final = (500, 1_000, 2_000, 4_000)
STEP_SECONDS: Final = 0.002  # below, the clock says nothing
SECONDS: Final = 2.0
GROWTH: Final = 3.0  # where the text is doubled: linear is 2, quadratic 4


def case(rng: random.Random) -> int:
    """Attack what is admitted of some expressions over few letters."""
    letters = rng.choice(["ab", "ab", "abc"])
    sets = draw_sets(rng, letters, 2)
    checks = 0
    for _ in range(EXPRESSIONS):
        expression = draw_expression(rng, sets, rng.randint(2, 8))
        if not _is_admitted(expression):
            continue
        checks += 1
        if (attack := slow_text(expression, letters)) is not None:
            expression = shrunk(
                expression,
                smaller_expressions,
                lambda node: _is_admitted(node) and slow_text(node, letters) is not None,
                50,
            )
            prefix, pump, suffix = slow_text(expression, letters) or attack
            code = "import re; from dsl.automata.ambiguity import *; from dsl.expressions.notation import *; "
            code += f"p = {write(expression)!r}; "
            code += f"print(is_linear(parse(p)), re.fullmatch(p, {prefix!r} + 4_000 * {pump!r} + {suffix!r}))"
            raise Failure(f"{write(expression)!r} is slow on {pump!r} many times", python_line(code))
    return checks


def _is_admitted(expression: Expression) -> bool:
    try:
        return is_linear(expression)
    except LimitError:
        return False


Text = tuple[str, str, str]  # before, many times, behind


def slow_text(expression: Expression, letters: str) -> Text | None:
    """A text on which `re` needs more than linear time; None when none was found."""
    matches = re.compile(write(expression)).fullmatch
    times = sorted(((_seconds(matches, text, ROUNDS), text) for text in _texts(letters)), reverse=True)
    for _, text in times[:SLOWEST]:
        if _grows(matches, text):
            return text
    return None


def _texts(letters: str) -> Iterator[Text]:
    pumps = ["".join(word) for length in range(1, LONGEST_PUMP + 1) for word in product(letters, repeat=length)]
    for pump in pumps:
        for prefix in ("", *letters):
            for suffix in ("!", *letters):
                yield prefix, pump, suffix


def _seconds(matches: object, text: Text, rounds: int) -> float:
    whole = text[0] + rounds * text[1] + text[2]
    begun = time.thread_time()
    try:
        with limited(SECONDS, TimeoutError()):
            matches(whole)
    except TimeoutError:
        return SECONDS
    return time.thread_time() - begun


def _grows(matches: object, text: Text) -> bool:
    """Whether the time, twice in a row, grows faster than the text; measured again where it seems to."""
    before, steps = None, 0
    for rounds in MORE_ROUNDS:
        seconds = min(_seconds(matches, text, rounds) for _ in range(3))
        if seconds >= SECONDS:
            return True
        steps = steps + 1 if before and before > STEP_SECONDS and seconds > GROWTH * before else 0
        before = seconds
    return steps >= 2 or (before or 0) > 1.0
