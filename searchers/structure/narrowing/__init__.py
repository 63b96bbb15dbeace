"""Grammars held to what their parts read of the examples."""
