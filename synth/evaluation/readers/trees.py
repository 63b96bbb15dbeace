"""Constituency trees in brackets, as the Penn treebank writes them: `(S (NP (DT The) (NN end)))`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from synth.evaluation.data import DataError
from synth.evaluation.readers.lines import File

_TOKEN: Final = re.compile(r"[()]|[^\s()]+")
EMPTY: Final = "-NONE-"  # the tag of traces
OUTERMOST: Final = ("", "TOP", "ROOT", "S1")  # labels of the bracket around a sentence


class Tree(NamedTuple):
    """A labelled node with its parts, or a tag with its word."""

    label: str
    children: tuple[Tree, ...] = ()
    word: str = ""

    def leaves(self) -> list[Tree]:
        """The tags with their words, in order."""
        if not self.children:
            return [self]
        return [leaf for child in self.children for leaf in child.leaves()]

    def spans(self, start: int = 0) -> Iterator[tuple[int, int, str]]:
        """First word, the word behind the last, and label of each node that is no tag, outermost first."""
        if self.children:
            yield start, start + len(self.leaves()), self.label
            for child in self.children:
                yield from child.spans(start)
                start += len(child.leaves())

    def __str__(self) -> str:
        inside = self.word if not self.children else " ".join(map(str, self.children))
        return f"({self.label} {inside})"


def read_trees(file: File) -> Iterator[Tree]:
    """The trees of a file, each of any number of lines. Raises DataError where brackets do not close."""
    tokens = ((number, token) for number, line in file.lines() for token in _TOKEN.findall(line))
    return _trees(tokens, file.fault)


def parse_tree(text: str) -> Tree:
    """The tree that a text writes. Raises DataError where it is none."""
    found = list(_trees(((1, token) for token in _TOKEN.findall(text)), _fault))
    if len(found) != 1:
        raise _fault(1, f"{len(found)} trees", "one, such as (S (NP (NN end)))")
    return found[0]


def _fault(line: int, what: str, expected: str) -> DataError:
    return DataError(f"line {line}: {what}", hint=f"expected {expected}")


def _trees(tokens: Iterator[tuple[int, str]], fault: Callable[[int, str, str], DataError]) -> Iterator[Tree]:
    first, number = 0, 0
    pending: list[tuple[list[str], list[Tree]]] = []  # the words and the parts of each open bracket
    for number, token in tokens:
        if token == "(":
            first = first if pending else number
            pending.append(([], []))
            continue
        if not pending:
            raise fault(number, f"{token!r} outside of all brackets", "trees such as (S (NP (NN end)))")
        words, parts = pending[-1]
        if token != ")":
            words.append(token)
            continue
        if len(words) > 1 if parts else len(words) != 2:
            raise fault(number, f"a bracket of {words} and {len(parts)} parts", "(tag word) or (label (…) …)")
        node = Tree(words[0] if words else "", tuple(parts)) if parts else Tree(words[0], (), words[1])
        pending.pop()
        if pending:
            pending[-1][1].append(node)
        else:
            yield node
    if pending:
        raise fault(number, f"the tree that begins in line {first} does not close", "as many ) as (")


def plain(tree: Tree) -> Tree | None:
    """Without traces, what is empty without them, function tags, and the bracket around the sentence.

    None where nothing is left.
    """
    # ( (S (NP-SBJ-1 (PRP I)) (VP (VBP go) (NP (-NONE- *))))) -> (S (NP (PRP I)) (VP (VBP go)))
    if not tree.children:
        return None if tree.label == EMPTY else tree
    children = tuple(kept for child in tree.children if (kept := plain(child)) is not None)
    if not children:
        return None
    if tree.label in OUTERMOST and len(children) == 1 and children[0].children:
        return children[0]
    return Tree(base_label(tree.label), children)


def base_label(label: str) -> str:
    """A label without function tags and numbers; those that begin with a dash, such as -LRB-, stay."""
    # NP-SBJ-1 -> NP    NP=2 -> NP    -LRB- -> -LRB-
    return label if label.startswith("-") else re.split(r"[-=|]", label, maxsplit=1)[0]
