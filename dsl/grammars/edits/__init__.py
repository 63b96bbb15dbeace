"""Edits of grammars: of tokens within a rule, of whole rules, and random ones."""
