"""A label for a text or a pair of texts: 4, 5, 6, 7, 19."""
