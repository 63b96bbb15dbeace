"""Notations of regular expressions."""
