"""Strings drawn from a language: exactly uniform by length, or by walking the expression."""

from __future__ import annotations

import random
from typing import Final

from dsl.automata.counting import LengthCounts
from dsl.automata.dfa import DFA
from dsl.charset import PRINTABLE, CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Concat, Empty, Epsilon, Expression, Repeat, Union

HUGE: Final = 1_000
MAX_LENGTH: Final = 100_000  # characters of a string that is drawn: as many as an example may have
SURROGATES = CharSet([(0xD800, 0xDFFF)])


class UniformSampler:
    """Draws strings uniformly, by exact counting. Raises LimitError on large automata and lengths without a string."""

    def __init__(self, expression: Expression) -> None:
        self._counts = LengthCounts(DFA.from_expression(expression))

    def of_length(self, length: int, rng: random.Random) -> str:
        """A string of exactly `length` characters, each with the same probability."""
        if not self._counts[length]:
            raise LimitError(f"the language has no string of {length} characters", hint="choose another length")
        dfa, counts = self._counts.dfa, self._counts
        letters, state = [], 0
        for left in reversed(range(length)):
            row = dfa.table[state]
            weights = [
                len(charset) * counts.from_state(following, left)
                for charset, following in zip(dfa.atoms.sets, row, strict=True)
            ]
            atom = _weighted(weights, rng)
            letters.append(dfa.atoms.sets[atom].draw(rng))
            state = row[atom]
        return "".join(letters)


def _weighted(weights: list[int], rng: random.Random) -> int:
    # random.choices would turn the weights into floats, which overflow
    point = rng.randrange(sum(weights))
    for choice, weight in enumerate(weights):
        if point < weight:
            return choice
        point -= weight
    raise AssertionError("the point lies below the sum")


def generate(expression: Expression, rng: random.Random, longest: int = MAX_LENGTH) -> str:
    """A string drawn by walking the expression: the generative model of a regex.

    A union takes each alternative with the same probability, a bounded repeat each count, an unbounded one stops after
    each turn beyond its least count with probability 1/2, a class takes each character; of a class of more than 1,000
    characters, such as `.` or `[^a]`, only the printable ASCII characters are drawn, if it has any.
    Where the string would get longer than `longest`, the choices are those that keep it short.
    Raises LimitError on the empty language and on one of longer strings alone, ValueError on Ref.
    """
    lengths: dict[int, int] = {}
    room = longest - _note_shortest(expression, lengths)
    if room < 0:
        raise LimitError(f"every string has more than {longest:,} characters", hint="use smaller counts")
    letters: list[str] = []
    pending = [expression]
    while pending:
        node = pending.pop()
        if not room and not lengths[id(node)]:
            continue
        match node:
            case Chars(charset):
                letters.append(presentable(charset).draw(rng))
            case Concat(parts):
                pending.extend(reversed(parts))
            case Union(parts):
                part = rng.choice(parts)
                if lengths[id(part)] - lengths[id(node)] > room:
                    part = min(parts, key=lambda part: lengths[id(part)])
                room -= lengths[id(part)] - lengths[id(node)]
                pending.append(part)
            case Repeat(body, low, high):
                # turns that may be empty, and cost no characters, are not free either
                least, cost = (low, lengths[id(body)]) if lengths[id(body)] else (0, 1)
                count = min(turns(low, high, rng), least + room // cost)
                room -= (count - least) * cost
                pending.extend([body] * count)
    return "".join(letters)


def _note_shortest(node: Expression, lengths: dict[int, int]) -> int:
    """The length of the shortest string of `node`, put into `lengths` for it and all below it."""
    match node:
        case Chars():
            length = 1
        case Concat(parts):
            length = sum(_note_shortest(part, lengths) for part in parts)
        case Union(parts):
            length = min([_note_shortest(part, lengths) for part in parts])
        case Repeat(body, low, _):
            length = low * _note_shortest(body, lengths)
        case Epsilon():
            length = 0
        case Empty():
            raise LimitError("the empty language has no string", hint="give a pattern that matches something")
        case _:
            raise ValueError(f"not a regex: {node}")
    lengths[id(node)] = length
    return length


def turns(low: int, high: int | None, rng: random.Random) -> int:
    """How often a repeat is taken: all counts alike; without `high` one more after each with probability 1/2."""
    if high is not None:
        return rng.randint(low, high)
    while rng.getrandbits(1):
        low += 1
    return low


def presentable(charset: CharSet) -> CharSet:
    """What is drawn of a set: of a huge one its printable ASCII characters, or at least no lone surrogates."""
    return charset if len(charset) <= HUGE else charset & PRINTABLE or charset - SURROGATES or charset
