"""Compiled inner loops of the enumeration."""
