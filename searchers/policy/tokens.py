"""The tokens of the policy, the same for every problem, so that trained weights carry over.

Expressions and grammars are written in prefix form. What a slot stands for depends on the problem: the characters, the
counts and the odd classes of its examples (searchers.policy.spelling). A grammar is the bodies of its rules one
after the other: a complete body closes its rule, and the sequence ends when every rule referred to has its body.

    ab*|c   ->   UNION CONCAT a STAR b c
"""

from __future__ import annotations

from typing import Final

import numpy as np

from dsl.expressions.named import NAMED

NAMES: Final = tuple(NAMED)
CHARACTER_SLOTS: Final = 32
CLASS_SLOTS: Final = 12
REPEAT_SLOTS: Final = 8
RULES: Final = 4

END: Final = 0  # behind the last token; also what stands before the first
CONCAT: Final = 1
UNION: Final = 2
STAR: Final = 3
PLUS: Final = 4
OPTION: Final = 5
REPEATS: Final = 6
SEEN: Final = REPEATS + REPEAT_SLOTS  # all characters of the examples
NAMED_CLASSES: Final = SEEN + 1
CLASSES: Final = NAMED_CLASSES + len(NAMES)
CHARACTERS: Final = CLASSES + CLASS_SLOTS
REFS: Final = CHARACTERS + CHARACTER_SLOTS
SIZE: Final = REFS + RULES

ARITY: Final = np.zeros(SIZE, dtype=np.int64)
ARITY[[CONCAT, UNION]] = 2
ARITY[STAR:SEEN] = 1

# what may come directly behind a token, its first part: ab(cd) is written a(b(cd)) alone, and (a?)+ is a*
FOLLOWS: Final = np.ones((SIZE, SIZE), dtype=np.bool_)
FOLLOWS[:, END] = False
FOLLOWS[CONCAT, CONCAT] = FOLLOWS[UNION, UNION] = False
FOLLOWS[np.ix_([STAR, PLUS, OPTION], [STAR, PLUS, OPTION])] = False
