"""Which strings are in the language of a program: the automaton read string by string, without dsl.kernels.lanes."""

from __future__ import annotations

import numpy as np

from dsl.kernels.automaton import ONE, TWO, ZERO, build, match_masks
from dsl.kernels.compilation.decorators import entry


@entry
def accept(tokens, offsets, symbols, starts, member_starts, member_symbols, symbol_count, memory, possible):
    """Fill possible[program, string], True beyond 63 positions. String i is symbols[starts[i]:starts[i + 1]]."""
    automaton = memory[0]
    matching = np.empty(symbol_count, np.uint64)
    for program in range(offsets.size - 1):
        accepted = possible[program]
        if not build(tokens[offsets[program] : offsets[program + 1]], automaton):
            accepted[:] = True
            continue
        match_masks(automaton, member_starts, member_symbols, matching)
        for string in range(starts.size - 1):
            states = ONE
            for place in range(starts[string], starts[string + 1]):
                reached = (states & automaton.stay) | (states & automaton.step) << ONE
                reached |= (states & automaton.skip) << TWO
                for biclique in range(automaton.bicliques):
                    if states & automaton.sources[biclique] != ZERO:
                        reached |= automaton.targets[biclique]
                states = reached & matching[symbols[place]]
                if states == ZERO:
                    break
            accepted[string] = states & automaton.accepting != ZERO
