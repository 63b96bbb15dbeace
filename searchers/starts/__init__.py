"""Warm starts: expressions that a search begins with, read off the examples."""
