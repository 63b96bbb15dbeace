"""Compiled inner loops of evolution."""
