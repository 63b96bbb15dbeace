"""From a DFA back to an expression that people can read: state elimination, tried in several orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import reduce

from dsl.automata.dfa import DFA, MAX_STATES
from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import (
    EMPTY,
    EPSILON,
    Chars,
    Concat,
    Epsilon,
    Expression,
    Repeat,
    Union,
    chars,
    concat,
    nullable,
    optional,
    repeat,
    repetition,
    size,
    star,
    union,
)

_LOOK_AHEAD_STATES = 12


def to_expression(dfa: DFA, *, max_size: int | None = None) -> Expression:
    """The smallest expression found by eliminating states of the minimal DFA and of its reverse, in several orders.

    With `max_size`, raises LimitError when all orders come to an arc of more nodes: automata without structure double
    their regex at every state.
    """
    minimal = dfa.minimise()
    automata = [minimal]
    with suppress(LimitError):  # the reverse of a[ab]{14}a[ab]* has a state for every 14 letters
        automata.append(minimal.reversed(max_states=max_size or MAX_STATES).minimise())
    found = []
    for automaton, backwards in zip(automata, (False, True), strict=False):
        arcs = _Arcs(automaton, backwards=backwards)
        look_ahead = [_size_afterwards] if len(automaton) <= _LOOK_AHEAD_STATES else []
        for weight in (_spelled_out, _connections, *look_ahead):
            with suppress(LimitError):
                found.append(arcs.copy().eliminate(weight, max_size))
    if not found:
        message = f"no regex of at most {max_size:,} nodes was found for an automaton of {len(minimal)} states"
        raise LimitError(message, hint="use the automaton itself")
    return min(found, key=lambda expression: (size(expression), len(str(expression))))


class _Arcs:
    """An automaton whose arcs carry expressions, with one start and one end of its own."""

    START, END = -1, -2

    def __init__(self, dfa: DFA, *, backwards: bool = False) -> None:
        self.into: dict[int, dict[int, Expression]] = {}
        self.out: dict[int, dict[int, Expression]] = {}
        live = dfa.live()
        start, end = (self.END, self.START) if backwards else (self.START, self.END)
        self._add(start, 0, EPSILON, backwards)
        for state, row in enumerate(dfa.table):
            if not live[state]:
                continue
            if dfa.accepting[state]:
                self._add(state, end, EPSILON, backwards)
            sets: dict[int, list[CharSet]] = {}
            for atom, following in enumerate(row):
                sets.setdefault(following, []).append(dfa.atoms.sets[atom])
            for following, parallel in sets.items():
                if live[following]:
                    self._add(state, following, chars(reduce(CharSet.__or__, parallel)), backwards)

    def _add(self, source: int, target: int, expression: Expression, backwards: bool = False) -> None:
        if backwards:
            source, target = target, source
        for state in (source, target):
            self.out.setdefault(state, {})
            self.into.setdefault(state, {})
        self.out[source][target] = self.into[target][source] = expression

    def copy(self) -> _Arcs:
        """The same arcs, to be eliminated on their own."""
        twin = _Arcs.__new__(_Arcs)
        twin.into = {state: dict(arcs) for state, arcs in self.into.items()}
        twin.out = {state: dict(arcs) for state, arcs in self.out.items()}
        return twin

    def eliminate(self, weight: Callable[[_Arcs, int], int], max_size: int | None) -> Expression:
        """Take out the state of least weight until none is left. Raises LimitError on an arc over `max_size` nodes."""
        states = sorted(self.out.keys() - {self.START, self.END})
        while states:
            state = min(states, key=lambda state: weight(self, state))
            states.remove(state)
            for source, target, expression in self.detours(state):
                if max_size is not None and size(expression) > max_size:
                    raise LimitError(f"an arc has more than {max_size:,} nodes", hint="eliminate other states first")
                self._add(source, target, expression)
            for source in self.into.pop(state):
                del self.out[source][state]
            for target in self.out.pop(state, {}):
                self.into[target].pop(state, None)
        return self.out.get(self.START, {}).get(self.END, EMPTY)

    def detours(self, state: int) -> Iterable[tuple[int, int, Expression]]:
        """The arcs that stand in for `state`: source, target and what is read between them."""
        loop = starred(self.out[state].get(state, EPSILON))
        return [
            (source, target, either(self.out[source].get(target, EMPTY), sequence(before, loop, behind)))
            for source, before in self.into[state].items()
            for target, behind in self.out[state].items()
            if source != state and target != state
        ]


def _spelled_out(arcs: _Arcs, state: int) -> int:
    """What elimination copies, in nodes (Delgado and Morais 2004)."""
    into = [size(arc) for source, arc in arcs.into[state].items() if source != state]
    out = [size(arc) for target, arc in arcs.out[state].items() if target != state]
    loop = size(arcs.out[state].get(state, EPSILON))
    return sum(into) * (len(out) - 1) + sum(out) * (len(into) - 1) + loop * (len(into) * len(out) - 1)


def _connections(arcs: _Arcs, state: int) -> int:
    """How many pairs of arcs meet here."""
    return len(arcs.into[state].keys() - {state}) * len(arcs.out[state].keys() - {state})


def _size_afterwards(arcs: _Arcs, state: int) -> int:
    """How much larger the whole becomes: the real cost, dear to compute."""
    return sum(
        size(expression) - size(arcs.out[source].get(target, EPSILON))
        for source, target, expression in arcs.detours(state)
    )


# ---------------------------------------------------------------------------------------------- composition
# Like concat, union and star, with the rewrites that elimination calls for.


def sequence(*parts: Expression) -> Expression:
    """The parts one after the other, with neighbours that repeat the same body drawn together."""
    whole = concat(*parts)
    if not isinstance(whole, Concat):
        return whole
    done: list[Expression] = []
    for part in whole.parts:
        done.append(part)
        while _join_tail(done):
            pass
    return concat(*done)


def _join_tail(done: list[Expression]) -> bool:
    last = done[-1]
    if len(done) >= 2 and (joined := _joined(done[-2], last)) is not None:
        done[-2:] = [joined]
        return True
    if isinstance(last, Repeat) and isinstance(last.body, Concat):  # ab(ab)* -> (ab)+
        start = -1 - len(last.body.parts)
        if tuple(done[start:-1]) == last.body.parts:
            done[start:] = [_more(last)]
            return True
    for start in range(max(len(done) - 1, 0)):  # (ab)*ab -> (ab)+
        repeated = done[start]
        if (
            isinstance(repeated, Repeat)
            and isinstance(repeated.body, Concat)
            and tuple(done[start + 1 :]) == repeated.body.parts
        ):
            done[start:] = [_more(repeated)]
            return True
    return False


def _more(node: Repeat) -> Expression:
    return repeat(node.body, node.low + 1, None if node.high is None else node.high + 1)


def _joined(left: Expression, right: Expression) -> Expression | None:
    # aa* -> a+, a?a{2} -> a{2,3}; [ab][ab] -> [ab]{2}, but two equal literals stay as they are
    (body, low, high), (other, other_low, other_high) = repetition(left), repetition(right)
    plain = not isinstance(left, Repeat) and not isinstance(right, Repeat)
    if body != other or (plain and isinstance(body, Chars) and len(body.set) == 1):
        return None
    return repeat(body, low + other_low, None if high is None or other_high is None else high + other_high)


def either(*alternatives: Expression) -> Expression:
    """Any of the alternatives, with common beginnings and ends written once: `abc|adc -> a(b|d)c`."""
    whole = union(*alternatives)
    if isinstance(whole, Repeat) and whole.low == 0 and whole.high == 1:  # (a*|b)? -> a*|b
        body = either(whole.body)
        return body if nullable(body) else optional(body)
    if not isinstance(whole, Union):
        return whole
    parts = list(whole.parts)
    for index, part in enumerate(parts):
        for other in range(index):
            merged = _merged(parts[other], part)
            if merged is not None:
                rest = [parts[i] for i in range(len(parts)) if i not in (index, other)]
                return either(merged, *rest)
    return whole


def _merged(left: Expression, right: Expression) -> Expression | None:
    """One expression for two alternatives that begin or end alike, None when they do not."""
    (body, low, high), (other, other_low, other_high) = repetition(left), repetition(right)
    if body == other and (high is None or other_low <= high + 1) and (other_high is None or low <= other_high + 1):
        # a|a{2,3} -> a{1,3}
        top = None if high is None or other_high is None else max(high, other_high)
        return repeat(body, min(low, other_low), top)
    for at_end in (False, True):
        (shared, rest), (other_shared, other_rest) = _split(left, at_end), _split(right, at_end)
        if shared == other_shared:  # ab|ac -> a(b|c), ba|ca -> (b|c)a
            inner = either(rest, other_rest)
            return sequence(inner, shared) if at_end else sequence(shared, inner)
    return None


def _split(node: Expression, at_end: bool) -> tuple[Expression, Expression]:
    """The last or first part of a sequence, and the others."""
    if not isinstance(node, Concat):
        return node, EPSILON
    return (node.parts[-1], concat(*node.parts[:-1])) if at_end else (node.parts[0], concat(*node.parts[1:]))


def starred(node: Expression) -> Expression:
    """`node*`, without what the star makes superfluous: `(a+|b?)* -> [ab]*`."""
    if isinstance(node, Epsilon):
        return EPSILON
    parts = node.parts if isinstance(node, Union) else (node,)
    return star(either(*(_once(part) for part in parts)))


def _once(node: Expression) -> Expression:
    repeated = isinstance(node, Repeat) and node.low <= 1
    return node.body if repeated else node  # type: ignore[union-attr]
