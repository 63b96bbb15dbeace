"""Automata and grammars as PyTorch layers. Nothing is here yet; `searchers` and this package never import each other."""
