"""Our automata as those of `interegular` and back, to compare with; and the patterns that only its parser reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dsl.automata.atoms import Atoms
from dsl.automata.dfa import DFA
from dsl.automata.elimination import to_expression
from dsl.charset import CharSet
from dsl.errors import LimitError, PatternError
from dsl.expressions.expression import Expression

if TYPE_CHECKING:
    from interegular.fsm import FSM

MAX_NAMED_CHARACTERS = 200_000


def to_fsm(expression: Expression) -> FSM:
    """The minimal automaton of `expression` as interegular's: the largest atom becomes `anything_else`.

    interegular names every other character one by one: LimitError beyond 200,000, or when there are too many states.
    """
    from interegular.fsm import FSM, Alphabet, anything_else

    dfa = DFA.from_expression(expression).minimise()
    sets = dfa.atoms.sets
    rest = max(range(len(sets)), key=lambda atom: len(sets[atom]))
    if sum(map(len, sets)) - len(sets[rest]) > MAX_NAMED_CHARACTERS:
        raise LimitError(
            f"interegular would have to name more than {MAX_NAMED_CHARACTERS:,} characters",
            hint="use smaller classes, or the complement of a small one",
        )
    symbols = {character: atom for atom, charset in enumerate(sets) if atom != rest for character in charset}
    live = dfa.live()
    return FSM(
        alphabet=Alphabet({**symbols, anything_else: rest}),
        states=set(range(len(dfa))),
        initial=0,
        finals={state for state, accepts in enumerate(dfa.accepting) if accepts},
        map={
            state: {atom: following for atom, following in enumerate(row) if live[following]}
            for state, row in enumerate(dfa.table)
        },
    )


def from_fsm(fsm: FSM) -> Expression:
    """A small expression for the language of interegular's automaton."""
    from interegular.fsm import anything_else

    named = CharSet.of(symbol for symbol in fsm.alphabet if symbol is not anything_else)
    sets = {}
    for key, symbols in fsm.alphabet.by_transition.items():
        letters = CharSet.of(symbol for symbol in symbols if symbol is not anything_else)
        sets[key] = letters | ~named if anything_else in symbols else letters
    atoms = Atoms(sets.values())
    keys = {atom: key for key, charset in sets.items() for atom in atoms.atoms_in(charset)}
    states = [fsm.initial, *(state for state in fsm.states if state != fsm.initial)]
    number = {state: index for index, state in enumerate(states)}
    sink = len(states)
    table = [
        [number.get(fsm.map.get(state, {}).get(keys.get(atom)), sink) for atom in range(len(atoms))] for state in states
    ]
    table.append([sink] * len(atoms))
    return to_expression(DFA(atoms, table, [*(state in fsm.finals for state in states), False]))


def from_pattern(text: str) -> Expression:
    r"""Read a pattern with interegular's parser and translate its automaton.

    It knows inline flags, and look-around that does not reach beyond its group: `(?=[ab]*a)[ab]{3}`. `\d` and `\w`
    mean ASCII there. Raises PatternError on what `re` or interegular cannot read.
    """
    from interegular import InvalidSyntax, Unsupported, parse_pattern

    try:
        re.compile(text)  # interegular does not say where the fault is
        # without (0, 0) the context that look-around sees would become part of the language
        return from_fsm(parse_pattern(text).to_fsm(prefix_postfix=(0, 0)))
    except re.error as error:
        raise PatternError(error.msg, text, error.pos or 0) from None
    except (InvalidSyntax, Unsupported, AttributeError) as error:  # AttributeError: on a comment, (?#…)
        hint = "anchors, references, comments and look-around beyond its group cannot be read"
        raise PatternError("interegular cannot read this pattern", text, 0, hint=hint) from error
