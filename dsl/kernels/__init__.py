"""Compiled inner loops over programs (see dsl.program): position automata, distances, neighbourhoods.

Importing this package compiles nothing; importing `automaton`, `distance` or `neighbours` imports numba. Their
functions are for other compiled code:

    automaton.workspace() -> Workspace                              scratch memory, one for each thread
    automaton.build(program, workspace) -> Automaton                size -1: it needs more than 64 states
    automaton.follow(automaton, states) -> states                   one step along every arc, uint64 masks
    automaton.match_masks(automaton, starts, members, matching)     fills matching[symbol] = states that read it
    automaton.accepts(automaton, matching, symbols) -> bool
    distance.distance(automaton, matching, symbols, cutoff) -> int  exact up to cutoff, cutoff + 1 beyond

`program` is an int16 array, `starts` and `members` are member_starts and member_symbols of Batch.blocks, `symbols` is
a uint16 array, `matching` a uint64 array with a place for each of Batch.blocks.symbol_count symbols.
"""
