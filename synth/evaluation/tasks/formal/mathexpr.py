"""17: the value of an arithmetic expression.

Two kinds: expressions that a probabilistic grammar generates here, up to depth 4, asked up to depth 8; and those that
came with SPINN (Bowman et al. 2016), all of one shape, asked with two operators more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import ClassVar, Final

from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.task import Settings
from synth.evaluation.tasks.formal.nested import NestedTask

NUMBERS: Final = range(-10, 11)  # values, of parts too
OPERATORS: Final = ("+", "-")
SHARE_OF_NUMBERS: Final = 0.4  # of the places below the topmost
TRAINING, ASKED = 20_000, 2_000
DEPTHS: Final = {"depth 1-4": (1, 4), "depth 5-6": (5, 6), "depth 7-8": (7, 8)}
# what a machine reads: a private letter for each number, whose name has several characters
LETTERS: Final = {str(number): chr(ord("A") + place) for place, number in enumerate(NUMBERS)}
GRAMMAR: Final = 'start: /[A-U]/ | "(" /[+-]/ start start ")"'
GRAMMAR_OF_SPINN: Final = 'start: /[A-U]/ | "(" /[+-]/ "(" start start ")" ")"'

_Tree = int | tuple[str, "_Tree", "_Tree"]


class MathExpr(NestedTask):
    """A number from -10 to 10; tests by depth."""

    number, name, title = 17, "mathexpr", "MathExpr of a PCFG"
    settings: ClassVar = {
        "minutes": Settings(epochs=3, batch=64, train=3000, test=300, dropout=0.0, least=1),
        "cpu": Settings(epochs=20, batch=64, train=10_000, dropout=0.0, least=1),
        "full": Settings(epochs=60, batch=64, dropout=0.0, least=1),
    }
    own: ClassVar[tuple[str, ...]] = (*NestedTask.own, "linear")
    grammar = GRAMMAR
    letters = LETTERS

    def splits(self, data: Data, profile: str) -> Splits:
        train = generated(TRAINING, *DEPTHS["depth 1-4"], frozenset(), 0)
        seen = frozenset(example.tokens for example in train)
        tests = {name: Part(generated(ASKED, *depths, seen, 1), "generated") for name, depths in DEPTHS.items()}
        return Splits(Part(train, "generated"), tests)


class MathExprOfSpinn(MathExpr):
    """The expressions of SPINN's repository: one operator over two, and longer ones."""

    name, title = "mathexpr-spinn", "MathExpr of SPINN"
    data_sets = ("mathexpr_spinn",)
    own: ClassVar[tuple[str, ...]] = (
        "grammar",
        "linear",
    )  # no expression nests deeper than twice, so that no nesting is induced
    grammar = GRAMMAR_OF_SPINN
    unnamed = 20  # parts are from -20 to 20

    def splits(self, data: Data, profile: str) -> Splits:
        train, test, longer = (_part(data, name) for name in ("train", "test", "test_longer_simple7"))
        return Splits(train, {"test": test, "longer": longer}, _part(data, "valid"))


def _part(data: Data, name: str) -> Part:
    rows = [line.split("\t") for line in data.lines("mathexpr_spinn", f"derived/{name}.tsv")]
    return Part([Example(tuple(text.split()), value) for value, text in rows], "derived")


@lru_cache
def generated(count: int, least: int, most: int, others: frozenset[tuple[str, ...]], seed: int) -> list[Example]:
    """So many different expressions of these depths, none of them among the others, no value beyond -10 to 10."""
    rng, seen = Random(f"{seed} {least}"), set(others)
    examples: list[Example] = []
    while len(examples) < count:
        tree = _tree(rng.randint(least, most), rng)
        tokens = tuple(_tokens(tree))
        found = value(tree)
        if found is not None and tokens not in seen:
            seen.add(tokens)
            examples.append(Example(tokens, str(found)))
    return examples


def _tree(depth: int, rng: Random) -> _Tree:
    """A tree of exactly that depth: one side goes all the way down, the other ends by chance."""
    if depth == 0:
        return rng.choice(NUMBERS)
    deep = _tree(depth - 1, rng)
    other: _Tree = rng.choice(NUMBERS) if rng.random() < SHARE_OF_NUMBERS else _tree(rng.randint(0, depth - 1), rng)
    left, right = (deep, other) if rng.random() < 0.5 else (other, deep)
    return rng.choice(OPERATORS), left, right


def value(tree: _Tree) -> int | None:
    """The number that an expression stands for; None where a part is beyond the numbers."""
    if isinstance(tree, int):
        return tree
    left, right = value(tree[1]), value(tree[2])
    if left is None or right is None:
        return None
    found = left + right if tree[0] == "+" else left - right
    return found if found in NUMBERS else None


def _tokens(tree: _Tree) -> Iterator[str]:
    if isinstance(tree, int):
        yield str(tree)
        return
    yield from ("(", tree[0], *_tokens(tree[1]), *_tokens(tree[2]), ")")
