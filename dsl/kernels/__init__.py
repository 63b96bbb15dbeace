"""Compiled inner loops over programs (see dsl.expressions.programs): position automata, distances, neighbourhoods.

Importing this package compiles nothing; importing `automaton`, `distance` or `neighbours` imports numba. For other
compiled code there are

    automaton.build(program, automaton) -> bool         False: it needs more than 64 states
    automaton.match_masks(automaton, starts, members, matching)     matching[symbol] = the states that read it

`automaton` is memory[0] of an array memory = np.empty(1, automaton.AUTOMATON) that Python passes to the kernel, one for
each thread. `program` is an int16 array, `starts` and `members` are member_starts and member_symbols of Batch.blocks,
`matching` is a uint64 array with a place for each of Batch.blocks.symbol_count symbols.
"""
