"""The frontiers of beam search."""
