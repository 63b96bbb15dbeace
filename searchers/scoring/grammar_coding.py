"""Bits to write a grammar: the code of searchers.scoring.coding, with a price for rules and for their names.

A grammar of one rule costs what its expression costs as a regex.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, log2
from typing import Final

from dsl.charset import CharSet
from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Ref, Repeat, Union, walk
from searchers.scoring.coding import CONCAT_BITS, EPSILON_BITS, UNION_BITS, Coding, count_bits

RULE_BITS: Final = 3.0  # each rule but the first
REFERENCE_BITS: Final = 1.0  # each use of a rule, besides saying which


def grammar_bits(coding: Coding, rules: Mapping[str, Expression]) -> float:
    """Bits to write all rules; a class that any of them has written is named by pointing back at it."""
    written: set[CharSet] = set()
    reference_bits = REFERENCE_BITS + log2(len(rules))
    bits = RULE_BITS * (len(rules) - 1)
    for expression in rules.values():
        for node in walk(expression):
            match node:
                case Chars(charset):
                    bits += coding.again_bits(charset) if charset in written else coding.class_bits(charset)
                    written.add(charset)
                case Ref():
                    bits += reference_bits
                case Concat(parts):
                    bits += CONCAT_BITS * (len(parts) - 1)
                case Union(parts):
                    bits += UNION_BITS * (len(parts) - 1)
                case Repeat(_, low, high):
                    bits += count_bits(low, high)
                case Epsilon():
                    bits += EPSILON_BITS
                case _:
                    return inf
    return bits
