"""Grammars that are read from the left with k characters of lookahead: LL(k) (Lewis and Stearns 1968)."""
