"""Sequences written from what was read, and spans found in it: 13, 14, 18, 20."""
