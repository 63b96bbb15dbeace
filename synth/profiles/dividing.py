"""The text of each part of a template, in time linear in the text: `re` may try exponentially many ways."""

from __future__ import annotations

from dsl.automata.bit_sets import bits
from dsl.automata.positions import PositionAutomaton
from dsl.expressions.expression import literal
from searchers.mixture.template import Template


class Divider:
    """Divides texts among the parts of a template, by its position automaton (docs/design.md, "Distance")."""

    def __init__(self, template: Template) -> None:
        self._automaton = PositionAutomaton(template.expression)
        # positions are numbered from left to right: so many are those of each part
        sizes = [
            len(PositionAutomaton(literal(part) if isinstance(part, str) else part.expression))
            for part in template.parts
        ]
        self._parts = [part for part, size in enumerate(sizes) for _ in range(size)]
        self._count = len(sizes)

    def divide(self, text: str) -> list[str] | None:
        """The text of each part, the first ones as long as they may be; None if the template does not have `text`."""
        alive = self._alive(text)
        if alive is None:
            return None
        found: list[list[str]] = [[] for _ in range(self._count)]
        state = 1
        for character, states in zip(text, alive, strict=False):
            ways = self._automaton.after(state) & states
            state = ways & -ways  # the leftmost position: of the first part that may go on
            found[self._parts[state.bit_length() - 2]].append(character)
        return ["".join(part) for part in found]

    def _alive(self, text: str) -> list[int] | None:
        """Behind each character the states that what is before leads to, and from which the rest can be read."""
        automaton = self._automaton
        reached = [1]
        for character in text:
            reached.append(automaton.after(reached[-1]) & automaton.readers[automaton.atoms.atom_of(character)])
            if not reached[-1]:
                return None
        alive = [reached[-1] & automaton.accepting]
        for states in reached[-2:0:-1]:  # not the start, which nothing is before
            alive.append(sum(1 << state for state in bits(states) if automaton.after(1 << state) & alive[-1]))
        return alive[::-1] if alive[0] else None
