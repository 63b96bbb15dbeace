"""Languages in words, and which piece of an example each part matched."""
