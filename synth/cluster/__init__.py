"""Searches on a Ray cluster. Only this package imports ray."""
