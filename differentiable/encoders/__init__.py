"""Encoders that can be swapped: tokens in, a vector for each token and one for the text out.

    encoder = encoders.make("lstm", vocabulary=1000, width=128)
    states, pooled = encoder(ids, lengths)      # (B, L) and (B,) -> (B, L, 128) and (B, 128)

docs/encoders.md has all of them.
"""

from differentiable.encoders.encoder import Encoded, Encoder
from differentiable.encoders.registry import make, names, register
from differentiable.encoders.vectors import read_vectors

__all__ = ["Encoded", "Encoder", "make", "names", "read_vectors", "register"]
