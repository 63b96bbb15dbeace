"""Heads: a loss and answers from what an encoder made of a batch, the same for all encoders."""
