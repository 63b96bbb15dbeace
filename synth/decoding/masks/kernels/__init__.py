"""Compiled inner loops over the tokens of a vocabulary."""
