"""Training of language models: their texts as tokens, a step after the other, and the directory of it."""
