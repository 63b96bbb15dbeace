"""Grammars of token sequences by chunking and merging: what comes again is a rule, what stands alike is one."""
