"""Searches as jobs of a Ray cluster, through its job server: submit, watch, stop, fetch what they found."""
