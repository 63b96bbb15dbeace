"""Transformers: a decoder that writes, an encoder that reads, and the parts they are made of."""
