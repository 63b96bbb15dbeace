"""What answers have to look like, induced from the training targets: a grammar, and an order of tokens.

The grammar says what may follow what, inside each kind of bracket (2-testable: García and Vidal 1990), and that
brackets close, no deeper than in any target: a nested word automaton (Alur and Madhusudan 2009), so that a mask takes
no parser. The order says which tokens a token always had before it: names that are declared before they are used.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dsl.errors import VocabularyError
from synth.decoding.constraint import NEVER, Bits, pack, unpack
from synth.decoding.masks.vocabulary import Vocabulary

OPENING, CLOSING = "([{", ")]}"
OFTEN: Final = 10  # targets with a token, from which on what it had before it in all of them is a rule

Target = Sequence[str]


class Place(NamedTuple):
    """What stands before the next token: the kind of bracket around it, "" outermost, and the part before it."""

    kind: str
    last: str
    is_group: bool = False  # a whole bracket, and not a token


BEGIN: Final = Place("", "")
Follows: TypeAlias = dict[Place, dict[str, None]]  # the tokens that may come next, "" for the end of a text
Distances: TypeAlias = list[dict[Place, int]]  # of 0, 1, 2, … brackets that may still be opened inside each other


class State(NamedTuple):
    """Where a text is.

    place     inside the innermost bracket
    around    where those around it go on, the outermost first
    needed    how few tokens end those around it
    written   which of the tokens that others wait for were written
    """

    place: Place
    around: tuple[Place, ...]
    needed: int
    written: frozenset[int]


class TargetGrammar:
    """The texts of tokens that look like the targets; a constraint, as `synth.decoding` has them.

    `spelled` are the tokens, each with a space behind it. Where the order forbids all that the grammar allows, the
    grammar alone counts, so that every text can be ended. Raises VocabularyError when these tokens end none.
    """

    def __init__(self, targets: Sequence[Target], spelled: Vocabulary) -> None:
        self._tokens = [spelling.decode().removesuffix(" ") for spelling in spelled.tokens]
        self._end = spelled.end_tokens[0]
        self._places = {token: place for place, token in enumerate(self._tokens) if token}
        self._signs, follows = follows_of(targets)
        self._follows = {
            place: {token: None for token in found if not token or token in self._places}
            for place, found in follows.items()
        }
        self._least = distances(self._follows, self._signs, deepest(targets, self._signs))
        if self._least[-1][BEGIN] == NEVER:
            raise VocabularyError("no tokens spell a whole target", hint="keep tokens that are rarer")
        self._costs_of: dict[tuple[Place, int], NDArray[np.int64]] = {}
        before = {token: earlier for token, earlier in order_of(targets).items() if token in self._places}
        awaited = {one for earlier in before.values() for one in earlier if one in self._places}
        self._columns = {place: column for column, place in enumerate(sorted(map(self._places.__getitem__, awaited)))}
        self._needs = np.zeros((len(spelled), len(awaited)), dtype=np.float32)  # (V, awaited)
        for token, earlier in before.items():
            columns = [self._columns[self._places[one]] for one in earlier if one in awaited]
            self._needs[self._places[token], columns] = 1

    def start(self) -> State:
        return State(BEGIN, (), 0, frozenset())

    def allowed(self, state: State) -> Bits:
        return self.allowed_within(state, NEVER)

    def allowed_within(self, state: State, left: int) -> Bits:
        inside = self._costs(state.place, self._room(state)) < min(NEVER, left - state.needed)  # (V,)
        inside[self._end] = self.accepts(state)
        ordered = inside & (self._needs @ self._missing(state) == 0)
        return pack(ordered if ordered.any() else inside)

    def successors(self, state: State) -> tuple[NDArray[np.int64], Sequence[State]]:
        allowed = unpack(self.allowed(state), len(self._tokens))
        allowed[self._end] = False
        tokens = np.flatnonzero(allowed)
        return tokens, [self.advance(state, token) for token in tokens.tolist()]

    def advance(self, state: State, token: int) -> State:
        place, around, needed, written = state
        text = self._tokens[token]
        if token in self._columns:
            written |= {token}
        if text not in self._signs:
            return State(Place(place.kind, text), around, needed, written)
        if self._signs[text] < 0:
            return State(around[-1], around[:-1], needed - self._least[self._room(state) + 1][around[-1]], written)
        behind = Place(place.kind, text, True)
        needed += self._least[self._room(state)][behind]
        return State(Place(text, ""), (*around, behind), needed, written)

    def accepts(self, state: State) -> bool:
        return not state.around and "" in self._follows[state.place]

    def distance_to_end(self, state: State) -> int:
        return min(NEVER, self._least[self._room(state)][state.place] + state.needed)

    def _room(self, state: State) -> int:
        """How many brackets may be opened inside each other from here."""
        return len(self._least) - 1 - len(state.around)

    def _costs(self, place: Place, room: int) -> NDArray[np.int64]:
        """How few tokens end the bracket behind each token, (V,)."""
        costs = self._costs_of.get((place, room))
        if costs is None:
            costs = self._costs_of[place, room] = np.full(len(self._tokens), NEVER, dtype=np.int64)
            for token in filter(None, self._follows[place]):
                costs[self._places[token]] = cost(place, token, self._least[: room + 1], self._signs)
        return costs

    def _missing(self, state: State) -> NDArray[np.float32]:
        missing = np.ones(len(self._columns), dtype=np.float32)  # (awaited,)
        missing[[self._columns[token] for token in state.written]] = 0
        return missing


def follows_of(targets: Sequence[Target]) -> tuple[dict[str, int], Follows]:
    """The brackets among the tokens, 1 for one that opens and -1 for one that closes, and what follows each place.

    Brackets are tokens that end with an opening sign, up to one that begins with a closing sign: MAX( … ). Inside each
    kind they are read alone; a whole bracket counts as one part of what is around it. Where a target does not close
    its brackets, signs are no brackets.
    """
    # a ( b ) ;  and  a ;  ->  a is followed by ( or ;  and (…) by ;  and b, inside, by )
    signs = {token: sign for target in targets for token in target if (sign := _sign(token))}
    if not all(_closes(target, signs) for target in targets):
        signs = {}
    follows: defaultdict[Place, dict[str, None]] = defaultdict(dict)
    for target in targets:
        around = [BEGIN]
        for token in target:
            follows[around[-1]][token] = None
            sign = signs.get(token, 0)
            if sign < 0:
                around.pop()
                continue
            around[-1] = Place(around[-1].kind, token, sign > 0)
            if sign > 0:
                around.append(Place(token, ""))
        follows[around[-1]][""] = None
    return signs, dict(follows)


def deepest(targets: Iterable[Target], signs: Mapping[str, int]) -> int:
    """How many brackets are open at once in any target."""
    return max(max(accumulate(signs.get(token, 0) for token in target), default=0) for target in targets)


def distances(follows: Follows, signs: Mapping[str, int], most: int) -> Distances:
    """How few tokens end the bracket, or the text, from each place; NEVER where none do (Knuth 1977).

    Of each number of brackets that may still be opened inside each other, up to `most`.
    """
    found: Distances = []
    for _ in range(most + 1):
        least = dict.fromkeys(follows, NEVER)
        found.append(least)
        changed = True
        while changed:
            changed = False
            for place in reversed(follows):
                ways = (cost(place, token, found, signs) + 1 if token else 0 for token in follows[place])
                shortest = min(ways, default=NEVER)
                if shortest < least[place]:
                    least[place], changed = shortest, True
    return found


def cost(place: Place, token: str, least: Distances, signs: Mapping[str, int]) -> int:
    """How few tokens end the bracket of a place behind a token there; the last of the distances are of its depth."""
    sign = signs.get(token, 0)
    if sign < 0:
        return 0
    behind = least[-1][Place(place.kind, token, sign > 0)]
    if sign == 0:
        return behind
    return min(NEVER, behind + least[-2][Place(token, "")]) if len(least) > 1 else NEVER


def order_of(targets: Iterable[Target]) -> dict[str, frozenset[str]]:
    """The tokens that each frequent token had before it in all targets in which it stands."""
    # SELECT a FROM t AS a and SELECT b FROM t AS a , u AS b -> AS waits for SELECT and FROM, …
    counts: Counter[str] = Counter()
    before: dict[str, set[str]] = {}
    for target in targets:
        seen: set[str] = set()
        for token in target:
            if token not in seen:
                counts[token] += 1
                before[token] = before[token] & seen if token in before else set(seen)
                seen.add(token)
    return {token: frozenset(found) for token, found in before.items() if counts[token] >= OFTEN and found}


def _sign(token: str) -> int:
    return 1 if token[-1] in OPENING else -(token[0] in CLOSING)


def _closes(target: Target, signs: dict[str, int]) -> bool:
    depth = 0
    for token in target:
        depth += signs.get(token, 0)
        if depth < 0:
            return False
    return depth == 0
