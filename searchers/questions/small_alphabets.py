"""All languages of small expressions over two characters: what little was said of them, so many could be meant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Final

import numpy as np

from dsl.charset import CharSet
from dsl.expressions.expression import Chars, Expression, chars, children, rebuild
from searchers.problem import Problem

MAX_ALPHABET: Final = 2  # characters; of more, people often mean their kind
LEAST_CHARACTERS: Final = 15  # of all examples, from which on others are not meant
LONGEST: Final = 5  # characters of the strings that languages are told apart by, besides the examples
MAX_CLOSURE: Final = 2_000  # characters of the examples
MAX_COST: Final = 15
MAX_ENTRIES: Final = 200_000  # expressions that are enumerated
KEPT: Final = 2_500  # of those with all examples, the smallest
ASKED: Final = 250  # strings that can be asked about


def small_alphabet(problem: Problem) -> str:
    """The characters of the examples, where they are so few that others are not meant; else none."""
    found = sorted(set().union(*problem.positives, *problem.negatives))
    size = sum(map(len, problem.positives))
    return "".join(found) if len(found) <= MAX_ALPHABET and LEAST_CHARACTERS <= size <= MAX_CLOSURE else ""


def short_strings(alphabet: str) -> list[str]:
    """The shortest strings over an alphabet."""
    found: list[str] = []
    for length in range(ASKED):
        for letters in product(alphabet, repeat=length):
            found.append("".join(letters))
            if len(found) == ASKED:
                return found
    return found


def within(node: Expression, alphabet: CharSet) -> Expression:
    """The expression with no other characters than those of the alphabet: [0-9]+ -> [01]+"""
    if isinstance(node, Chars):
        return chars(node.set & alphabet)
    parts = children(node)
    return rebuild(node, [within(part, alphabet) for part in parts]) if parts else node


def small_expressions(problem: Problem, alphabet: str) -> Iterator[Expression]:
    """Expressions that have all examples, one of each language, the smallest first."""
    from searchers.exact.enumeration import Enumeration, load_kernels
    from searchers.exact.search import COUNTS

    load_kernels()
    texts = ("".join(letters) for length in range(LONGEST + 1) for letters in product(alphabet, repeat=length))
    others = [text for text in texts if text not in problem.positives]
    leaves = [CharSet.of(some) for count in range(1, len(alphabet) + 1) for some in combinations(alphabet, count)]
    enumeration = Enumeration(problem.positives, others, leaves, COUNTS)
    for cost in range(1, MAX_COST):
        for _ in enumeration.store(cost):
            pass
        if enumeration.count > MAX_ENTRIES:
            break
    wanted = enumeration.infixes.sequence(problem.positives)
    sequences = enumeration.bank.sequences[: enumeration.count]
    for entry in np.flatnonzero(((sequences & wanted) == wanted).all(axis=1))[:KEPT].tolist():
        yield enumeration.expression(entry)
