"""Automata and grammars as PyTorch layers. Nothing is here yet; this package and `searchers` import not each other."""
