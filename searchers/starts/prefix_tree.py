"""Prefix-tree acceptor with state merging: states with the same near future become one (k-tails).

After Biermann and Feldman 1972. The tree reads kinds of characters, not characters: digits, upper-case letters,
lower-case letters, and every other character on its own, each widened to all of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dsl.automata.atoms import Atoms
from dsl.automata.dfa import DFA
from dsl.automata.elimination import to_expression
from dsl.charset import KINDS, CharSet
from dsl.expressions.expression import Expression

MAX_NODES: Final = 2_000
MAX_LETTERS: Final = 12
MAX_STATES: Final = 6  # more grow into expressions that nobody reads


def merged_tails(texts: Iterable[str], futures: int) -> Expression | None:
    """The prefix tree of the texts with states merged that agree on all futures of at most `futures` characters.

    None when the tree or the merged automaton is too large to be worth reading as an expression.
    """
    texts = list(texts)
    sets = {character: _kind(character) for text in texts for character in text}
    atoms = Atoms([*dict.fromkeys(sets.values())])
    if len(atoms.sets) > MAX_LETTERS:
        return None
    letter = {character: atoms.atoms_in(charset)[0] for character, charset in sets.items()}
    children: list[dict[int, int]] = [{}]
    final = {0} if "" in texts else set[int]()
    for text in texts:
        node = 0
        for character in text:
            node = children[node].setdefault(letter[character], len(children))
            if node == len(children):
                children.append({})
        final.add(node)
        if len(children) > MAX_NODES:
            return None
    merged = _determinised(children, _classes(children, final, futures))
    table, accepting = _quotient(children, final, merged, len(atoms.sets))
    if len(table) > MAX_STATES:
        return None
    return to_expression(DFA(atoms, table, accepting).minimise())


def _kind(character: str) -> CharSet:
    return next((kind for kind in KINDS if character in kind), CharSet.of(character))


def _classes(children: list[dict[int, int]], final: set[int], futures: int) -> list[int]:
    """The class of each node: equal when their trees are equal down to `futures` levels."""
    classes = [int(node in final) for node in range(len(children))]
    for _ in range(futures):
        numbers: dict[object, int] = {}
        classes = [
            numbers.setdefault(
                (node in final, tuple(sorted((letter, classes[child]) for letter, child in row.items()))), len(numbers)
            )
            for node, row in enumerate(children)
        ]
    return classes


def _determinised(children: list[dict[int, int]], classes: list[int]) -> list[int]:
    """Merge classes further until no class has two successors by one letter."""
    while True:
        successor: dict[tuple[int, int], int] = {}
        clash = None
        for node, row in enumerate(children):
            for letter, child in row.items():
                known = successor.setdefault((classes[node], letter), classes[child])
                if known != classes[child]:
                    clash = known, classes[child]
        if clash is None:
            return classes
        keep, drop = clash
        classes = [keep if number == drop else number for number in classes]


def _quotient(
    children: list[dict[int, int]], final: set[int], classes: list[int], letters: int
) -> tuple[list[list[int]], list[bool]]:
    """The merged automaton, complete: its last state is the sink, its first the start."""
    order = {number: state for state, number in enumerate(dict.fromkeys(classes))}
    sink = len(order)
    table = [[sink] * letters for _ in range(sink + 1)]
    accepting = [False] * (sink + 1)
    for node, row in enumerate(children):
        state = order[classes[node]]
        accepting[state] |= node in final
        for letter, child in row.items():
            table[state][letter] = order[classes[child]]
    return table, accepting
