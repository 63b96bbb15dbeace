"""Evolutionary search: islands of expressions, or grammars, that mate, mutate and are developed."""
