"""Automata with a stack as layers: tables over symbols, and a network that works a stack of vectors."""
