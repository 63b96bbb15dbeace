"""Which alternative a nonterminal becomes, by the k characters that come next: the strong LL(k) table.

Cell (A, w) holds the alternative whose strings, with what may stand behind A, begin with w. Two alternatives in a cell
are a conflict (Rosenkrantz and Stearns 1970).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from dsl.automata.atoms import Atoms
from dsl.charset import CharSet
from dsl.errors import LimitError, LookaheadError
from dsl.expressions.expression import Chars
from dsl.grammars.predictive.alternatives import Alternatives, Symbols
from dsl.grammars.predictive.lookahead import END, Lookahead, Text
from dsl.grammars.predictive.witness import shortest_witness

MOST_TRIED: Final = 3  # characters of lookahead that a hint is looked for with

Choices: TypeAlias = dict[tuple[int, Text], int]  # by nonterminal and k atoms, the number of the alternative


class _Conflict(NamedTuple):
    nonterminal: int
    text: Text
    one: int
    another: int


def choices_of(alternatives: Alternatives, atoms: Atoms, k: int) -> Choices:
    """The cells that are not empty.

    Raises LookaheadError when a rule leads back to itself before anything is read, and when two alternatives cannot be
    told apart by k characters; LimitError when there are too many beginnings.
    """
    _refuse_left_recursion(alternatives)
    lookahead = Lookahead(alternatives, atoms, k)
    found = _filled(lookahead)
    if isinstance(found, _Conflict):
        raise _error(lookahead, atoms, found)
    return found


def _filled(lookahead: Lookahead) -> Choices | _Conflict:
    choices: Choices = {}
    for number, sequences in enumerate(lookahead.alternatives.of):
        for choice, sequence in enumerate(sequences):
            for text in sorted(lookahead.begins(sequence, lookahead.follow[number])):
                other = choices.setdefault((number, text), choice)
                if other != choice:
                    return _Conflict(number, text, other, choice)
    return choices


def _error(lookahead: Lookahead, atoms: Atoms, conflict: _Conflict) -> LookaheadError:
    alternatives, k = lookahead.alternatives, lookahead.k
    number, text, *both = conflict
    one, another = (_written(alternatives, alternatives.of[number][choice]) for choice in both)
    seen = "".join(atoms.specimen(atom) for atom in text if atom != END)
    before = " and ".join([*([repr(seen)] if seen else []), *(["the end"] if END in text else [])])
    ahead = f"{k} character{'s' * (k > 1)} ahead do{'es' * (k == 1)} not tell"
    message = f"{ahead} what {_place(alternatives, number)} becomes: before {before}, both {one} and {another}"
    witness = shortest_witness(lookahead, atoms, (number, text), conflict.another)
    if witness is not None:
        message += f", for example in {witness!r}"
    return LookaheadError(message, hint=_hint(alternatives, atoms, k, END in text))


def _hint(alternatives: Alternatives, atoms: Atoms, k: int, is_at_the_end: bool) -> str:
    if is_at_the_end:
        return "no lookahead tells them apart, as the text ends there: leave one of the two ways out"
    for more in range(k + 1, MOST_TRIED + 1):
        try:
            if not isinstance(_filled(Lookahead(alternatives, atoms, more)), _Conflict):
                return f"k={more} tells them apart"
        except LimitError:
            break
    return f"no k up to {MOST_TRIED} does: move what both begin with in front of them"


def _refuse_left_recursion(alternatives: Alternatives) -> None:
    empty: set[int] = set()
    while new := [
        number
        for number, sequences in enumerate(alternatives.of)
        if number not in empty and any(all(symbol in empty for symbol in sequence) for sequence in sequences)
    ]:
        empty.update(new)
    for number in range(len(alternatives.of)):
        way = _back_to(alternatives, empty, number)
        if way:
            names = " -> ".join(_place(alternatives, step) for step in way)
            message = f"left recursion: {names}, before a character was read"
            hint = 'no lookahead helps: write repetition with * or +, as in a: b ("," b)* for a: b | a "," b'
            raise LookaheadError(message, hint=hint)


def _back_to(alternatives: Alternatives, empty: set[int], target: int) -> list[int] | None:
    """How a nonterminal leads back to itself at the left, if it does."""
    came: dict[int, int] = {}
    pending = [target]
    while pending:
        number = pending.pop(0)
        for following in _leftmost(alternatives, empty, number):
            if following == target:
                way = [target, number]
                while way[-1] != target:
                    way.append(came[way[-1]])
                return way[::-1]
            if following not in came:
                came[following] = number
                pending.append(following)
    return None


def _leftmost(alternatives: Alternatives, empty: set[int], number: int) -> Iterator[int]:
    for sequence in alternatives.of[number]:
        for symbol in sequence:
            if isinstance(symbol, CharSet):
                break
            yield symbol
            if symbol not in empty:
                break


def _place(alternatives: Alternatives, number: int) -> str:
    name, part = alternatives.names[number], alternatives.parts[number]
    return f"the rule {name}" if number < alternatives.rules else f"{part} in the rule {name}"


def _written(alternatives: Alternatives, sequence: Symbols) -> str:
    parts = [str(Chars(symbol)) if isinstance(symbol, CharSet) else alternatives.parts[symbol] for symbol in sequence]
    return " ".join(parts) or "nothing"
