"""Samples of p(y | y ∈ L), which masking step by step does not give: exact ones, and weighted ones."""
