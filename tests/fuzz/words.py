"""Languages by brute force: which of all words up to a length they hold, put together from those of their parts.

Nothing here knows of automata: a union is an `or`, a concatenation joins all words of its parts, a rule is what its
body is, over and over until nothing is new.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dsl.automata.dfa import DFA
from dsl.expressions.expression import Chars, Concat, Epsilon, Expression, Ref, Repeat, Union

Language: TypeAlias = list[NDArray[np.bool_]]  # by length: whether it holds each word, as `Words.texts` has them


class Words:
    """All words of up to `longest` letters; of one length, a word is its number in the base of the letters."""

    def __init__(self, letters: Sequence[str], longest: int) -> None:
        self.letters = letters
        self.longest = longest
        self.texts = ["".join(word) for length in range(longest + 1) for word in product(letters, repeat=length)]

    @classmethod
    def about(cls, letters: Sequence[str], count: int) -> Words:
        """All words up to the length that has at most `count` of them."""
        longest = 0
        while sum(len(letters) ** length for length in range(longest + 2)) <= count:
            longest += 1
        return cls(letters, longest)

    def __len__(self) -> int:
        return len(self.texts)

    def flat(self, language: Language) -> NDArray[np.bool_]:
        """Whether the language holds each of the texts."""
        return np.concatenate(language)

    def nothing(self) -> Language:
        return [np.zeros(len(self.letters) ** length, dtype=bool) for length in range(self.longest + 1)]

    def empty_word(self) -> Language:
        language = self.nothing()
        language[0][0] = True
        return language

    def of_rules(self, rules: Mapping[str, Expression]) -> dict[str, Language]:
        """The languages of all rules of a grammar: the least fixed point."""
        known = {name: self.nothing() for name in rules}
        before = -1
        while before != (before := sum(int(row.sum()) for language in known.values() for row in language)):
            for name, body in rules.items():
                known[name] = self.of(body, known)
        return known

    def of(self, node: Expression, rules: Mapping[str, Language] | None = None) -> Language:
        """The language of an expression, of a grammar's with those of its `rules` so far."""
        match node:
            case Chars(charset):
                language = self.nothing()
                if self.longest:
                    language[1][:] = [letter in charset for letter in self.letters]
                return language
            case Epsilon():
                return self.empty_word()
            case Concat(parts):
                language = self.of(parts[0], rules)
                for part in parts[1:]:
                    language = self.sequence(language, self.of(part, rules))
                return language
            case Union(parts):
                language = self.of(parts[0], rules)
                for part in parts[1:]:
                    language = either(language, self.of(part, rules))
                return language
            case Repeat(body, low, high):
                inner = self.of(body, rules)
                more = self.star(inner) if high is None else self.power(either(inner, self.empty_word()), high - low)
                return self.sequence(self.power(inner, low), more)
            case Ref(name):
                assert rules is not None
                return rules[name]
            case _:
                return self.nothing()

    def sequence(self, first: Language, second: Language) -> Language:
        """A word of the one and then a word of the other."""
        language = self.nothing()
        firsts, seconds = ([length for length, row in enumerate(part) if row.any()] for part in (first, second))
        for before in firsts:
            for behind in seconds:
                if before + behind <= self.longest:
                    language[before + behind] |= (first[before][:, None] & second[behind]).ravel()
        return language

    def star(self, body: Language) -> Language:
        """Any number of words one after the other."""
        language = self.empty_word()
        lengths = [length for length, row in enumerate(body) if length and row.any()]
        for total in range(1, self.longest + 1):
            for first in lengths:
                if first <= total:
                    language[total] |= (body[first][:, None] & language[total - first]).ravel()
        return language

    def power(self, body: Language, count: int) -> Language:
        """`count` words one after the other."""
        if count > self.longest and not body[0][0]:
            return self.nothing()
        language = self.empty_word()
        for _ in range(min(count, self.longest)):  # beyond, some word is empty, and the more of them change nothing
            language = self.sequence(language, body)
        return language

    # ------------------------------------------------------------------------------------------ distances

    def distances(self, language: Language) -> list[NDArray[np.int64]]:
        """For each word, by length, the least number of edits that leads into the language, by way of these words.

        This is the distance where it is at most `longest` + 1 less the length of the word: any other word of the
        language is further away. -1 when no word of the language is so short.
        """
        found = [np.where(row, 0, -1) for row in language]
        reached = language
        steps = 0
        while any(row.any() for row in reached):
            steps += 1
            near = self._one_edit_away(reached)
            reached = [row & (known < 0) for row, known in zip(near, found, strict=True)]
            for row, known in zip(reached, found, strict=True):
                known[row] = steps
        return found

    def _one_edit_away(self, language: Language) -> Language:
        near = self.nothing()
        size = len(self.letters)
        for length, row in enumerate(language):
            if not row.any():
                continue
            cube = row.reshape((size,) * length)
            for place in range(length):
                without = cube.any(axis=place)
                near[length - 1] |= without.ravel()
                near[length] |= np.broadcast_to(np.expand_dims(without, place), cube.shape).ravel()
            if length < self.longest:
                for place in range(length + 1):
                    longer = np.broadcast_to(np.expand_dims(cube, place), (size,) * (length + 1))
                    near[length + 1] |= longer.ravel()
        return near

    # -------------------------------------------------------------------------------------------- automata

    def read_by(self, dfa: DFA) -> Language:
        """The words that lead through the table of an automaton to an accepting state."""
        table = np.array(dfa.table)[:, [dfa.atoms.atom_of(letter) for letter in self.letters]]
        accepting = np.array(dfa.accepting)
        states = np.zeros(1, dtype=np.int64)
        language = []
        for _ in range(self.longest + 1):
            language.append(accepting[states])
            states = table[states].ravel()
        return language


def either(one: Language, other: Language) -> Language:
    """The words of both."""
    return [left | right for left, right in zip(one, other, strict=True)]
