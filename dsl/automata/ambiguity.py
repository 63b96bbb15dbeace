"""How many ways a backtracking matcher has to read the same text: the difference between linear time and a hang.

A derivation says for each character which leaf reads it and how the repeats and alternatives were chosen on the way.
Backtracking tries derivations one by one, so when every text has boundedly many, matching takes linear time. They are
counted on the expression as it is written: `(a?b?)*` has one leaf for each letter, yet reads `ab` in two ways, in one
turn or in two. Degrees after Weber and Seidl 1991, criteria on products after Allauzen, Mohri and Rastogi 2008.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from dsl.automata.atoms import Atoms
from dsl.automata.bit_sets import bits, union_of
from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Concat, Empty, Epsilon, Expression, Repeat, Union

MAX_POSITIONS = 1_000
MAX_DERIVATIONS = 16
MAX_STEPS = 1_000_000
_LENGTH = 60  # characters; ten thousand times as many steps on a hundred are a hang as well
_MAX_PROFILES = 500


class Ambiguity(IntEnum):
    """How the greatest number of derivations of a text grows with its length."""

    NONE = 0
    FINITE = 1
    POLYNOMIAL = 2
    EXPONENTIAL = 3


def ambiguity(expression: Expression) -> Ambiguity:
    """The growth of the number of derivations. Raises LimitError beyond 1,000 positions, ValueError on Ref."""
    return _Derivations(expression).growth


def is_linear(expression: Expression) -> bool:
    """Whether a backtracking matcher needs only linear time, whatever the text.

    True when no text has more than 16 derivations, whole or unfinished; False beyond that, and when so many different
    situations arise that this cannot be settled quickly. Raises LimitError beyond 1,000 positions, ValueError on Ref.
    """
    derivations = _Derivations(expression)
    if derivations.growth is Ambiguity.FINITE:
        return derivations.most_at_once() <= MAX_DERIVATIONS
    return derivations.growth is Ambiguity.NONE


def is_catastrophic(expression: Expression) -> bool:
    """Whether a backtracking matcher may need millions of steps on a text of 60 characters.

    True where the number of derivations grows exponentially, and where some text that is easily found has over a
    million, finished or not: `(a?){30}a{30}` has boundedly many, yet 2^30 of them. Raises what `is_linear` raises.
    """
    derivations = _Derivations(expression)
    return derivations.growth is Ambiguity.EXPONENTIAL or derivations.steps(_LENGTH) > MAX_STEPS


@dataclass(frozen=True, slots=True)
class _Ways:
    """A set of positions, each to be reached in one way (`once`) or in several (`twice`, a part of `once`)."""

    once: int = 0
    twice: int = 0

    def __add__(self, other: _Ways) -> _Ways:
        return _Ways(self.once | other.once, self.twice | other.twice | (self.once & other.once))

    def __mul__(self, ways: int) -> _Ways:
        return _Ways() if ways == 0 else self if ways == 1 else _Ways(self.once, self.once)


@dataclass(frozen=True, slots=True)
class _Fragment:
    """`empty` is the number of ways to read the empty string, 2 meaning several."""

    empty: int
    first: _Ways
    last: _Ways


class _Derivations:
    """The positions, counted repeats written out, and the ways between them; state 0 is the start, the last the end."""

    def __init__(self, expression: Expression) -> None:
        self.sets: list[CharSet] = []
        self.once: list[int] = []
        self.twice: list[int] = []
        start = self._state(CharSet())
        body = self._build(expression)
        self._sequence([start, body, self._state(CharSet())])

    # ---------------------------------------------------------------------------------------- construction

    def _build(self, node: Expression) -> _Fragment:
        match node:
            case Chars(charset):
                return self._state(charset)
            case Concat(parts):
                return self._sequence([self._build(part) for part in parts])
            case Union(parts):
                branches = [self._build(part) for part in parts]
                return _Fragment(
                    min(sum(branch.empty for branch in branches), 2),
                    sum((branch.first for branch in branches), _Ways()),
                    sum((branch.last for branch in branches), _Ways()),
                )
            case Repeat(body, low, None):
                # a{3,} -> aaa+
                turns = [self._build(body) for _ in range(max(low, 1))]
                return self._sequence([*turns[:-1], self._loop(turns[-1], low)])
            case Repeat(body, low, int(high)):
                # a{2,4} -> aa(a(a)?)?
                turns = [self._build(body) for _ in range(high)]
                further = _READS_NOTHING
                for turn in reversed(turns[low:]):
                    longer = self._sequence([turn, further])
                    further = _Fragment(min(longer.empty + 1, 2), longer.first, longer.last)
                return self._sequence([*turns[:low], further])
            case Epsilon():
                return _READS_NOTHING
            case Empty():
                return _Fragment(0, _Ways(), _Ways())
            case _:
                raise ValueError(f"no derivations of {node!r}")

    def _state(self, charset: CharSet) -> _Fragment:
        if len(self.sets) > MAX_POSITIONS:
            raise LimitError(
                f"more than {MAX_POSITIONS:,} positions are too many to check for ambiguity",
                hint="use * or + instead of large counts",
            )
        alone = _Ways(1 << len(self.sets))
        self.sets.append(charset)
        self.once.append(0)
        self.twice.append(0)
        return _Fragment(0, alone, alone)

    def _sequence(self, parts: list[_Fragment]) -> _Fragment:
        whole = _READS_NOTHING
        for part in parts:
            self._connect(whole.last, part.first)
            whole = _Fragment(
                min(whole.empty * part.empty, 2),
                whole.first + part.first * whole.empty,
                part.last + whole.last * part.empty,
            )
        return whole

    def _loop(self, turn: _Fragment, low: int) -> _Fragment:
        # turns that read nothing need no count: a body that allows them, such as a?b?, meets itself in its own loop
        self._connect(turn.last, turn.first)
        return _Fragment(turn.empty if low else 1, turn.first, turn.last)

    def _connect(self, ends: _Ways, beginnings: _Ways) -> None:
        for state in bits(ends.once):
            ways = beginnings * (2 if ends.twice >> state & 1 else 1)
            self.twice[state] |= ways.twice | (self.once[state] & ways.once)
            self.once[state] |= ways.once

    # --------------------------------------------------------------------------------------------- analysis

    @cached_property
    def growth(self) -> Ambiguity:
        everything = (1 << len(self.sets)) - 1
        if not self._splits_and_meets(everything):
            return Ambiguity.NONE
        components = self._components()
        if any(map(self._splits_and_meets, components)):
            return Ambiguity.EXPONENTIAL
        return Ambiguity.POLYNOMIAL if self._shares_a_loop(components) else Ambiguity.FINITE

    @cached_property
    def _readers(self) -> list[int]:
        """For each atom the states entered by it; the end of the text is one more atom."""
        atoms = Atoms(self.sets)
        readers = [0] * len(atoms)
        for state, charset in enumerate(self.sets):
            for atom in atoms.atoms_in(charset):
                readers[atom] |= 1 << state
        return [*filter(None, readers), 1 << len(self.sets) - 1]

    @cached_property
    def _rivals(self) -> list[int]:
        """For each state the states, itself among them, that some common character enters."""
        return [union_of(reader for reader in self._readers if reader >> state & 1) for state in range(len(self.sets))]

    def _after(self, states: int) -> int:
        return union_of(self.once[state] for state in bits(states))

    def _splits_and_meets(self, within: int) -> bool:
        """Whether two different paths with equal ends, all inside `within`, read the same word.

        Over everything: is some text ambiguous. Over a strongly connected component, where both can be walked again
        and again: exponentially so.
        """
        pairs = [0] * len(self.sets)
        pending: list[tuple[int, int]] = []
        for state in bits(within):
            following = self.once[state] & within
            if self.twice[state] & within:
                return True
            for left in bits(following):
                rights = following & self._rivals[left] & ~(1 << left)
                if rights & ~pairs[left]:
                    pending.append((left, rights & ~pairs[left]))
                    pairs[left] |= rights
        while pending:
            left, rights = pending.pop()
            following = self._after(rights) & within
            for next_left in bits(self.once[left] & within):
                met = following & self._rivals[next_left]
                if met >> next_left & 1:
                    return True
                if met & ~pairs[next_left]:
                    pending.append((next_left, met & ~pairs[next_left]))
                    pairs[next_left] |= met
        return False

    @cached_property
    def _reach(self) -> list[int]:
        """For each state the states that one arc or more lead to."""
        reach = [0] * len(self.sets)
        changed = True
        while changed:  # arcs lead forward but for the loops: few rounds, backwards
            changed = False
            for state in reversed(range(len(reach))):
                found = self.once[state] | union_of(reach[following] for following in bits(self.once[state]))
                changed |= found != reach[state]
                reach[state] = found
        return reach

    def _components(self) -> list[int]:
        """The strongly connected components that hold a cycle."""
        components = []
        left = union_of(1 << state for state, found in enumerate(self._reach) if found >> state & 1)
        while left:
            state = left.bit_length() - 1
            component = union_of(
                1 << other for other in bits(self._reach[state] & left) if self._reach[other] >> state & 1
            )
            components.append(component)
            left &= ~component
        return components

    def _shares_a_loop(self, components: list[int]) -> bool:
        """Whether some word loops at p, loops at q and leads from p to q: `a*a*`, more ways for every letter."""
        return any(
            self._leads_over(p, q, here, there)
            for here in components
            for there in components
            if here != there and self._reach[here.bit_length() - 1] & there
            for p, q in self._common_loops(here, there)
        )

    def _common_loops(self, here: int, there: int) -> Iterator[tuple[int, int]]:
        """Pairs of states that loop on a common word, one for all that lead to each other and back: they are alike."""
        left = {p: self._rivals[p] & there for p in bits(here)}
        for p in left:
            while left[p]:
                q = left[p].bit_length() - 1
                left[p] ^= 1 << q
                forward = self._pairs_from(p, q, here, there, self.once)
                if forward.get(p, 0) >> q & 1:
                    yield p, q
                    for state, others in self._pairs_from(p, q, here, there, self._before).items():
                        left[state] &= ~(others & forward.get(state, 0))

    def _pairs_from(self, p: int, q: int, here: int, there: int, arcs: list[int]) -> dict[int, int]:
        """The pairs that equal words lead to from (p, q), in one step or more: for each left state the right ones."""
        pairs: dict[int, int] = {}
        pending = [(p, 1 << q)]
        while pending:
            left, rights = pending.pop()
            following = union_of(arcs[state] for state in bits(rights)) & there
            for next_left in bits(arcs[left] & here):
                met = following & self._rivals[next_left] & ~pairs.get(next_left, 0)
                if met:
                    pairs[next_left] = pairs.get(next_left, 0) | met
                    pending.append((next_left, met))
        return pairs

    @cached_property
    def _before(self) -> list[int]:
        before = [0] * len(self.sets)
        for state, following in enumerate(self.once):
            for reached in bits(following):
                before[reached] |= 1 << state
        return before

    def _leads_over(self, p: int, q: int, here: int, there: int) -> bool:
        # three walks on one word, from (p, p, q) to (p, q, q); the middle ones are kept together as a set
        middles = {(p, q): 1 << p}
        pending = [(p, 1 << p, q)]
        while pending:
            left, middle, right = pending.pop()
            following = self._after(middle)
            for next_left in bits(self.once[left] & here):
                for next_right in bits(self.once[right] & there & self._rivals[next_left]):
                    common = 1 << next_left | 1 << next_right
                    reached = following & union_of(reader for reader in self._readers if reader & common == common)
                    if next_left == p and next_right == q and reached >> q & 1:
                        return True
                    known = middles.get((next_left, next_right), 0)
                    if reached & ~known:
                        middles[next_left, next_right] = known | reached
                        pending.append((next_left, reached & ~known, next_right))
        return False

    def most_at_once(self) -> int:
        """The most derivations of one text that lead to one state; MAX_DERIVATIONS + 1 for more, or unsettled."""
        if any(self.twice):
            return MAX_DERIVATIONS + 1
        most = 1
        start: tuple[tuple[int, int], ...] = ((0, 1),)
        seen, pending = {start}, [start]
        while pending:
            profile = pending.pop()
            for reader in self._readers:
                following: Counter[int] = Counter()
                for state, ways in profile:
                    for reached in bits(self.once[state] & reader):
                        following[reached] += ways
                most = max(most, *following.values(), 0)
                key = tuple(sorted(following.items()))
                if key not in seen:
                    seen.add(key)
                    pending.append(key)
            if most > MAX_DERIVATIONS or len(seen) > _MAX_PROFILES:
                return MAX_DERIVATIONS + 1
        return most

    def steps(self, length: int) -> int:
        """The derivations of all beginnings of a text that is made to have many, up to MAX_STEPS or a little more."""
        ways: Counter[int] = Counter({0: 1})
        steps = 0
        for _ in range(length):
            following: Counter[int] = Counter()
            for state, count in ways.items():
                for reached in bits(self.once[state]):
                    following[reached] += count * (1 + (self.twice[state] >> reached & 1))
            readers = [Counter({state: following[state] for state in bits(reader)}) for reader in self._readers[:-1]]
            ways = max(readers, key=Counter.total, default=Counter())
            steps += ways.total()
            if not ways.total() or steps > MAX_STEPS:
                break
        return steps


_READS_NOTHING = _Fragment(1, _Ways(), _Ways())
