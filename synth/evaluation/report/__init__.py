"""What a run found: tables, curves, costs; as a page, and as CSV, Markdown and LaTeX."""
