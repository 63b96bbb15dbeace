"""Expressions as flat arrays, the form in which searches edit and score them.

A program is an int16 array in postfix order. A token >= 0 reads one character of the class with that number; the
negative tokens are operators. REPEAT is followed by its two counts, the second -1 when there is no bound.

    ab*|c{2,5}   ->   a b STAR CONCAT c REPEAT 2 5 UNION
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import EPSILON, Chars, Concat, Epsilon, Expression, Repeat, Union, concat, repeat, union

CONCAT: Final = -1
UNION: Final = -2
STAR: Final = -3
PLUS: Final = -4
OPTION: Final = -5
EPSILON_TOKEN: Final = -6
REPEAT: Final = -7

MAX_COUNT = 32_000
_SHORT_REPEATS = {(0, None): STAR, (1, None): PLUS, (0, 1): OPTION}
_COUNTS = {token: counts for counts, token in _SHORT_REPEATS.items()}

Program = NDArray[np.int16]
MAX_NUMBER: Final = int(np.iinfo(np.int16).max)
CLASSES_HINT: Final = "give fewer examples, or such as have fewer different characters"


class ClassTable:
    """The character classes that the programs of one search use, numbered as they come."""

    def __init__(self, sets: Iterable[CharSet] = ()) -> None:
        self.sets: list[CharSet] = []
        self._numbers: dict[CharSet, int] = {}
        for charset in sets:
            self.number(charset)

    def number(self, charset: CharSet) -> int:
        """The number of `charset`, a new one when it was not there. Raises LimitError when tokens can say no more."""
        found = self._numbers.get(charset)
        if found is None:
            if len(self.sets) > MAX_NUMBER:
                raise LimitError(f"more than {MAX_NUMBER + 1:,} different classes of characters", hint=CLASSES_HINT)
            found = self._numbers[charset] = len(self.sets)
            self.sets.append(charset)
        return found

    def __contains__(self, charset: CharSet) -> bool:
        return charset in self._numbers

    def __len__(self) -> int:
        return len(self.sets)


def encode(expression: Expression, classes: ClassTable) -> Program:
    """The program; new classes join `classes`. Raises LimitError on counts over 32,000, ValueError on ∅ and Ref."""
    tokens: list[int] = []
    _write(expression, classes, tokens)
    return np.array(tokens, dtype=np.int16)


def _write(node: Expression, classes: ClassTable, tokens: list[int]) -> None:
    match node:
        case Chars(charset):
            tokens.append(classes.number(charset))
        case Epsilon():
            tokens.append(EPSILON_TOKEN)
        case Concat(parts) | Union(parts):
            operator = CONCAT if isinstance(node, Concat) else UNION
            for index, part in enumerate(parts):
                _write(part, classes, tokens)
                if index:
                    tokens.append(operator)
        case Repeat(body, low, high):
            if max(low, high or 0) > MAX_COUNT:
                raise LimitError(
                    f"a repeat of more than {MAX_COUNT:,} times", hint="use * or + instead of large counts"
                )
            _write(body, classes, tokens)
            short = _SHORT_REPEATS.get((low, high))
            tokens.extend([REPEAT, low, -1 if high is None else high] if short is None else [short])
        case _:
            raise ValueError(f"no program for {node!r}")


def decode(program: Program, classes: ClassTable) -> Expression:
    """The expression of a program, in normal form. Raises ValueError on an array that is no program."""
    stack: list[Expression] = []
    tokens = iter(program.tolist())
    try:
        for token in tokens:
            if token >= 0:
                stack.append(Chars(classes.sets[token]))
            elif token == EPSILON_TOKEN:
                stack.append(EPSILON)
            elif token in (CONCAT, UNION):
                right, left = stack.pop(), stack.pop()
                stack.append(concat(left, right) if token == CONCAT else union(left, right))
            elif token == REPEAT:
                low, high = next(tokens), next(tokens)
                stack.append(repeat(stack.pop(), low, None if high < 0 else high))
            else:
                stack.append(repeat(stack.pop(), *_COUNTS[token]))
        (expression,) = stack
    except (IndexError, StopIteration, KeyError, ValueError):
        raise ValueError(f"not a program: {program.tolist()}") from None
    return expression
