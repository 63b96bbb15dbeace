"""Beam search: the best neighbours of the best."""
