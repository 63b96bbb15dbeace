"""Finite automata: position automata, deterministic ones, and what is read off them."""
