"""Types of tokens, and classes of types that may stand in each other's contexts, as an oracle confirms it."""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from searchers.active.queries import Context, by_text, contents, edges, merged, shortest
from searchers.active.segmentation import Segmentation
from searchers.structure.private_characters import CLASSES, line_of
from searchers.structure.token_classes import token_classes
from searchers.structure.tokens import SHAPES, by_character

TRIED: Final = 2  # contexts of a token in each kind of level, in which others are tried
_SLOT: Final = "@"  # between a shape and the number of a slot


class TokenTypes:
    """The types of tokens by name: a token of its own, a shape, or a shape and a slot that only some of it may fill.

    `classes` are lists of types; `lines` the levels of each kind, each a string of the characters of classes.
    """

    def __init__(self, segmentation: Segmentation) -> None:
        self._segmentation = segmentation
        self._ask = segmentation.member
        self.contexts: dict[str, list[Context]] = defaultdict(list)
        self.tokens: dict[str, Counter[str]] = defaultdict(Counter)
        self._by_kind: dict[str, dict[int, list[Context]]] = defaultdict(lambda: defaultdict(list))
        slots = self._slots()
        typed: list[list[str]] = []
        for kind, row in segmentation.rows:
            typed.append([slots.get(context, segmentation.type_of(token)) for token, context in row])
            for name, (token, context) in zip(typed[-1], row, strict=True):
                self.contexts[name].append(context)
                self._by_kind[name][kind].append(context)
                self.tokens[name][token] += 1
        self.specimens = {name: contents(contexts)[0] for name, contexts in self.contexts.items()}
        self.classes = self._classes(typed)
        number = {name: index for index, names in enumerate(self.classes) for name in names}
        self.lines: dict[int, set[str]] = defaultdict(set)
        for (kind, _), names in zip(segmentation.rows, typed, strict=True):
            self.lines[kind].add(line_of(number[name] for name in names))

    def names_of(self, symbol: str) -> list[str]:
        """The types of the class that a character stands for."""
        return self.classes[CLASSES.number(symbol)]

    def specimen(self, symbol: str) -> str:
        """A short token of the class that a character stands for."""
        return self.specimens[self.names_of(symbol)[0]]

    def _slots(self) -> dict[Context, str]:
        """Names for tokens of one shape that may not be exchanged: the day and the month of a date are two types."""
        by_neighbours: dict[str, dict[tuple[str, str], list[Context]]] = defaultdict(lambda: defaultdict(list))
        for _, row in self._segmentation.rows:
            names = ["", *(self._segmentation.type_of(token) for token, _ in row), ""]
            for before, name, behind, (_, context) in zip(names, names[1:], names[2:], row, strict=False):
                if name in SHAPES:
                    by_neighbours[name][before, behind].append(context)
        slots: dict[Context, str] = {}
        for name, groups in by_neighbours.items():
            if not self._is_uniform(groups):
                ordered = sorted(groups.values(), key=len, reverse=True)
                for number, group in enumerate(merged(ordered, self._fill_the_same, operator.add)):
                    slots |= dict.fromkeys(group, f"{name}{_SLOT}{number}")
        return slots

    def _is_uniform(self, groups: Mapping[tuple[str, str], list[Context]]) -> bool:
        """Whether the shortest and the longest token of a shape stand behind and before all neighbours of the shape."""
        tokens = _ends(contents(chain(*groups.values())))
        sides = {(side, key[side]): group for side in (0, 1) for key, group in groups.items()}
        return all(self._ask(shortest(group).around(token)) for group in sides.values() for token in tokens)

    def _fill_the_same(self, one: list[Context], other: list[Context]) -> bool:
        return all(
            self._ask(shortest(to).around(token))
            for source, to in ((one, other), (other, one))
            for token in edges(contents(source))
        )

    def _classes(self, typed: Sequence[Sequence[str]]) -> list[list[str]]:
        """Types that stand in the same places, each checked in the contexts of another."""
        found: list[list[str]] = []
        if self._segmentation.lexer is not by_character:
            found = token_classes([name for name in names if not name.isspace()] for names in typed)
        found += [[name] for name in self.contexts if all(name not in names for names in found)]
        classes: list[list[str]] = []
        for names in found:
            ordered = sorted(names, key=lambda name: -len(self.contexts[name]))
            classes += merged([[name] for name in ordered], self._may_replace, operator.add)
        return classes

    def _may_replace(self, names: list[str], others: list[str]) -> bool:
        """Whether two types stand in each other's contexts, in the shortest ones of each."""
        one, other = names[0], others[0]
        return self._may_repeat(one) == self._may_repeat(other) and all(
            self._ask(context.around(token))
            for old, new in ((one, other), (other, one))
            for context in self._varied_contexts(old)
            for token in self._tried(new)
        )

    def _tried(self, name: str) -> list[str]:
        """Tokens of a type that must do for all; where its shape is of several types, the longest must do as well."""
        return _ends(contents(self.contexts[name])) if _SLOT in name else [self.specimens[name]]

    def _varied_contexts(self, name: str) -> list[Context]:
        by_kind = self._by_kind[name].values()
        return [context for contexts in by_kind for context in sorted(set(contexts), key=by_text)[:TRIED]]

    def _may_repeat(self, name: str) -> bool:
        """Whether a token may stand twice in a row."""
        twice = self.specimens[name] * 2
        return self._segmentation.is_row_of(twice, 2) and self._ask(shortest(self.contexts[name]).around(twice))


def _ends(texts: Sequence[str]) -> list[str]:
    return [texts[0], texts[-1]]


def shape_of(name: str) -> str:
    """The shape that a slot is of; other types as they are."""
    return name.partition(_SLOT)[0]
