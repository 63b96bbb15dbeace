"""A person as the oracle: a search that asks, and goes on with the answers."""
