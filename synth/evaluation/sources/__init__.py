"""Where data sets come from, and fetching them into folders that the readers know."""
