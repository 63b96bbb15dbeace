"""Several searchers on one problem, side by side."""
