"""Automata from labelled strings: prefix trees, state merging, exhaustive colouring."""
