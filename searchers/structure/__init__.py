"""Grammars read off nested examples: balanced pairs make levels, tokens make classes, and every part is a regex."""
