"""Formal languages, whose data code generates: 15, 16, 17."""
