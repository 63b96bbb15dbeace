"""What a run found, to look at: a self-contained HTML page, a fragment for notebooks, a figure. No scripts."""
