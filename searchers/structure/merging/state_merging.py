"""Regular languages from labelled strings, as grammars: EDSM (Lang et al. 1998), RPNI (Oncina and García 1992)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nsmallest
from typing import Final

from dsl.automata.dfa import DFA
from dsl.automata.elimination import to_expression
from dsl.charset import CharSet
from dsl.expressions.expression import EMPTY, EPSILON, Expression, Ref, chars, concat, union
from dsl.grammar import Grammar
from dsl.language import START
from searchers.budget import Budget
from searchers.structure.merging.labelled_tree import LabelledTree, minimal_automaton
from searchers.structure.merging.state_colouring import smallest_automata

MAX_GRAMMARS: Final = 3
MAX_STATES: Final = 30  # examples by the dozen show no larger structure
MAX_WRITTEN: Final = 8  # states, read forwards and backwards, of an automaton that may be small as a regex
LEAST_EVIDENCE: Final = (0, 1, 2, 4)  # labels that have to agree for a merge


def merged_states(positives: Iterable[str], negatives: Iterable[str], budget: Budget) -> Iterator[Grammar]:
    """At most three grammars, the simplest first, with all positives and no negative; none without negatives."""
    tree = LabelledTree(positives, negatives)
    if set(tree.labels.values()) != {True, False}:
        return
    found = [*smallest_automata(tree, budget), merged_in_order(tree, budget)]
    found += [merged_by_evidence(tree, least, budget) for least in LEAST_EVIDENCE]
    distinct = {_form(automaton): automaton for automaton in found if automaton is not None}
    yield from map(as_grammar, nsmallest(MAX_GRAMMARS, distinct.values(), key=_complexity))


def _form(automaton: DFA) -> tuple[object, ...]:
    """The same for minimal automata over one alphabet whose languages are equal."""
    return tuple(map(tuple, automaton.table)), tuple(map(int, automaton.accepting))


def _complexity(automaton: DFA) -> tuple[int, int]:
    """The live states, and the arcs between them."""
    live = automaton.live()
    return sum(live), sum(live[state] and live[to] for state, row in enumerate(automaton.table) for to in row)


def merged_by_evidence(tree: LabelledTree, least: int, budget: Budget) -> DFA | None:
    """EDSM: always the merge of blue into red in which most labels, at least `least`, agree. None if large or late."""
    merging = _Merging(tree)
    while blue := merging.blue():
        scored = []
        for arc in blue:
            if len(merging.red) > MAX_STATES or budget.spent:
                return None
            agreeing = {red: merging.evidence(red, arc) for red in merging.red}
            red = max(merging.red, key=lambda red: agreeing[red])
            if agreeing[red] < least:
                merging.promote(arc)
                break
            scored.append((agreeing[red], red, arc))
        else:
            _, red, arc = max(scored, key=lambda merge: merge[0])
            merging.merge(red, arc)
    return merging.automaton()


def merged_in_order(tree: LabelledTree, budget: Budget) -> DFA | None:
    """RPNI: the first blue state goes into the first red one that it agrees with. None as for merged_by_evidence."""
    merging = _Merging(tree)
    while blue := merging.blue():
        if len(merging.red) > MAX_STATES or budget.spent:
            return None
        if not any(merging.merge(red, blue[0]) for red in merging.red):
            merging.promote(blue[0])
    return merging.automaton()


CONTRADICTION: Final = -1
_Arc = tuple[int, str]


class _Merging:
    """An automaton that grows out of a prefix tree: red states are settled, and blue ones follow them."""

    def __init__(self, tree: LabelledTree) -> None:
        self.red = [0]
        self._children = [dict(row) for row in tree.children]
        self._labels = dict(tree.labels)
        self._alphabet = tree.alphabet
        self._undo: list[tuple[int, str | None, int | None]] = []

    def blue(self) -> list[_Arc]:
        """The arcs that lead from red states to others, from the earliest state on."""
        red = set(self.red)
        arcs = [
            (source, letter) for source in self.red for letter, to in self._children[source].items() if to not in red
        ]
        return sorted(arcs, key=lambda arc: self._children[arc[0]][arc[1]])

    def promote(self, arc: _Arc) -> None:
        """Make the state behind a blue arc red."""
        self.red.append(self._children[arc[0]][arc[1]])

    def evidence(self, red: int, arc: _Arc) -> int:
        """How many labels agree when the state behind a blue arc is merged into a red one, or CONTRADICTION."""
        agreeing = self._fold(red, arc)
        self._take_back()
        return agreeing

    def merge(self, red: int, arc: _Arc) -> bool:
        """Merge the state behind a blue arc into a red one; False, and nothing done, on a contradiction."""
        if self._fold(red, arc) == CONTRADICTION:
            self._take_back()
            return False
        self._undo.clear()
        return True

    def automaton(self) -> DFA:
        """The red states as a minimal DFA."""
        numbers = {state: number for number, state in enumerate(self.red)}
        arcs = [{letter: numbers[target] for letter, target in self._children[state].items()} for state in self.red]
        return minimal_automaton(
            arcs, [numbers[state] for state in self.red if self._labels.get(state)], self._alphabet
        )

    def _fold(self, red: int, arc: _Arc) -> int:
        """Merge the tree behind a blue arc into the red states and what follows them, keeping it deterministic."""
        source, letter = arc
        pending = [(red, self._children[source][letter])]
        self._lead(source, letter, red)
        agreeing = 0
        while pending:
            into, node = pending.pop()
            if node in self._labels:
                if into not in self._labels:
                    self._undo.append((into, None, None))
                    self._labels[into] = self._labels[node]
                elif self._labels[into] != self._labels[node]:
                    return CONTRADICTION
                else:
                    agreeing += 1
            for letter, child in self._children[node].items():
                if letter in self._children[into]:
                    pending.append((self._children[into][letter], child))
                else:
                    self._lead(into, letter, child)
        return agreeing

    def _lead(self, source: int, letter: str, target: int) -> None:
        self._undo.append((source, letter, self._children[source].get(letter)))
        self._children[source][letter] = target

    def _take_back(self) -> None:
        while self._undo:
            state, letter, target = self._undo.pop()
            if letter is None:
                del self._labels[state]
            elif target is None:
                del self._children[state][letter]
            else:
                self._children[state][letter] = target


def as_grammar(automaton: DFA) -> Grammar:
    """A minimal DFA, its language not empty, as a regex in one rule or a rule for each state, whichever is smaller."""
    rules = right_linear(automaton)
    if max(len(automaton), len(automaton.reversed())) > MAX_WRITTEN:  # elimination can double the regex at every state
        return rules
    return min(Grammar({START: to_expression(automaton)}), rules, key=lambda grammar: grammar.size)


def right_linear(automaton: DFA) -> Grammar:
    """A rule for each live state, the start state first: `start: "1" start | "0" state_1 |`"""
    live = automaton.live()
    states = [state for state in range(len(automaton)) if live[state]]
    names = {state: f"state_{number}" if number else START for number, state in enumerate(states)}
    rules: dict[str, Expression] = {}
    for state, name in names.items():
        sets = dict.fromkeys(names, CharSet())
        for charset, target in zip(automaton.atoms.sets, automaton.table[state], strict=True):
            if target in sets:
                sets[target] |= charset
        leads = [concat(chars(charset), Ref(names[target])) for target, charset in sets.items()]
        rules[name] = union(*leads, EPSILON if automaton.accepting[state] else EMPTY)
    return Grammar(rules)
