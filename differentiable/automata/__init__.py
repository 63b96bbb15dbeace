"""Automata as tensors: the recursion, training, and the way back to expressions."""
