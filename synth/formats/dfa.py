"""The minimal automaton over the bytes of UTF-8: safetensors, with a description in JSON in the header.

`next` (states, 256), int32, is the state behind a byte, -1 where no string of the language goes on; `accepting`
(states,), uint8, says where one may end. State 0 is the start.
"""

from __future__ import annotations

import json

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save

from dsl.automata.dfa import DFA
from dsl.expressions.expression import Expression
from dsl.language import Language
from synth.decoding.masks.utf8 import Utf8
from synth.formats.format import Format, expression_of

SCHEMA = 1


class Automaton(Format):
    """Bytes of a safetensors file."""

    name = "dfa"
    title = "An automaton"

    def write(self, language: Language, **options: str) -> bytes:
        """The automaton. Raises ExportError on grammars that are not regular, LimitError on large automata."""
        following, accepting = byte_automaton(expression_of(language, self.title))
        description = {
            "schema": SCHEMA,
            "language": language.pattern,
            "states": len(accepting),
            "start": 0,
            "alphabet": "bytes of UTF-8",
        }
        tensors: dict[str, NDArray[np.generic]] = {"next": following, "accepting": accepting.astype(np.uint8)}
        return save(tensors, metadata={"format": "synth.dfa", "description": json.dumps(description)})


def byte_automaton(expression: Expression) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The next state for each state and byte, int32 (states, 256), -1 for none; where a string may end (states,)."""
    dfa = DFA.from_expression(expression).minimise()
    live, utf8 = dfa.live(), Utf8(dfa.atoms)
    # what a character may turn out to be
    inside = [utf8.completes(state, range(256)) for state in range(len(utf8.table))]
    numbers = {(0, 0): 0}
    pending = [(0, 0)]
    rows: list[list[int]] = []
    for state, within in pending:
        row = []
        for symbol in utf8.table[within].tolist():
            if symbol < 0:
                reached = None
            elif symbol < utf8.atoms:
                following = dfa.table[state][symbol]
                reached = (following, 0) if live[following] else None
            else:
                within_next = symbol - utf8.atoms + 1
                reached = (state, within_next) if any(live[dfa.table[state][a]] for a in inside[within_next]) else None
            if reached is not None and reached not in numbers:
                numbers[reached] = len(pending)
                pending.append(reached)
            row.append(-1 if reached is None else numbers[reached])
        rows.append(row)
    accepting = [within == 0 and dfa.accepting[state] for state, within in pending]
    return np.array(rows, dtype=np.int32), np.array(accepting)
