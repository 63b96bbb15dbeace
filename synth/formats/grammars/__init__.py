"""Notations of grammars."""
