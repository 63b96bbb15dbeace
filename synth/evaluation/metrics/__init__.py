"""Metrics: callables of what is right and what was answered that give named numbers."""
