"""A tag for each token: 8, 9, 10."""
