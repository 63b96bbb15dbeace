"""Where probabilities of next tokens come from: counts of bytes, transformers, weighted automata."""
