"""What is done with the steps of a model under a constraint: one token at a time, beams, and required phrases."""
