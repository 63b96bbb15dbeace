"""Which strings a regular expression accepts, against Python's `re`, which reads the pattern as it is written.

Patterns are written in more ways than ours: lazy repeats, named groups, escapes, negated classes, anchors. They are
tried on all short words, and where backtracking is linear also on longer samples with a few letters changed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import numpy as np

from dsl.automata.ambiguity import is_linear
from dsl.automata.distance import distance_table, possibly_accepted
from dsl.automata.positions import MAX_POSITIONS
from dsl.automata.sampling import generate
from dsl.charset import EVERYTHING, NEWLINE, CharSet, shorthand
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Concat, Expression, Repeat, Union
from dsl.expressions.notation import parse, write
from dsl.expressions.programs import ClassTable, encode
from dsl.kernels.batch import Batch
from dsl.kernels.packing import pack
from dsl.regex import Regex
from tests.fuzz.drawing import draw_alphabet, draw_expression, draw_sets, mutated
from tests.fuzz.fuzzing import Failure, limited, python_line
from tests.fuzz.regex_language import MOST_POSITIONS, disagreement, positions
from tests.fuzz.shrinking import shrunk, smaller_texts
from tests.fuzz.words import Words

EXPRESSIONS: Final = 40
WORDS: Final = 4_000
SHORT: Final = 10  # letters that any pattern may be tried on
SAMPLES: Final = 5
READ_ONE_BY_ONE: Final = 100
SECONDS: Final = 1.0  # for one pattern: `re` may backtrack without end


def case(rng: random.Random) -> int:
    """Check patterns over one alphabet on the same strings."""
    letters = draw_alphabet(rng)
    sets = draw_sets(rng, letters)
    drawn = (draw_expression(rng, sets, rng.randint(1, 9)) for _ in range(EXPRESSIONS))
    patterns = [_Speller(rng).pattern(expression) for expression in drawn if positions(expression) <= MAX_POSITIONS]
    expressions = [_read(pattern) for pattern in patterns]
    long = [
        mutated(rng, generate(expression, rng)[:100], letters) for expression in expressions for _ in range(SAMPLES)
    ]
    classes = ClassTable()
    programs = pack([encode(expression, classes) for expression in expressions])
    batch = Batch([*Words.about(letters, WORDS).texts, *long], classes)
    short = [number for number, text in enumerate(batch.strings) if len(text) <= SHORT]
    ways = {
        "possibly_accepted": possibly_accepted(programs, batch),
        "distance_table": distance_table(programs, batch, 0) == 0,
    }
    checks = 0
    for index, (pattern, expression) in enumerate(zip(patterns, expressions, strict=True)):
        some = range(len(batch)) if _is_linear(expression) else short
        verdicts = _verdicts(pattern, [batch.strings[number] for number in some])
        numbers = np.array(some)[: len(verdicts)]
        for way, table in ways.items():
            if way == "possibly_accepted" and positions(expression) > MOST_POSITIONS:
                continue
            wrong = np.flatnonzero(table[index, numbers] != verdicts)
            if len(wrong):
                raise _difference(way, pattern, expression, batch.strings[numbers[wrong[0]]])
            checks += len(numbers)
        regex = Regex(expression)
        for place in rng.sample(range(len(numbers)), min(READ_ONE_BY_ONE, len(numbers))):
            text = batch.strings[numbers[place]]
            if regex.accepts(text) != verdicts[place]:
                raise _difference("Regex", pattern, expression, text)
            checks += 1
    return checks


def _read(pattern: str) -> Expression:
    expression = parse(pattern)
    again = write(expression)
    if parse(again) != expression:
        raise Failure(
            f"{pattern!r} is printed as {again!r}, which is something else",
            python_line(
                f"from dsl.expressions.notation import *; node = parse({pattern!r}); print(parse(write(node)) == node)"
            ),
        )
    return expression


def _is_linear(expression: Expression) -> bool:
    try:
        return is_linear(expression)
    except LimitError:
        return False


def _verdicts(pattern: str, texts: Sequence[str]) -> np.ndarray:
    """Whether `re` accepts the texts, as many as it can read in time."""
    matches = re.compile(pattern).fullmatch
    found: list[bool] = []
    with suppress(TimeoutError), limited(SECONDS, TimeoutError()):
        for text in texts:
            found.append(matches(text) is not None)
    return np.array(found)


def python_accepts(expression: Expression, text: str) -> bool:
    """Whether `re` accepts the text, by the pattern as we write it."""
    return re.fullmatch(write(expression), text) is not None


def _difference(way: str, pattern: str, expression: Expression, text: str) -> Failure:
    matches = re.compile(pattern).fullmatch
    if python_accepts(expression, text) != (matches(text) is not None):  # it was read wrongly

        def is_wrong(shorter: str) -> bool:
            return Regex(expression).accepts(shorter) != (matches(shorter) is not None)

        text = shrunk(text, smaller_texts, is_wrong)
        line = f"import re; from dsl.regex import Regex; pattern, text = {pattern!r}, {text!r}; "
        line += "print(Regex.parse(pattern).accepts(text), re.fullmatch(pattern, text))"
        return Failure(f"{pattern!r} is read as {write(expression)!r}", python_line(line))
    return disagreement(way, expression, text, python_accepts)


class _Speller:
    """Writes expressions as patterns, each time in another way."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.groups = 0

    def pattern(self, node: Expression) -> str:
        """The pattern, sometimes with anchors."""
        text = self.spell(node)
        if self.rng.random() < 0.1:
            text = f"^{self.group(text)}$"
        return text

    def spell(self, node: Expression) -> str:
        match node:
            case Chars(charset):
                return self.characters(charset)
            case Concat(parts):
                return "".join(self.part(part, Union) for part in parts)
            case Union(parts):
                return "|".join(self.spell(part) for part in self.rng.sample(parts, len(parts)))
            case Repeat(body, low, high):
                return self.part(body, Union, Concat, Repeat) + self.count(low, high)
            case _:
                return self.rng.choice(["()", "(?:)", "(|)"])

    def part(self, node: Expression, *looser: type) -> str:
        text = self.spell(node)
        return self.group(text) if isinstance(node, looser) or self.rng.random() < 0.05 else text

    def group(self, text: str) -> str:
        self.groups += 1
        return self.rng.choice(["(", "(?:", f"(?P<g{self.groups}>"]) + text + ")"

    def count(self, low: int, high: int | None) -> str:
        short = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((low, high))
        long = f"{{{low},{'' if high is None else high}}}"
        written = [short or long, long]
        written += [f"{{{low}}}"] if low == high else [f"{{,{high}}}"] if low == 0 and high is not None else []
        return self.rng.choice(written) + self.rng.choice(["", "", "?"])

    def characters(self, charset: CharSet) -> str:
        written = [write(Chars(charset)), f"[{self.ranges(charset)}]"]
        if charset != EVERYTHING:
            written.append(f"[^{self.ranges(~charset)}]")
        for name in "dws":
            if charset == shorthand(name):
                written += [f"\\{name}", f"[\\{name}]", f"[^\\{name.upper()}]"]
            if charset == ~shorthand(name):
                written += [f"\\{name.upper()}", f"[\\{name.upper()}]", f"[^\\{name}]"]
        if charset == EVERYTHING - NEWLINE:
            written.append(".")
        if len(charset) == 1:
            written.append(self.letter(ord(charset.first())))
        return self.rng.choice(written)

    def ranges(self, charset: CharSet) -> str:
        pieces = [self.letter(low) + (f"-{self.letter(high)}" if high > low else "") for low, high in charset.ranges]
        return "".join(self.rng.sample(pieces, len(pieces)))

    def letter(self, code: int) -> str:
        written = [f"\\U{code:08x}"]
        written += [f"\\u{code:04x}"] if code <= 0xFFFF else []
        written += [f"\\x{code:02x}"] if code <= 0xFF else []
        written += [re.escape(chr(code))] if chr(code) not in "\0#&~" else []
        return self.rng.choice(written)
