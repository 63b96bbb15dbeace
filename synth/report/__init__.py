"""What a run found, to look at: one self-contained HTML page, and a fragment for notebooks. No scripts, no links out."""
