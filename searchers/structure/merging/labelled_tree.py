"""The prefix tree of strings that a language has and strings that it has not, and automata read off such a tree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dsl.automata.atoms import Atoms
from dsl.automata.dfa import DFA
from dsl.charset import CharSet


class LabelledTree:
    """The prefix tree acceptor of positives and negatives (Oncina and García 1992), breadth first from the root, 0."""

    def __init__(self, positives: Iterable[str], negatives: Iterable[str]) -> None:
        labelled = dict.fromkeys(negatives, False) | dict.fromkeys(positives, True)
        prefixes = {text[:end] for text in labelled for end in range(len(text) + 1)} | {""}
        self.alphabet = sorted(set().union(*labelled))
        order = sorted(prefixes, key=lambda prefix: (len(prefix), prefix))
        numbers = {prefix: node for node, prefix in enumerate(order)}
        self.children: list[dict[str, int]] = [{} for _ in order]
        for prefix in order[1:]:
            self.children[numbers[prefix[:-1]]][prefix[-1]] = numbers[prefix]
        self.labels = {numbers[text]: label for text, label in labelled.items()}

    def __len__(self) -> int:
        return len(self.children)

    def hopeful(self) -> list[bool]:
        """For each node whether a positive passes through it or ends there."""
        hopeful = [self.labels.get(node, False) for node in range(len(self))]
        for node in reversed(range(len(self))):  # children come after their parents
            hopeful[node] |= any(hopeful[child] for child in self.children[node].values())
        return hopeful


def minimal_automaton(arcs: Sequence[Mapping[str, int]], accepting: Iterable[int], alphabet: Iterable[str]) -> DFA:
    """The minimal DFA of an automaton from state 0 that rejects where it has no arc, an atom a character."""
    return automaton_of(arcs, accepting, {character: CharSet.of(character) for character in alphabet}).minimise()


def automaton_of(arcs: Sequence[Mapping[str, int]], accepting: Iterable[int], sets: Mapping[str, CharSet]) -> DFA:
    """A deterministic automaton as a DFA, each symbol standing for its set; the last state is the sink."""
    atoms = Atoms(sets.values())
    sink = len(arcs)
    table = [[sink] * len(atoms) for _ in range(sink + 1)]
    for row, targets in zip(table, arcs, strict=False):
        for symbol, target in targets.items():
            row[atoms.atom_of(symbol)] = target
    ends = set(accepting)
    return DFA(atoms, table, [state in ends for state in range(len(table))])
