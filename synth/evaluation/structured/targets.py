"""What answers have to look like, induced from the training targets: a grammar, and an order of tokens.

The grammar says what may follow what, inside each kind of bracket (2-testable: García and Vidal 1990), and that
brackets close. The order says which tokens a token always had before it: names that are declared before they are used.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.expressions.expression import EPSILON, Expression, Ref, concat, literal, union
from dsl.grammar import Grammar
from dsl.language import START
from synth.decoding.constraint import Bits, pack, unpack
from synth.decoding.masks.token_mask import TokenMask
from synth.decoding.masks.vocabulary import Vocabulary

OPENING, CLOSING = "([{", ")]}"
OFTEN: Final = 10  # targets with a token, from which on what it had before it in all of them is a rule

Target = Sequence[str]


class Place(NamedTuple):
    """What stands before the next token: the kind of bracket around it, "" outermost, and the part before it."""

    kind: str
    last: str
    is_group: bool = False  # a whole bracket, and not a token


class State(NamedTuple):
    """Where the grammar is, and which of the tokens that others wait for were written."""

    inside: int
    written: frozenset[int]


class TargetGrammar:
    """The texts of tokens that look like the targets; a constraint, as `synth.decoding` has them.

    `spelled` are the tokens, each with a space behind it. Where the order forbids all that the grammar allows, the
    grammar alone counts, so that every text can be ended.
    """

    def __init__(self, targets: Sequence[Target], spelled: Vocabulary) -> None:
        self._mask = TokenMask(grammar_of(targets), spelled)
        places = {token: place for place, token in enumerate(spelled.tokens) if token}
        known = {place: token for token, place in places.items()}
        before = {
            places[_spelled(token)]: [places[_spelled(one)] for one in earlier if _spelled(one) in places]
            for token, earlier in order_of(targets).items()
            if _spelled(token) in places
        }
        self._awaited = sorted({one for earlier in before.values() for one in earlier})
        columns = {place: column for column, place in enumerate(self._awaited)}
        self._needs = np.zeros((len(spelled), len(columns)), dtype=bool)  # (V, awaited)
        for place in known:
            self._needs[place, [columns[one] for one in before.get(place, ())]] = True

    def start(self) -> State:
        return State(self._mask.start(), frozenset())

    def allowed(self, state: State) -> Bits:
        return self._in_order(self._mask.allowed(state.inside), state)

    def allowed_within(self, state: State, left: int) -> Bits:
        return self._in_order(self._mask.allowed_within(state.inside, left), state)

    def successors(self, state: State) -> tuple[NDArray[np.int64], Sequence[State]]:
        tokens, _ = self._mask.successors(state.inside)
        allowed = unpack(self.allowed(state), len(self._needs))
        kept = tokens[allowed[tokens]]
        return kept, [self.advance(state, token) for token in kept.tolist()]

    def advance(self, state: State, token: int) -> State:
        inside = self._mask.advance(state.inside, token)
        assert inside is not None
        return State(inside, state.written | ({token} & set(self._awaited)))

    def accepts(self, state: State) -> bool:
        return self._mask.accepts(state.inside)

    def distance_to_end(self, state: State) -> int:
        return self._mask.distance_to_end(state.inside)

    def _in_order(self, bits: Bits, state: State) -> Bits:
        missing = np.array([place not in state.written for place in self._awaited], dtype=bool)
        inside = unpack(bits, len(self._needs))
        both = inside & ~(self._needs @ missing)
        return pack(both) if both.any() else bits


def grammar_of(targets: Sequence[Target]) -> Grammar:
    """The grammar of all texts whose tokens follow each other as they do in the targets, each with a space behind it.

    Brackets are tokens that end with an opening sign, up to one that begins with a closing sign: MAX( … ). Inside each
    kind they are read alone; a whole bracket counts as one part of what is around it. Where a target does not close
    its brackets, signs are no brackets.
    """
    # a ( b ) ;  and  a ;  ->  a is followed by (…) or ;  and (…) by ;  and b, inside, by the end
    has_brackets = all(map(_closes, targets))
    follows: defaultdict[Place, dict[str | Place, None]] = defaultdict(dict)
    closed: dict[str, dict[str, None]] = defaultdict(dict)
    for target in targets:
        around = [Place("", "")]
        for token in target:
            if has_brackets and token[-1] in OPENING:
                around.append(Place(token, ""))
                continue
            if has_brackets and token[0] in CLOSING:
                inner = around.pop()
                follows[inner][token] = None
                closed[inner.kind][token] = None
                following = Place(around[-1].kind, inner.kind, True)
                follows[around[-1]][following] = None
            else:
                following = Place(around[-1].kind, token)
                follows[around[-1]][token] = None
            around[-1] = following
        follows[around[-1]][""] = None
    return _written(follows, closed)


def _written(follows: dict[Place, dict[str | Place, None]], closed: dict[str, dict[str, None]]) -> Grammar:
    """A rule for each place, of what follows it: right-recursive."""
    names = {Place("", ""): START}
    names |= {place: f"s{number}" for number, place in enumerate(follows) if place not in names}

    def part(place: Place, following: str | Place) -> Expression:
        if isinstance(following, Place):
            opened = Place(following.last, "")
            return concat(literal(f"{following.last} "), Ref(names[opened]), Ref(names[following]))
        if not following:
            return EPSILON
        if following in closed.get(place.kind, ()):
            return literal(f"{following} ")
        return concat(literal(f"{following} "), Ref(names[Place(place.kind, following)]))

    rules = {names[place]: union(*(part(place, one) for one in found)) for place, found in follows.items()}
    return Grammar({START: rules[START], **rules})


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


def _closes(target: Target) -> bool:
    depth = 0
    for token in target:
        depth += (token[-1] in OPENING) - (token[0] in CLOSING)
        if depth < 0:
            return False
    return depth == 0


def _spelled(token: str) -> bytes:
    return f"{token} ".encode()
