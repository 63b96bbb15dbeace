"""Stack machines over all actions there could be, for tables that are to be learned from nothing."""

from __future__ import annotations

from itertools import product

import numpy as np

from dsl.automata.atoms import Atoms
from dsl.charset import CharSet
from dsl.errors import ConfigurationError
from dsl.grammars.predictive.lookahead import END
from dsl.grammars.predictive.machine import StackMachine


def blank_machine(atoms: Atoms, symbols: int, known: CharSet | None = None) -> StackMachine:
    """A machine of `symbols` stack symbols that rejects all, with actions that leave none, one or two of them.

    Strings may contain the characters `known`, or any. Raises ConfigurationError without a symbol.
    """
    if symbols < 1:
        raise ConfigurationError(f"a stack of {symbols} symbols", hint="give at least 1")
    own = range(1, symbols + 1)
    left = [(), *((one,) for one in own), *product(own, repeat=2)]
    readable = [atom for atom, charset in enumerate(atoms.sets) if known is None or charset & known]
    texts = ((), (END,), *((atom,) for atom in readable))
    names = ("", *(f"s{number}" for number in own))
    reads = (False, False, *(True for _ in left))
    return StackMachine(atoms, 1, np.zeros((len(names), len(texts)), np.int32), ((), (), *left), reads, texts, names)
